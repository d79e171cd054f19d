import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import type { DrawRequest } from '../../src/gateway/draws/make-draw.ts';
import { dayInSaoPaulo, instantOf } from '../../src/rules/dates.ts';
import { parseFederalPrizes } from '../../src/rules/draws/federal-lottery.ts';
import { changeCommitments } from './changed-campaign.ts';
import type { TestConsumer, TestGateway } from './gateway.ts';
import { sendFullReceipt } from './gateway-actions.ts';

/** Prizes of the federal lottery that point at 4.50153. */
export const federalPrizes = '12345,67890,11121,31415,92653';

/** Gives a new person a receipt with this one number; returns the receipt's id. */
export async function giveNumber(
  site: TestGateway,
  who: TestConsumer,
  [series, number]: readonly [series: number, number: number],
): Promise<number> {
  const { id } = await sendFullReceipt(site, who, 25.9);
  await site.query('update lucky_numbers set series = $2, number = $3 where receipt_id = $1', [
    id,
    series,
    number,
  ]);
  return Number(id);
}

const hour = 60 * 60 * 1000;

/** The evening of the extraction that the campaign declared, an hour after it. */
function drawEvening({ campaign: { engines } }: CampaignSnapshot): Date {
  const [moment] = engines.flatMap(({ details }) => details.extractionAt ?? []);
  if (!moment) throw new Error('The campaign declares no extraction');
  return new Date(instantOf(moment).getTime() + hour);
}

/** The campaign's first draw, over unjudged receipts too. */
export function drawRequest(snapshot: CampaignSnapshot): DrawRequest {
  const engine = snapshot.campaign.engines.find(({ type }) => type === 'DRAW');
  const federal = parseFederalPrizes(federalPrizes);
  if (!engine || !('prizes' in federal)) throw new Error('The campaign has no draw');
  const now = drawEvening(snapshot);
  return {
    engine,
    extraction: { federalPrizes: federal.prizes, day: dayInSaoPaulo(now) },
    unjudgedReason: 'Em análise',
    allowLateFreeze: false,
    correctionReason: null,
    now,
  };
}

/** Undoes an end of the campaign, a draw and what follows it: numbers, winners, ledger. */
export async function resetDraws({ gateway }: TestGateway): Promise<void> {
  const { database } = gateway;
  for (const table of [
    'prize_delivery_moves',
    'prize_deliveries',
    'winners',
    'draws',
    'lucky_numbers',
  ]) {
    await database.query(`delete from ${table}`);
  }
  const snapshot = JSON.stringify(gateway.snapshot);
  await database.query('update campaigns set closed_at = null, snapshot = $1::jsonb', [snapshot]);
  await database.query('delete from ledger_entries where position > 1 or position is null');
  await database.query('update ledgers set secrets_revealed_at = null, size = 2');
  await database.query("update log_heads set size = 0, open_tiles = '{}'");
}

/** Lets the campaign end, and its extraction be held. */
export function passTheEnd({ gateway, clock }: TestGateway): void {
  clock.now = drawEvening(gateway.snapshot);
}

/** The word by which a draw is confirmed. */
export const confirmed = ['--confirm', 'Escovou, Brilhou!'];

/** Makes the draw from today's extraction, over unjudged receipts too, where `words` do not say otherwise. */
export function drawToday(site: TestGateway, ...words: string[]) {
  const usual = [
    ['--federal', federalPrizes],
    ['--extraction', dayInSaoPaulo(site.clock.now)],
    confirmed,
    ['--unjudged', 'Em análise'],
  ].filter(([option = '']) => !words.includes(option));
  return site.operate('draw', ...usual.flat(), '--output', 'json', ...words);
}

/** Two prizes, and no person wins both. */
export function givePrizesOneEach(site: TestGateway): Promise<void> {
  return giveTwoPrizes(site, { maxRewardsByConsumer: 1 });
}

export async function giveTwoPrizes(
  site: TestGateway,
  { maxRewardsByConsumer }: { maxRewardsByConsumer: number | null } = {
    maxRewardsByConsumer: null,
  },
): Promise<void> {
  const { campaign, ...snapshot } = site.gateway.snapshot;
  const prizes = [{ campaignPrizeId: 904 }, { campaignPrizeId: 901 }].map((prize, index) => ({
    ...prize,
    id: index + 1,
    points: 0,
    description: '',
  }));
  const engines = campaign.engines.map((engine) =>
    engine.type === 'DRAW'
      ? { ...engine, details: { ...engine.details, maxRewardsByConsumer, prizes } }
      : engine,
  );
  const changed = { ...snapshot, campaign: { ...campaign, engines } };
  await site.query('update campaigns set snapshot = $1::jsonb', [JSON.stringify(changed)]);
  await site.gateway.database.transaction((queries) =>
    changeCommitments(queries, ({ draws: [draw], ...rest }) => {
      if (!draw?.rules) throw new Error('The draw declares its rules');
      const rules = { ...draw.rules, prizes: [904, 901], maxRewardsByConsumer };
      return { ...rest, draws: [{ ...draw, rules }] };
    }),
  );
}
