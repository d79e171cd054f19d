import type { Transparency } from '../../contract/transparency.ts';
import { campaignPhase } from '../../rules/campaign/campaign-phase.ts';
import { personIn } from '../../rules/log/hidden-owners.ts';
import { type DatedEntry, readLedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { formatLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import type { LuckyNumber } from '../../rules/rewards/lucky-numbers.ts';
import { readPrizes } from '../campaign/prize-stock.ts';
import { inSnapshot, type Queries } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import {
  findLaterEntries,
  findLedgerEntries,
  findMilestones,
  findPublishedHead,
} from '../ledger/queries.ts';
import { countPrizesByEngine } from '../rewards/instant-prize-queries.ts';
import { countLuckyNumbers, type SeriesCount } from '../rewards/lucky-number-queries.ts';
import { findDecisiveStamps } from '../time-stamps/stamp-ledger.ts';

/** With more new entries than these, or than a hundredth of all, counting the tables is faster. */
const entriesAtOnce = 5000;

/** Counts once per process, for all simultaneous calls; then reads only new ledger entries. */
export function transparencyReader(gateway: Gateway): (now: Date) => Promise<Transparency> {
  const { campaignId } = gateway;
  let latest: CountedFacts | null = null;
  let counting: Promise<CountedFacts> | null = null;
  const count = () => {
    counting ??= readFacts(gateway, campaignId).finally(() => {
      counting = null;
    });
    return counting;
  };
  return async (now) => {
    // Another call may count on while this one waits, so `latest` is not read again.
    const counted = (latest && (await addNewEntries(gateway, latest))) ?? (await count());
    latest = counted;
    const { database, snapshot } = gateway;
    const prizes = await readPrizes(database, snapshot);
    const phase = campaignPhase({ ...snapshot.campaign, prizes }, now);
    const { size, facts } = counted;
    const stamps = await findDecisiveStamps(database, { campaignId, size });
    return { ...facts, phase, draws: await withWinners(gateway, counted), stamps };
  };
}

/** Adds the winners from the tables, each under the pseudonym that the draw has opened. */
async function withWinners(
  { database, campaignId }: Gateway,
  { size, facts: { draws, results } }: CountedFacts,
): Promise<Facts['draws']> {
  if (results.length === 0) return draws;
  return inSnapshot(database, async (queries) => {
    const milestones = await findMilestones(queries, campaignId);
    if (milestones.some(({ position }) => position >= size)) return draws;
    const shownWinners = await findShownWinners(queries, campaignId);
    return draws.map((draw) => {
      const { people } = results.find(({ engine }) => engine === draw.engine) ?? {};
      const drawWinners = shownWinners.filter(({ engineId }) => engineId === draw.engine);
      const winners = drawWinners.map(({ series, number, pseudonym }) => {
        const text = formatLuckyNumber({ series, number });
        return { number: text, person: people?.[text] ? personIn(draw.engine, pseudonym) : null };
      });
      return { ...draw, winners };
    });
  });
}

/** Null when counting again is faster, or when an entry changes more than counts. */
async function addNewEntries(
  { database }: Gateway,
  earlier: CountedFacts,
): Promise<CountedFacts | null> {
  const { campaignId } = earlier.facts;
  const { size, checkpoint } = await findPublishedHead(database, campaignId);
  if (size - earlier.size > Math.max(entriesAtOnce, size / 100)) return null;
  let facts: Facts = { ...earlier.facts, checkpoint };
  for (let from = earlier.size; from < size; from += entriesAtOnce) {
    const page = { campaignId, from, limit: Math.min(entriesAtOnce, size - from) };
    for (const { entry: text } of await findLedgerEntries(database, page)) {
      const entry = readLedgerEntry(text);
      const after = entry ? countEntry(facts, entry, 1) : null;
      if (!after) return null;
      facts = after;
    }
  }
  return { size, facts };
}

/** The facts as of the published checkpoint, also while entries are written. */
function readFacts({ database }: Gateway, campaignId: number): Promise<CountedFacts> {
  return inSnapshot(database, async (queries) => {
    const { size, checkpoint } = await findPublishedHead(queries, campaignId);
    const milestones = await readMilestones(queries, campaignId, size);
    let facts: Facts = {
      campaignId,
      committedAt: milestones.committedAt,
      revealedAt: milestones.secrets?.at ?? null,
      checkpoint,
      draws: await drawsOf(queries, campaignId, milestones),
      schedules: await schedulesOf(queries, campaignId, milestones),
      results: milestones.results,
    };
    // The tables are ahead of the published log, so later entries are counted back.
    for (const text of await findLaterEntries(queries, { campaignId, from: size })) {
      const entry = readLedgerEntry(text);
      const before = entry ? countEntry(facts, entry, -1) : null;
      if (before) facts = before;
    }
    return { size, facts };
  });
}

type Milestones = Awaited<ReturnType<typeof readMilestones>>;

async function readMilestones(queries: Queries, campaignId: number, size: number) {
  const all = await findMilestones(queries, campaignId);
  const entries = all.flatMap(({ position, entry: text }) => {
    const entry = position < size ? readLedgerEntry(text) : null;
    return entry ? [{ ...entry, position }] : [];
  });
  const opening = entries.find((entry) => entry.type === 'COMMITMENTS');
  if (!opening) throw new Error(`The ledger of campaign ${campaignId} has no commitments`);
  const changed = entries.findLast((entry) => entry.type === 'COMMITMENTS_CHANGED');
  const corrected = entries.flatMap((entry) =>
    entry.type === 'DRAW_CORRECTED' ? entry.corrects : [],
  );
  return {
    committedAt: opening.at,
    commitments: changed?.after ?? opening,
    secrets: entries.find((entry) => entry.type === 'SECRETS_REVEALED'),
    frozenLists: entries.filter((entry) => entry.type === 'LIST_FROZEN'),
    results: entries
      .filter(({ position }) => !corrected.includes(position))
      .filter((entry) => entry.type === 'DRAW_MADE' || entry.type === 'DRAW_CORRECTED')
      .map(({ type: _, position: __, ...result }) => result),
  };
}

async function drawsOf(
  queries: Queries,
  campaignId: number,
  { commitments, secrets, frozenLists }: Milestones,
): Promise<Transparency['draws']> {
  const counts = await countLuckyNumbers(queries, campaignId);
  return commitments.draws.map((draw) => {
    const own = counts.filter(({ engineId }) => engineId === draw.engine);
    return {
      ...draw,
      issued: issuedPerSeries(own, draw.seriesQuantity),
      voided: own.reduce((sum, { voided }) => sum + voided, 0),
      frozenAt: frozenLists.find(({ engine }) => engine === draw.engine)?.at ?? null,
      key: secrets?.draws.find(({ engine }) => engine === draw.engine)?.key ?? null,
    };
  });
}

function issuedPerSeries(counts: readonly SeriesCount[], quantity: number): number[] {
  const perSeries = new Array<number>(quantity).fill(0);
  for (const { series, issued: count } of counts)
    perSeries[series] = (perSeries[series] ?? 0) + count;
  return perSeries;
}

async function schedulesOf(
  queries: Queries,
  campaignId: number,
  { commitments, secrets }: Milestones,
): Promise<Transparency['schedules']> {
  const counts = await countPrizesByEngine(queries, campaignId);
  return commitments.schedules.map((schedule) => {
    const { total = 0, left = 0 } =
      counts.find(({ engineId }) => engineId === schedule.engine) ?? {};
    const seed = secrets?.schedules.find(({ engine }) => engine === schedule.engine)?.seed ?? null;
    return { ...schedule, total, left, seed };
  });
}

type Facts = Omit<Transparency, 'phase' | 'stamps'>;

interface CountedFacts {
  /** Entries of the log that the facts include. */
  size: number;
  facts: Facts;
}

/** Null for an entry that changes more than counts. @param sign -1 counts the entry back */
function countEntry(facts: Facts, entry: DatedEntry, sign: 1 | -1): Facts | null {
  switch (entry.type) {
    case 'COMMITMENTS':
    case 'COMMITMENTS_CHANGED':
    case 'SECRETS_REVEALED':
    case 'LIST_FROZEN':
    case 'DRAW_MADE':
    case 'DRAW_CORRECTED':
      return null;
    case 'NUMBERS_ISSUED':
      return {
        ...facts,
        draws: mapEngine(facts.draws, entry.engine, addIssued(entry.numbers, sign)),
      };
    case 'NUMBERS_VOIDED': {
      const { length } = entry.numbers;
      const voiding = (draw: Draw) => ({ ...draw, voided: draw.voided + sign * length });
      return { ...facts, draws: mapEngine(facts.draws, entry.engine, voiding) };
    }
    case 'PRIZE_WON':
      return { ...facts, schedules: mapEngine(facts.schedules, entry.engine, addLeft(-sign)) };
    case 'PRIZE_FREED':
      return { ...facts, schedules: mapEngine(facts.schedules, entry.engine, addLeft(sign)) };
    case 'LOG_OPENED':
    case 'LOG_RESTORED':
    case 'NUMBERS_UNUSED':
    case 'NUMBERS_OPENED':
    case 'RECEIPT_MODERATED':
    case 'CASHBACK_CREDITED':
    case 'CASHBACK_REVERSED':
    case 'CASHBACK_WITHDRAWN':
    case 'WITHDRAWAL_SETTLED':
    case 'POINTS_CREDITED':
    case 'POINTS_REVERSED':
    case 'POINTS_SPENT':
    case 'POINTS_RETURNED':
    case 'CAMPAIGN_CLOSED':
    case 'NO_EXTRACTION':
    case 'WINNER_DISQUALIFIED':
      return facts;
    default:
      return entry satisfies never;
  }
}

type Draw = Facts['draws'][number];
type Schedule = Facts['schedules'][number];

function mapEngine<Item extends { engine: number }>(
  list: readonly Item[],
  engine: number,
  change: (item: Item) => Item,
): Item[] {
  return list.map((item) => (item.engine === engine ? change(item) : item));
}

function addIssued(numbers: readonly string[], sign: number): (draw: Draw) => Draw {
  return (draw) => {
    const issued = [...draw.issued];
    for (const number of numbers) {
      const series = Number.parseInt(number, 10);
      issued[series] = (issued[series] ?? 0) + sign;
    }
    return { ...draw, issued };
  };
}

function addLeft(more: number): (schedule: Schedule) => Schedule {
  return (schedule) => ({ ...schedule, left: schedule.left + more });
}

interface ShownWinner extends LuckyNumber {
  engineId: number;
  pseudonym: string;
}

function findShownWinners(queries: Queries, campaignId: number): Promise<ShownWinner[]> {
  return queries.query(
    `select winners.engine_id as "engineId", lucky_numbers.series, lucky_numbers.number,
       consumers.pseudonym
     from winners join lucky_numbers on lucky_numbers.id = winners.lucky_number_id
       join consumers on consumers.id = winners.consumer_id
     where winners.campaign_id = $1 order by winners.engine_id, winners.position`,
    [campaignId],
  );
}
