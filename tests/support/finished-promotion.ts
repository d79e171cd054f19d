import { getTransparency, transparencyFiles } from '../../src/contract/transparency.ts';
import { appendToLedger } from '../../src/gateway/engine/append-to-ledger.ts';
import { revealSecrets } from '../../src/gateway/engine/reveal-secrets.ts';
import { drawnNumber, drawOrder } from '../../src/rules/federal-draw.ts';
import { formatLuckyNumber } from '../../src/rules/lucky-number-format.ts';
import type { TestGateway } from './gateway.ts';
import { moderate } from './moderation.ts';
import { sendApproved, sendReceipt, signUpTalkative } from './participant.ts';

/** The published files by name. */
export type PublishedFiles = Record<
  'summary.json' | 'ledger.jsonl' | 'numbers.csv' | 'schedule.csv',
  Buffer
>;

export const federal = ['12345', '67890', '11121', '31415', '92653'] as const;

/** A promotion in which everything happened that the ledger knows, up to its draw. */
export async function finishPromotion(site: TestGateway): Promise<void> {
  const [ana, bia] = [await signUpTalkative(site), await signUpTalkative(site)];
  for (let receipt = 0; receipt < 4; receipt += 1) await sendReceipt(site, ana);
  const { id } = await sendApproved(site, bia);
  await sendReceipt(site, bia);
  await moderate(site, id, { to: 'REJECTED', reason: 'Nota ilegível' });
  const { campaign } = site.gateway.campaign;
  const now = new Date(new Date(campaign.endsAt).getTime() + 1000);
  const { database } = site.gateway;
  await database.transaction((queries) => revealSecrets(queries, campaign, now));
  const winners = await drawWinner(site);
  const drawn = drawnNumber(federal, { seriesQuantity: 10, numbersPerSeries: 100_000 });
  const entry = {
    type: 'DRAW_MADE' as const,
    engine: 101,
    federal: [...federal],
    extraction: '2026-05-02',
    drawn: formatLuckyNumber(drawn.series, drawn.number),
    winners,
    passedOver: [],
  };
  await database.transaction((queries) => appendToLedger(queries, 19, { now, entries: [entry] }));
}

async function drawWinner({ gateway: { database } }: TestGateway): Promise<string[]> {
  const inDraw = await database.query<{ series: number; number: number }>(
    'select series, number from lucky_numbers where voided_at is null order by series, number',
  );
  const drawn = drawnNumber(federal, { seriesQuantity: 10, numbersPerSeries: 100_000 });
  const order = drawOrder(drawn, {
    series: [...new Set(inDraw.map(({ series }) => series))],
    numbersOf: (series) =>
      inDraw.filter((each) => each.series === series).map(({ number }) => number),
  });
  const { value } = await order.next();
  return value ? [formatLuckyNumber(value.series, value.number)] : [];
}

/** What a promotion publishes, as anybody downloads it. */
export async function publishedFiles(site: TestGateway): Promise<PublishedFiles> {
  const download = async (path: string) => Buffer.from(await (await site.send(path)).arrayBuffer());
  return {
    'summary.json': await download(getTransparency.path),
    'ledger.jsonl': await download(transparencyFiles.ledger),
    'numbers.csv': await download(transparencyFiles.numbers),
    'schedule.csv': await download(transparencyFiles.schedule),
  };
}
