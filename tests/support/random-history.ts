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
    skipped: number;
    isOvertaken: boolean;
  }[];
  prizes: number;
  alternates: number;
  maximum: number | null;
  /** Instant prizes of one person; undefined as in the ledgers that did not commit it. */
  prizeMaximum: number | null | undefined;
  /** The step from which receipts have owners; those before it name pseudonyms. */
  ownersFrom: number;
  federal: readonly string[];
  /** Extractions that were not held, from the declared one on. */
  skipped: number;
  treasury: boolean;
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
      skipped: fc.constantFrom(0, 0, 0, 1, 2),
      isOvertaken: fc.boolean(),
    }),
    { minLength: 3, maxLength: 14 },
  ),
  prizes: fc.integer({ min: 1, max: 3 }),
  alternates: fc.integer({ min: 0, max: 3 }),
  maximum: fc.constantFrom(null, 1, 2),
  prizeMaximum: fc.constantFrom(undefined, null, 1, 2),
  ownersFrom: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 14 })),
  federal: fc.tuple(prize, prize, prize, prize, prize),
  skipped: fc.integer({ min: 0, max: 2 }),
  treasury: fc.constantFrom(false, false, true),
  disqualifies: fc.boolean(),
  refusesAlternate: fc.boolean(),
});

export const space = { seriesQuantity: 3, numbersPerSeries: 40 };
const window = { startsAt: '2026-01-05T00:00:00-03:00', endsAt: '2026-01-31T23:59:59-03:00' };
const scheduled = { ...window, prizes: [{ campaignPrizeId: 902, quantity: 6 }] };
/** A Saturday; the extractions after it are on Wednesday and Saturday. */
const extractions = ['2026-02-07', '2026-02-11', '2026-02-14', '2026-02-18'];
const hour = 3_600_000;

/** An honest history, with what a cheat needs to build on it. */
export interface History {
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
export function honestHistory(story: Story): History {
  const { seed } = story;
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
    maxRewardsByConsumer: story.maximum,
    extractionAt: `${extractions[0]}T19:00:00-03:00`,
    disqualified: story.treasury ? ('TREASURY' as const) : ('NEXT' as const),
    numbersPerReceipt: 3,
  };
  const entries: DatedEntry[] = [];
  const tell = (time: number, ...added: LedgerEntry[]) =>
    entries.push(...added.map((entry) => ({ at: new Date(time).toISOString(), ...entry })));
  let time = Date.parse(window.startsAt) - hour;
  tell(time, {
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
        maxRewardsByConsumer: story.prizeMaximum,
      },
    ],
  });
  time += hour;

  const owners = new Map<string, Owner>();
  const numbersOf: string[][] = [];
  const blocks = positionsOf(story.steps);
  const steps = story.steps.map((step, index) => ({ ...step, places: blocks[index] ?? [] }));
  const held = new Map<number, number>();
  const voided = new Set<string>();
  const takeBack = (receipt: number, at: number) => {
    const numbers = numbersOf[receipt]?.filter((number) => !voided.has(number)) ?? [];
    if (numbers.length === 0) return;
    tell(at, { type: 'NUMBERS_VOIDED', engine: 101, receipt, numbers });
    for (const number of numbers) voided.add(number);
    const prize = [...held].find(([, owner]) => owner === receipt)?.[0];
    if (prize === undefined) return;
    held.delete(prize);
    tell(at, { type: 'RECEIPT_MODERATED', receipt, from: 'APPROVED', to: 'REJECTED' });
    tell(at, { type: 'PRIZE_FREED', engine: 102, receipt, index: prize });
  };
  for (const [receipt, { person, voids, hours, places }] of steps.entries()) {
    time += hours * hour;
    const consumer = `person-${person}`;
    const { opening, issued, won } = namesOf(story, receipt, consumer);
    const first = Math.min(...places);
    const numbers = places.map(numberAt);
    for (const number of numbers) owners.set(number, { consumer, opening });
    numbersOf.push(numbers);
    tell(time, { type: 'NUMBERS_ISSUED', engine: 101, receipt, ...issued, first, numbers });
    const due = schedule.find(
      ({ index, moment }) => !held.has(index) && Date.parse(moment) <= time,
    );
    const leaf = due && mayWin(story, person, held) && leaves[due.index];
    if (leaf) {
      held.set(leaf.index, receipt);
      const proof = tree.proofOf(leaf.index);
      tell(time, { type: 'PRIZE_WON', engine: 102, receipt, ...won, leaf, proof });
    }
    if (voids) takeBack(receipt - 1, time);
  }

  time = Date.parse('2026-02-02T12:00:00-03:00');
  const hexSeed = Buffer.from(seed).toString('hex');
  tell(time, { type: 'CAMPAIGN_CLOSED' });
  tell(time, ...unusedIn(blocks.flat()));
  tell(time, {
    type: 'SECRETS_REVEALED',
    draws: [{ engine: 101, key: hexSeed }],
    schedules: [{ engine: 102, seed: hexSeed }],
  });
  time += hour;
  const list = blocks
    .flat()
    .sort((one, other) => one - other)
    .map(numberAt)
    .filter((number) => !voided.has(number));
  tell(time, {
    type: 'LIST_FROZEN',
    engine: 101,
    numbers: list.length,
    hash: frozenListHash(list),
    unjudged: 0,
    reason: null,
  });
  const skipped = extractions.slice(0, story.skipped);
  for (const day of skipped) {
    time = Date.parse(`${day}T21:00:00-03:00`);
    tell(time, { type: 'NO_EXTRACTION', engine: 101, day });
  }
  const extraction = extractions[story.skipped] ?? '';
  time = Date.parse(`${extraction}T21:00:00-03:00`);
  const target = drawnNumber(story.federal, space);
  const drawWithout = (gone: ReadonlySet<string>) =>
    placesOf(
      story,
      drawOrder(
        target,
        list.filter((number) => !gone.has(number)),
      ),
      owners,
    );
  const draw = {
    engine: 101,
    federal: [...story.federal],
    extraction,
    drawn: formatLuckyNumber({ series: target[0], number: target[1] }),
    ...drawWithout(new Set()),
  };
  tell(time, { type: 'DRAW_MADE', ...draw });
  const [number] = draw.winners;
  if (story.disqualifies && number) {
    for (const entry of disqualification(story, number, { ...draw, numbersOf })) {
      tell(time + hour, entry);
    }
  }
  const free = schedule.flatMap(({ index }) => (held.has(index) ? [] : (leaves[index] ?? [])));
  return { entries, leaves: free, proofOf: tree.proofOf, numberAt, drawWithout };
}

/** Each receipt's positions: simultaneous ones in any order, and some positions without a receipt. */
function positionsOf(steps: Story['steps']): number[][] {
  const blocks: number[][] = [];
  let next = 0;
  const take = (index: number) => {
    const { quantity = 0, skipped = 0 } = steps[index] ?? {};
    blocks[index] = Array.from({ length: quantity }, (_, offset) => next + skipped + offset);
    next += skipped + quantity;
  };
  for (let pair = 0; pair < steps.length; pair += 2) {
    const inTurn = [pair, pair + 1].filter((index) => index < steps.length);
    for (const index of steps[pair]?.isOvertaken ? inTurn.reverse() : inTurn) take(index);
  }
  return blocks;
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
  { treasury, refusesAlternate }: Story,
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
  const successor = treasury ? null : (standing[0] ?? null);
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
function namesOf({ ownersFrom, prizeMaximum }: Story, receipt: number, consumer: string) {
  if (receipt < ownersFrom) return { opening: null, issued: { consumer }, won: { consumer } };
  const nonce = hash('sha256', `nonce of ${receipt}`).slice(0, 32);
  const opening = { person: personIn(101, consumer), nonce };
  const issued = { owner: ownerOf(opening) };
  const isCounted = typeof prizeMaximum === 'number';
  return { opening, issued, won: isCounted ? { person: personIn(102, consumer) } : issued };
}

function mayWin(
  { steps, prizeMaximum }: Story,
  person: number,
  held: ReadonlyMap<number, number>,
): boolean {
  const own = [...held.values()].filter((receipt) => steps[receipt]?.person === person);
  return own.length < (prizeMaximum ?? Infinity);
}

/** The regulation's sentence, word for word: the nearest first, no person more often than allowed. */
function placesOf(
  { prizes, alternates, maximum }: Story,
  order: readonly string[],
  owners: ReadonlyMap<string, Owner>,
) {
  const personOf = (number: string) => owners.get(number)?.consumer;
  const taken: string[] = [];
  const passedOver: string[] = [];
  for (const number of order) {
    if (taken.length === prizes + alternates) break;
    const own = taken.filter((other) => personOf(other) === personOf(number));
    (own.length >= (maximum ?? Infinity) ? passedOver : taken).push(number);
  }
  const winners = taken.slice(0, prizes);
  const shown = maximum === null ? winners : [...taken, ...passedOver];
  const people = shown.flatMap((number) => {
    const opening = owners.get(number)?.opening;
    return opening ? [[number, opening]] : [];
  });
  const places = { winners, alternates: taken.slice(prizes), passedOver };
  return [...owners.values()].some(({ opening }) => opening)
    ? { ...places, people: Object.fromEntries(people) }
    : { ...places, owners: taken.map((number) => personOf(number) ?? '') };
}
