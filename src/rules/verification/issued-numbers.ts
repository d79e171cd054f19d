import { formatLuckyNumber, parseLuckyNumber } from '../rewards/lucky-number-format.ts';
import type { LuckyNumber, NumberSpace } from '../rewards/lucky-numbers.ts';

/**
 * Only voids before the freeze and before the extraction's hour count: an operator who
 * knows the extraction must not clear the way for a number.
 */
export interface FrozenList {
  position: number;
  /** Milliseconds; Infinity where no extraction was declared. */
  extractionAt: number;
}

interface Voiding {
  at: string;
  position: number;
}

interface RecordedReceipt {
  receipt: number;
  owner: string;
  position: number;
  first: number;
}

interface CountersByValue {
  get(value: number): number | undefined;
  set(value: number, counter: number): void;
}

/** Up to this many values, an array of all takes less memory than a map of those in use. */
const smallSpace = 2 ** 22;

function countersIn(space: number): CountersByValue {
  if (space > smallSpace) return new Map();
  const counters = new Int32Array(space);
  return {
    get: (value) => (counters[value] ?? 0) - 1,
    set(value, counter) {
      counters[value] = counter + 1;
    },
  };
}

/** Instead of a number: no receipt has this counter yet, or none ever will. */
const vacant = -1;
const unused = -2;

/** One integer per number and one owner per receipt: a million must fit into a phone's memory. */
export class IssuedNumbers {
  readonly #space: NumberSpace;
  /** By counter; `position` is that of an entry in the ledger. */
  readonly #values: number[] = [];
  #count = 0;
  readonly #counters: CountersByValue;
  readonly #voided = new Map<number, Voiding>();
  /** Per receipt: the counter of its first number, its id, its owner, its entry. */
  readonly #firsts: number[] = [];
  readonly #receipts: number[] = [];
  readonly #owners: string[] = [];
  readonly #positions: number[] = [];
  readonly #knownReceipts = new Set<number>();

  constructor(space: NumberSpace) {
    this.#space = space;
    this.#counters = countersIn(space.seriesQuantity * space.numbersPerSeries);
  }

  get length(): number {
    return this.#count;
  }

  get voided(): number {
    return this.#voided.size;
  }

  hasReceipt(receipt: number): boolean {
    return this.#knownReceipts.has(receipt);
  }

  /** Whether the sequence has all these counters, and all are still free. */
  isFree(first: number, quantity: number): boolean {
    const { seriesQuantity, numbersPerSeries } = this.#space;
    const isWithin =
      Number.isSafeInteger(first) &&
      Number.isSafeInteger(quantity) &&
      first >= 0 &&
      quantity > 0 &&
      first + quantity <= seriesQuantity * numbersPerSeries;
    return (
      isWithin && this.#values.slice(first, first + quantity).every((value) => value === vacant)
    );
  }

  /** Sorted by counter; receipts entered at the same moment come in any order. */
  recordReceipt({ receipt, owner, position, first }: RecordedReceipt): void {
    this.#knownReceipts.add(receipt);
    let at = this.#firsts.length;
    while (at > 0 && (this.#firsts[at - 1] ?? 0) > first) at -= 1;
    this.#firsts.splice(at, 0, first);
    this.#receipts.splice(at, 0, receipt);
    this.#owners.splice(at, 0, owner);
    this.#positions.splice(at, 0, position);
  }

  /** @returns false for a number that is not of this draw, or was given out before */
  add(text: string, counter: number): boolean {
    const value = this.#valueOf(text);
    if (value === null || this.#counterOf(value) !== null) return false;
    this.#counters.set(value, counter);
    while (this.#values.length < counter) this.#values.push(vacant);
    this.#values[counter] = value;
    this.#count += 1;
    return true;
  }

  /** @returns false for counters that a receipt has, and for those after the last number */
  leaveUnused(first: number, quantity: number): boolean {
    if (!this.isFree(first, quantity) || first + quantity > this.#values.length) return false;
    this.#values.fill(unused, first, first + quantity);
    return true;
  }

  hasGap(): boolean {
    return this.#values.includes(vacant);
  }

  /** @returns false for a number that the receipt does not have, or that is void already. */
  void(text: string, { receipt, ...voiding }: Voiding & { receipt: number }): boolean {
    const counter = this.#counterOfText(text);
    if (counter === null || this.#voided.has(counter)) return false;
    if (this.#receipts[this.#receiptAt(counter)] !== receipt) return false;
    this.#voided.set(counter, voiding);
    return true;
  }

  ownerOf(text: string): string | null {
    const counter = this.#counterOfText(text);
    return counter === null ? null : (this.#owners[this.#receiptAt(counter)] ?? null);
  }

  receiptOf(text: string): number | null {
    const counter = this.#counterOfText(text);
    return counter === null ? null : (this.#receipts[this.#receiptAt(counter)] ?? null);
  }

  /** Not void, and not of one of these denied receipts, whose numbers must become void next. */
  isValid(text: string, denied: ReadonlySet<number>): boolean {
    const counter = this.#counterOfText(text);
    if (counter === null || this.#voided.has(counter)) return false;
    return !denied.has(this.#receipts[this.#receiptAt(counter)] ?? 0);
  }

  /** A number of these receipts that is not void; null when all are. */
  firstValidOf(receipts: ReadonlySet<number>): string | null {
    for (const [index, receipt] of this.#receipts.entries()) {
      if (!receipts.has(receipt)) continue;
      const end = this.#firsts[index + 1] ?? this.#values.length;
      for (let counter = this.#firsts[index] ?? end; counter < end; counter += 1) {
        const value = this.#values[counter] ?? vacant;
        if (value >= 0 && !this.#voided.has(counter)) return this.#textOf(value);
      }
    }
    return null;
  }

  /** The entry that gave out a number, and when it became void; null for a number not given out. */
  find(text: string): { position: number; voidedAt: string | null } | null {
    const counter = this.#counterOfText(text);
    if (counter === null) return null;
    const position = this.#positions[this.#receiptAt(counter)] ?? 0;
    return { position, voidedAt: this.#voided.get(counter)?.at ?? null };
  }

  *list(): Generator<{ counter: number; number: string; voidedAt: string | null }, void> {
    for (const [counter, value] of this.#values.entries()) {
      if (value < 0) continue;
      yield {
        counter,
        number: this.#textOf(value),
        voidedAt: this.#voided.get(counter)?.at ?? null,
      };
    }
  }

  *inDraw({ position, extractionAt }: FrozenList): Generator<LuckyNumber, void> {
    for (const [counter, value] of this.#values.entries()) {
      if (value < 0) continue;
      const voiding = this.#voided.get(counter);
      const isOut = voiding && voiding.position < position && Date.parse(voiding.at) < extractionAt;
      if (!isOut) yield this.#split(value);
    }
  }

  perSeries(): number[] {
    const { seriesQuantity, numbersPerSeries } = this.#space;
    const counts = new Array<number>(seriesQuantity).fill(0);
    for (const value of this.#values) {
      if (value < 0) continue;
      const series = Math.floor(value / numbersPerSeries);
      counts[series] = (counts[series] ?? 0) + 1;
    }
    return counts;
  }

  #split(value: number): LuckyNumber {
    const { numbersPerSeries } = this.#space;
    return { series: Math.floor(value / numbersPerSeries), number: value % numbersPerSeries };
  }

  #textOf(value: number): string {
    const { series, number } = this.#split(value);
    return formatLuckyNumber({ series, number });
  }

  #valueOf(text: string): number | null {
    const parsedNumber = parseLuckyNumber(text);
    const { seriesQuantity, numbersPerSeries } = this.#space;
    if (
      !parsedNumber ||
      parsedNumber.series >= seriesQuantity ||
      parsedNumber.number >= numbersPerSeries
    )
      return null;
    return parsedNumber.series * numbersPerSeries + parsedNumber.number;
  }

  #counterOfText(text: string): number | null {
    const value = this.#valueOf(text);
    return value === null ? null : this.#counterOf(value);
  }

  #counterOf(value: number): number | null {
    const counter = this.#counters.get(value) ?? -1;
    return counter < 0 ? null : counter;
  }

  #receiptAt(counter: number): number {
    let low = 0;
    let high = this.#firsts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#firsts[middle] ?? Infinity) <= counter) low = middle;
      else high = middle;
    }
    return low;
  }
}
