import { hash } from 'node:crypto';
import fc from 'fast-check';
import { frozenListHash } from '../../src/rules/draws/winners-and-alternates.ts';
import type { Opening } from '../../src/rules/log/hidden-owners.ts';
import type { DatedEntry, EntryOf, LedgerEntry } from '../../src/rules/log/ledger-entry-types.ts';
import { merkleTree } from '../../src/rules/log/merkle.ts';
import {
  instantPrizeSchedule,
  scheduleCommitment,
  scheduleLeaf,
  scheduleNonce,
} from '../../src/rules/rewards/instant-prize-schedule.ts';
import { formatLuckyNumber } from '../../src/rules/rewards/lucky-number-format.ts';
import { commitment, luckyNumbers } from '../../src/rules/rewards/lucky-numbers.ts';
import { drawnNumber, drawOrder, ownerOf, personIn } from './second-implementation.ts';

/** What a history is made from; the same story gives the same history. */
interface Story {
  seed: Uint8Array;
  steps: readonly {
    person: number;
    quantity: number;
    voids: boolean;
    hours: number;
    skippedCounters: number;
    isOvertaken: boolean;
  }[];
  prizes: number;
  alternates: number;
  maxNumbers: number | null;
  /** Instant prizes of one person; undefined as in the ledgers that did not commit it. */
  maxPrizes: number | null | undefined;
  /** The step from which receipts have owners; those before it name pseudonyms. */
  ownersFrom: number;
  federal: readonly string[];
  /** From the declared one on. */
  extractionsNotHeld: number;
  disqualified: 'TREASURY' | 'NEXT';
  disqualifies: boolean;
  /** The first alternate's receipt, between draw and disqualification. */
  refusesAlternate: boolean;
}

const prize = fc.integer({ min: 0, max: 99_999 }).map((value) => String(value).padStart(5, '0'));

export const anyStory: fc.Arbitrary<Story> = fc.record({
  seed: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  steps: fc.array(
    fc.record({
      person: fc.integer({ min: 0, max: 3 }),
      quantity: fc.integer({ min: 1, max: 3 }),
      voids: fc.boolean(),
      hours: fc.integer({ min: 1, max: 40 }),
      skippedCounters: fc.constantFrom(0, 0, 0, 1, 2),
      isOvertaken: fc.boolean(),
    }),
    { minLength: 3, maxLength: 14 },
  ),
  prizes: fc.integer({ min: 1, max: 3 }),
  alternates: fc.integer({ min: 0, max: 3 }),
  maxNumbers: fc.constantFrom(null, 1, 2),
  maxPrizes: fc.constantFrom(undefined, null, 1, 2),
  ownersFrom: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 14 })),
  federal: fc.tuple(prize, prize, prize, prize, prize),
  extractionsNotHeld: fc.integer({ min: 0, max: 2 }),
  disqualified: fc.constantFrom('NEXT', 'NEXT', 'TREASURY'),
  disqualifies: fc.boolean(),
  refusesAlternate: fc.boolean(),
});

export const space = { seriesQuantity: 3, numbersPerSeries: 40 };
const window = { startsAt: '2026-01-05T00:00:00-03:00', endsAt: '2026-01-31T23:59:59-03:00' };
const scheduled = { ...window, prizes: [{ campaignPrizeId: 902, quantity: 6 }] };
/** A Saturday; the extractions after it are on Wednesday and Saturday. */
const extractions = ['2026-02-07', '2026-02-11', '2026-02-14', '2026-02-18'];
const hourMs = 3_600_000;

/** An honest history, with what a cheat needs to build on it. */
export interface LedgerHistory {
  entries: DatedEntry[];
  /** Prizes that were never won, with all that winning them takes. */
  leaves: EntryOf<'PRIZE_WON'>['leaf'][];
  proofOf(index: number): string[];
  numberAt(counter: number): string;
  /** The draw as it would be without these numbers. */
  drawWithout(
    numbers: ReadonlySet<string>,
  ): Pick<EntryOf<'DRAW_MADE'>, 'winners' | 'passedOver' | 'alternates' | 'owners' | 'people'>;
}

/** Writes a promotion's entries from its commitments to its draw, without code of the verifier. */
export function honestHistory(story: Story): LedgerHistory {
  const entries: DatedEntry[] = [];
  const append: Append = (time, ...added) =>
    entries.push(...added.map((entry) => ({ at: new Date(time).toISOString(), ...entry })));
  const committed = commitmentsOf(story);
  const { schedule, leaves, tree, commitments, numberAt } = committed;
  append(Date.parse(window.startsAt) - hourMs, commitments);
  const receipts = appendReceipts(story, committed, append);
  const drawWithout = appendEnd(story, { ...receipts, numberAt }, append);
  const isWon = (index: number) => receipts.receiptByPrize.has(index);
  const unwon = schedule.flatMap(({ index }) => (isWon(index) ? [] : (leaves[index] ?? [])));
  return { entries, leaves: unwon, proofOf: tree.proofOf, numberAt, drawWithout };
}

type Append = (time: number, ...entries: LedgerEntry[]) => void;

function commitmentsOf({ seed, ...story }: Story) {
  const numberOf = luckyNumbers(seed, space);
  const numberAt = (counter: number) => {
    const { series, number } = numberOf(counter);
    return formatLuckyNumber({ series, number });
  };
  const schedule = instantPrizeSchedule({ seed, ...scheduled });
  const leaves = schedule
    .map((each) => ({ ...each, nonce: scheduleNonce(seed, each.index) }))
    .toSorted((a, b) => a.index - b.index);
  const tree = merkleTree(leaves.map(scheduleLeaf));
  const rules = {
    prizes: Array.from({ length: story.prizes }, (_, index) => index + 1),
    alternates: story.alternates,
    maxRewardsByConsumer: story.maxNumbers,
    extractionAt: `${extractions[0]}T19:00:00-03:00`,
    disqualified: story.disqualified,
    numbersPerReceipt: 3,
  };
  const commitments: LedgerEntry = {
    type: 'COMMITMENTS',
    campaign: 19,
    ...window,
    draws: [{ engine: 101, ...space, commitment: commitment(seed, space), rules }],
    schedules: [
      {
        engine: 102,
        ...scheduled,
        commitment: scheduleCommitment({ seed, ...scheduled }),
        root: tree.root,
        maxRewardsByConsumer: story.maxPrizes,
      },
    ],
  };
  return { schedule, leaves, tree, commitments, numberAt };
}

interface AppendedReceipts {
  owners: Map<string, Owner>;
  counters: number[][];
  numbersOf: string[][];
  receiptByPrize: Map<number, number>;
  voided: Set<string>;
}

function appendReceipts(
  story: Story,
  { schedule, leaves, tree, numberAt }: ReturnType<typeof commitmentsOf>,
  append: Append,
): AppendedReceipts {
  const owners = new Map<string, Owner>();
  const counters = countersOf(story.steps);
  const numbersOf = counters.map((ofReceipt) => ofReceipt.map(numberAt));
  const receiptByPrize = new Map<number, number>();
  const voided = new Set<string>();
  const takeBack = (receipt: number, at: number) => {
    const numbers = numbersOf[receipt]?.filter((number) => !voided.has(number)) ?? [];
    if (numbers.length === 0) return;
    append(at, { type: 'NUMBERS_VOIDED', engine: 101, receipt, numbers });
    for (const number of numbers) voided.add(number);
    const wonPrize = [...receiptByPrize].find(([, winner]) => winner === receipt)?.[0];
    if (wonPrize === undefined) return;
    receiptByPrize.delete(wonPrize);
    append(at, { type: 'RECEIPT_MODERATED', receipt, from: 'APPROVED', to: 'REJECTED' });
    append(at, { type: 'PRIZE_FREED', engine: 102, receipt, index: wonPrize });
  };
  let time = Date.parse(window.startsAt);
  for (const [receipt, { person, voids, hours }] of story.steps.entries()) {
    time += hours * hourMs;
    const consumer = `person-${person}`;
    const { opening, issued, won } = namesOf(story, receipt, consumer);
    const first = Math.min(...(counters[receipt] ?? []));
    const numbers = numbersOf[receipt] ?? [];
    for (const number of numbers) owners.set(number, { consumer, opening });
    append(time, { type: 'NUMBERS_ISSUED', engine: 101, receipt, ...issued, first, numbers });
    const due = schedule.find(
      ({ index, moment }) => !receiptByPrize.has(index) && Date.parse(moment) <= time,
    );
    const leaf = due && mayWin(story, person, receiptByPrize) && leaves[due.index];
    if (leaf) {
      receiptByPrize.set(leaf.index, receipt);
      const proof = tree.proofOf(leaf.index);
      append(time, { type: 'PRIZE_WON', engine: 102, receipt, ...won, leaf, proof });
    }
    if (voids) takeBack(receipt - 1, time);
  }
  return { owners, counters, numbersOf, receiptByPrize, voided };
}

/** The close, the frozen list, the draw and a disqualification. */
function appendEnd(
  story: Story,
  {
    owners,
    counters,
    numbersOf,
    voided,
    numberAt,
  }: AppendedReceipts & { numberAt(counter: number): string },
  append: Append,
): LedgerHistory['drawWithout'] {
  const closedAt = Date.parse('2026-02-02T12:00:00-03:00');
  const hexSeed = Buffer.from(story.seed).toString('hex');
  append(closedAt, { type: 'CAMPAIGN_CLOSED' });
  append(closedAt, ...unusedIn(counters.flat()));
  append(closedAt, {
    type: 'SECRETS_REVEALED',
    draws: [{ engine: 101, key: hexSeed }],
    schedules: [{ engine: 102, seed: hexSeed }],
  });
  const list = counters
    .flat()
    .sort((a, b) => a - b)
    .map(numberAt)
    .filter((number) => !voided.has(number));
  append(closedAt + hourMs, {
    type: 'LIST_FROZEN',
    engine: 101,
    numbers: list.length,
    hash: frozenListHash(list),
    unjudged: 0,
    reason: null,
  });
  const eveningOf = (day: string) => Date.parse(`${day}T21:00:00-03:00`);
  for (const day of extractions.slice(0, story.extractionsNotHeld)) {
    append(eveningOf(day), { type: 'NO_EXTRACTION', engine: 101, day });
  }
  const extraction = extractions[story.extractionsNotHeld] ?? '';
  const drawnAt = eveningOf(extraction);
  const target = drawnNumber(story.federal, space);
  const drawWithout = (gone: ReadonlySet<string>) => {
    const left = list.filter((number) => !gone.has(number));
    return placesOf(story, drawOrder(target, left), owners);
  };
  const draw = {
    engine: 101,
    federal: [...story.federal],
    extraction,
    drawn: formatLuckyNumber({ series: target[0], number: target[1] }),
    ...drawWithout(new Set()),
  };
  append(drawnAt, { type: 'DRAW_MADE', ...draw });
  const [winner] = draw.winners;
  if (story.disqualifies && winner) {
    append(drawnAt + hourMs, ...disqualification(story, winner, { ...draw, numbersOf }));
  }
  return drawWithout;
}

/** Each receipt's counters: simultaneous ones in any order, and some counters without a receipt. */
function countersOf(steps: Story['steps']): number[][] {
  const counters: number[][] = [];
  let next = 0;
  const take = (index: number) => {
    const { quantity = 0, skippedCounters = 0 } = steps[index] ?? {};
    const first = next + skippedCounters;
    counters[index] = Array.from({ length: quantity }, (_, offset) => first + offset);
    next = first + quantity;
  };
  for (let pair = 0; pair < steps.length; pair += 2) {
    const inTurn = [pair, pair + 1].filter((index) => index < steps.length);
    for (const index of steps[pair]?.isOvertaken ? inTurn.reverse() : inTurn) take(index);
  }
  return counters;
}

function unusedIn(used: readonly number[]): LedgerEntry[] {
  const all = Array.from({ length: Math.max(...used) }, (_, index) => index);
  const ranges = all
    .filter((index) => !used.includes(index))
    .map((index) => ({ first: index, quantity: 1 }));
  return ranges.length > 0 ? [{ type: 'NUMBERS_UNUSED', engine: 101, ranges }] : [];
}

/** Before it the first alternate's receipt may be refused, unless it has won a prize as well. */
function disqualification(
  { disqualified, refusesAlternate }: Story,
  number: string,
  draw: {
    alternates: readonly string[];
    winners: readonly string[];
    numbersOf: readonly (readonly string[])[];
  },
): LedgerEntry[] {
  const reason = 'Sem documentos no prazo';
  const [first = ''] = draw.alternates;
  const receipt = draw.numbersOf.findIndex((numbers) => numbers.includes(first));
  const numbers = draw.numbersOf[receipt] ?? [];
  const isRefused =
    refusesAlternate && receipt >= 0 && !numbers.some((own) => draw.winners.includes(own));
  const standing = draw.alternates.filter((each) => !isRefused || !numbers.includes(each));
  const successor = disqualified === 'TREASURY' ? null : (standing[0] ?? null);
  return [
    ...(isRefused ? refusal(receipt, numbers) : []),
    { type: 'WINNER_DISQUALIFIED', engine: 101, number, reason, successor },
  ];
}

function refusal(receipt: number, numbers: readonly string[]): LedgerEntry[] {
  return [
    { type: 'RECEIPT_MODERATED', receipt, from: 'APPROVED', to: 'REJECTED' },
    { type: 'NUMBERS_VOIDED', engine: 101, receipt, numbers: [...numbers] },
  ];
}

interface Owner {
  consumer: string;
  /** Null where the entry names the pseudonym. */
  opening: Opening | null;
}

/** How the log names a receipt's person, for its numbers and for its prize. */
function namesOf({ ownersFrom, maxPrizes }: Story, receipt: number, consumer: string) {
  if (receipt < ownersFrom) return { opening: null, issued: { consumer }, won: { consumer } };
  const nonce = hash('sha256', `nonce of ${receipt}`).slice(0, 32);
  const opening = { person: personIn(101, consumer), nonce };
  const issued = { owner: ownerOf(opening) };
  const isCounted = typeof maxPrizes === 'number';
  return { opening, issued, won: isCounted ? { person: personIn(102, consumer) } : issued };
}

function mayWin(
  { steps, maxPrizes }: Story,
  person: number,
  receiptByPrize: ReadonlyMap<number, number>,
): boolean {
  const own = [...receiptByPrize.values()].filter((receipt) => steps[receipt]?.person === person);
  return own.length < (maxPrizes ?? Infinity);
}

/** The regulation's sentence, word for word: the nearest first, no person more often than allowed. */
function placesOf(
  { prizes, alternates, maxNumbers }: Story,
  order: readonly string[],
  owners: ReadonlyMap<string, Owner>,
) {
  const personOf = (number: string) => owners.get(number)?.consumer;
  const taken: string[] = [];
  const passedOver: string[] = [];
  for (const number of order) {
    if (taken.length === prizes + alternates) break;
    const own = taken.filter((other) => personOf(other) === personOf(number));
    (own.length >= (maxNumbers ?? Infinity) ? passedOver : taken).push(number);
  }
  const winners = taken.slice(0, prizes);
  const shown = maxNumbers === null ? winners : [...taken, ...passedOver];
  const people = shown.flatMap((number) => {
    const opening = owners.get(number)?.opening;
    return opening ? [[number, opening]] : [];
  });
  const places = { winners, alternates: taken.slice(prizes), passedOver };
  return [...owners.values()].some(({ opening }) => opening)
    ? { ...places, people: Object.fromEntries(people) }
    : { ...places, owners: taken.map((number) => personOf(number) ?? '') };
}
