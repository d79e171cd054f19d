import { getTransparency, transparencyFiles } from '../../src/contract/transparency.ts';
import { drawToday, passTheEnd } from './draws.ts';
import type { TestGateway } from './gateway.ts';
import { moderate } from './moderation.ts';
import { operateOn } from './operator.ts';
import { sendApproved, sendReceipt, signUpTalkative } from './participant.ts';

/** The published files by name. */
export type PublishedFiles = Record<
  'summary.json' | 'ledger.jsonl' | 'numbers.csv' | 'schedule.csv',
  Buffer
>;

/** A promotion from its first receipts to its draw: six numbers, one of them void. */
export async function finishPromotion(site: TestGateway): Promise<void> {
  const [ana, bia] = [await signUpTalkative(site), await signUpTalkative(site)];
  for (let receipt = 0; receipt < 4; receipt += 1) await sendReceipt(site, ana);
  const { id } = await sendApproved(site, bia);
  await sendReceipt(site, bia);
  await moderate(site, id, { to: 'REJECTED', reason: 'Nota ilegível' });
  passTheEnd(site);
  await operateOn(site, 'close');
  await drawToday(site);
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
