import { personIn } from '../log/hidden-owners.ts';
import type { EntryOf } from '../log/ledger-entry-types.ts';
import { isInTree } from '../log/merkle.ts';
import { instantPrizeSchedule, scheduleLeaf } from '../rewards/instant-prize-schedule.ts';
import {
  type Contradiction,
  outsideCampaign,
  type PrizeMove,
  type ReplayedSchedule,
  type ReplayState,
} from './replay-state.ts';

/** A prize can be won while the campaign runs, from its moment on, by one receipt at a time. */
export function winPrize(state: ReplayState, entry: EntryOf<'PRIZE_WON'>): string | null {
  const { at, engine, receipt, consumer, leaf, proof } = entry;
  const outside = outsideCampaign(state, entry);
  if (outside) return `entrega um prêmio ${outside}`;
  const schedule = state.schedules.get(engine);
  if (!schedule || schedule.heldPrizes.has(leaf.index))
    return `entrega duas vezes o prêmio ${leaf.index}`;
  const claim = { index: leaf.index, size: schedule.total, proof, root: schedule.root };
  if (!isInTree(scheduleLeaf(leaf), claim)) return 'entrega um prêmio que não estava no cronograma';
  if (Date.parse(at) < Date.parse(leaf.moment)) {
    return `entrega o prêmio ${leaf.index} antes do seu momento`;
  }
  if (schedule.winningReceipts.has(receipt))
    return `entrega outro prêmio à nota ${receipt}, que já tem um`;
  const person = entry.person ?? (consumer ? personIn(engine, consumer) : null);
  const contradiction = countFor(schedule, person);
  if (contradiction) return contradiction;
  schedule.heldPrizes.set(leaf.index, { receipt, person });
  schedule.winningReceipts.add(receipt);
  schedule.moves.push({
    position: state.position,
    atMs: Date.parse(at),
    index: leaf.index,
    move: 'WON',
  });
  return null;
}

/** Counts one more win for the person. @returns what is wrong with it */
function countFor({ winsByPerson, maxRewardsByConsumer }: ReplayedSchedule, person: string | null) {
  const maxWinsPerPerson = maxRewardsByConsumer ?? Infinity;
  if (!person) return maxWinsPerPerson < Infinity ? 'entrega um prêmio sem dizer a quem' : null;
  const winsOfPerson = winsByPerson.get(person) ?? 0;
  winsByPerson.set(person, winsOfPerson + 1);
  return winsOfPerson < maxWinsPerPerson
    ? null
    : `entrega mais um prêmio a quem já tem ${winsOfPerson}, o máximo por pessoa`;
}

/** Only its own receipt can free it, after being denied. */
export function freePrize(state: ReplayState, entry: EntryOf<'PRIZE_FREED'>): string | null {
  const { at, index, receipt } = entry;
  const schedule = state.schedules.get(entry.engine);
  const heldPrize = schedule?.heldPrizes.get(index);
  if (!schedule || heldPrize?.receipt !== receipt) return 'libera um prêmio que ninguém tinha';
  if (!state.deniedReceipts.has(receipt))
    return `libera o prêmio da nota ${receipt}, que não foi recusada`;
  schedule.heldPrizes.delete(index);
  schedule.winningReceipts.delete(receipt);
  if (heldPrize.person)
    schedule.winsByPerson.set(
      heldPrize.person,
      (schedule.winsByPerson.get(heldPrize.person) ?? 1) - 1,
    );
  schedule.moves.push({ position: state.position, atMs: Date.parse(at), index, move: 'FREED' });
  return null;
}

/** Receipts entered together may lock each other's prizes, and then skip them. */
const simultaneousMs = 60_000;

/** The earliest prize that is due and free goes to the receipt; this needs the seed. */
export function outOfOrderContradiction(
  schedule: ReplayedSchedule,
  seed: Uint8Array,
): Contradiction | null {
  const queue = new PrizeQueue(instantPrizeSchedule({ ...schedule, seed }), schedule.moves);
  for (const [moveIndex, { position, atMs, index, move }] of schedule.moves.entries()) {
    if (move === 'FREED') {
      queue.free(index, atMs);
      continue;
    }
    const passed = queue.take(index, moveIndex);
    if (passed !== null) {
      return {
        position,
        says: `entrega o prêmio ${index} fora da vez: o ${passed} vinha antes`,
      };
    }
  }
  return null;
}

class PrizeQueue {
  readonly #prizes: readonly { index: number; moment: number }[];
  readonly #moves: readonly PrizeMove[];
  readonly #rankOf: Map<number, number>;
  /** By rank: when the prize became free, in milliseconds; null while it is won. */
  readonly #freeSince: (number | null)[];
  #lowest = 0;

  constructor(prizes: readonly { index: number; moment: string }[], moves: readonly PrizeMove[]) {
    this.#prizes = prizes.map(({ index, moment }) => ({ index, moment: Date.parse(moment) }));
    this.#moves = moves;
    this.#rankOf = new Map(prizes.map(({ index }, rank) => [index, rank]));
    this.#freeSince = prizes.map(() => Number.NEGATIVE_INFINITY);
  }

  free(index: number, atMs: number): void {
    const rank = this.#rankOf.get(index) ?? 0;
    this.#freeSince[rank] = atMs;
    this.#lowest = Math.min(this.#lowest, rank);
  }

  /** Takes a prize by the move at `moveIndex`. @returns the index of one that came first, or null */
  take(index: number, moveIndex: number): number | null {
    const rank = this.#rankOf.get(index) ?? 0;
    this.#freeSince[rank] = null;
    for (let earlier = this.#lowest; earlier < rank; earlier += 1) {
      if (this.#waits(earlier, moveIndex)) return this.#prizes[earlier]?.index ?? null;
    }
    while (this.#freeSince[this.#lowest] === null) this.#lowest += 1;
    return null;
  }

  /** Whether the prize of that rank was due and free well before and well after the move. */
  #waits(rank: number, moveIndex: number): boolean {
    const since = this.#freeSince[rank] ?? null;
    const prize = this.#prizes[rank];
    const at = this.#moves[moveIndex]?.atMs ?? 0;
    if (since === null || !prize || Math.max(since, prize.moment) > at - simultaneousMs)
      return false;
    for (const move of this.#moves.slice(moveIndex + 1)) {
      if (move.atMs > at + simultaneousMs) return true;
      if (move.index === prize.index && move.move === 'WON') return false;
    }
    return true;
  }
}
