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

interface Places {
  get(value: number): number | undefined;
  set(value: number, place: number): void;
}

/** Up to this many values, an array of all takes less memory than a map of those in use. */
const smallSpace = 2 ** 22;

function placesIn(space: number): Places {
  if (space > smallSpace) return new Map();
  const places = new Int32Array(space);
  return {
    get: (value) => (places[value] ?? 0) - 1,
    set(value, place) {
      places[value] = place + 1;
    },
  };
}

/** Instead of a number: no receipt has this position yet, or none ever will. */
const open = -1;
const unused = -2;

/** One integer per number and one owner per receipt: a million must fit into a phone's memory. */
export class IssuedNumbers {
  readonly #space: NumberSpace;
  /** By position in the sequence. */
  readonly #values: number[] = [];
  #count = 0;
  readonly #places: Places;
  readonly #voided = new Map<number, Voiding>();
  /** Per receipt: the position of its first number, its id, its owner, its entry. */
  readonly #firsts: number[] = [];
  readonly #receipts: number[] = [];
  readonly #owners: string[] = [];
  readonly #positions: number[] = [];
  readonly #known = new Set<number>();

  constructor(space: NumberSpace) {
    this.#space = space;
    this.#places = placesIn(space.seriesQuantity * space.numbersPerSeries);
  }

  get length(): number {
    return this.#count;
  }

  get voided(): number {
    return this.#voided.size;
  }

  hasReceipt(receipt: number): boolean {
    return this.#known.has(receipt);
  }

  /** Whether the sequence has all these positions, and all are still free. */
  isFree(first: number, quantity: number): boolean {
    const { seriesQuantity, numbersPerSeries } = this.#space;
    const isWithin =
      Number.isSafeInteger(first) &&
      Number.isSafeInteger(quantity) &&
      first >= 0 &&
      quantity > 0 &&
      first + quantity <= seriesQuantity * numbersPerSeries;
    return isWithin && this.#values.slice(first, first + quantity).every((value) => value === open);
  }

  /** Sorted by position; receipts entered at the same moment come in any order. */
  openReceipt(receipt: number, owner: string, position: number, first: number): void {
    this.#known.add(receipt);
    let at = this.#firsts.length;
    while (at > 0 && (this.#firsts[at - 1] ?? 0) > first) at -= 1;
    this.#firsts.splice(at, 0, first);
    this.#receipts.splice(at, 0, receipt);
    this.#owners.splice(at, 0, owner);
    this.#positions.splice(at, 0, position);
  }

  /** @returns false for a number that is not of this draw, or was given out before */
  add(text: string, place: number): boolean {
    const value = this.#valueOf(text);
    if (value === null || this.#placeOf(value) !== null) return false;
    this.#places.set(value, place);
    while (this.#values.length < place) this.#values.push(open);
    this.#values[place] = value;
    this.#count += 1;
    return true;
  }

  /** @returns false for positions that a receipt has, and for those after the last number */
  leaveUnused(first: number, quantity: number): boolean {
    if (!this.isFree(first, quantity) || first + quantity > this.#values.length) return false;
    this.#values.fill(unused, first, first + quantity);
    return true;
  }

  hasGap(): boolean {
    return this.#values.includes(open);
  }

  /** @returns false for a number that the receipt does not have, or that is void already. */
  void(text: string, { receipt, ...voiding }: Voiding & { receipt: number }): boolean {
    const place = this.#placeOfText(text);
    if (place === null || this.#voided.has(place)) return false;
    if (this.#receipts[this.#receiptAt(place)] !== receipt) return false;
    this.#voided.set(place, voiding);
    return true;
  }

  ownerOf(text: string): string | null {
    const place = this.#placeOfText(text);
    return place === null ? null : (this.#owners[this.#receiptAt(place)] ?? null);
  }

  receiptOf(text: string): number | null {
    const place = this.#placeOfText(text);
    return place === null ? null : (this.#receipts[this.#receiptAt(place)] ?? null);
  }

  /** Not void, and not of one of these refused receipts, whose numbers must become void next. */
  isStanding(text: string, refused: ReadonlySet<number>): boolean {
    const place = this.#placeOfText(text);
    if (place === null || this.#voided.has(place)) return false;
    return !refused.has(this.#receipts[this.#receiptAt(place)] ?? 0);
  }

  /** A number of these receipts that is not void; null when all are. */
  firstValidOf(receipts: ReadonlySet<number>): string | null {
    for (const [index, receipt] of this.#receipts.entries()) {
      if (!receipts.has(receipt)) continue;
      const end = this.#firsts[index + 1] ?? this.#values.length;
      for (let place = this.#firsts[index] ?? end; place < end; place += 1) {
        const value = this.#values[place] ?? open;
        if (value >= 0 && !this.#voided.has(place)) return this.#shown(value);
      }
    }
    return null;
  }

  /** The entry that gave out a number, and when it became void; null for a number not given out. */
  find(text: string): { position: number; voidedAt: string | null } | null {
    const place = this.#placeOfText(text);
    if (place === null) return null;
    const position = this.#positions[this.#receiptAt(place)] ?? 0;
    return { position, voidedAt: this.#voided.get(place)?.at ?? null };
  }

  *list(): Generator<{ place: number; number: string; voidedAt: string | null }, void> {
    for (const [place, value] of this.#values.entries()) {
      if (value < 0) continue;
      yield { place, number: this.#shown(value), voidedAt: this.#voided.get(place)?.at ?? null };
    }
  }

  *inDraw({ position, extractionAt }: FrozenList): Generator<LuckyNumber, void> {
    for (const [place, value] of this.#values.entries()) {
      if (value < 0) continue;
      const voiding = this.#voided.get(place);
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

  #shown(value: number): string {
    const { series, number } = this.#split(value);
    return formatLuckyNumber(series, number);
  }

  #valueOf(text: string): number | null {
    const read = parseLuckyNumber(text);
    const { seriesQuantity, numbersPerSeries } = this.#space;
    if (!read || read.series >= seriesQuantity || read.number >= numbersPerSeries) return null;
    return read.series * numbersPerSeries + read.number;
  }

  #placeOfText(text: string): number | null {
    const value = this.#valueOf(text);
    return value === null ? null : this.#placeOf(value);
  }

  #placeOf(value: number): number | null {
    const place = this.#places.get(value) ?? -1;
    return place < 0 ? null : place;
  }

  #receiptAt(place: number): number {
    let low = 0;
    let high = this.#firsts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#firsts[middle] ?? Infinity) <= place) low = middle;
      else high = middle;
    }
    return low;
  }
}
