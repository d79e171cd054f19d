import { clockInSaoPaulo, dayInSaoPaulo, instantOf } from '../dates.ts';
import { type LuckyNumber, type NumberSpace, sizeOf } from '../rewards/lucky-numbers.ts';

export type FederalPrizes = readonly [string, string, string, string, string];

export type FederalViolation =
  | { violation: 'COUNT'; given: number }
  | { violation: 'DIGITS'; position: number; given: string };

/** Decreto 70.951/1972, art. 17; five prizes give five digits. */
const maxNumbersPerSeries = 100_000;

/** Splits at commas, blanks and semicolons, and accepts `12.345`. Leading zeros count. */
export function parseFederalPrizes(text: string): { prizes: FederalPrizes } | FederalViolation {
  const numbers = text.split(/[\s,;]+/).filter((part) => part !== '');
  const [first, second, third, fourth, fifth, ...more] = numbers.map((part) =>
    part.replace(/^(\d{2})\.(\d{3})$/, '$1$2'),
  );
  if (!first || !second || !third || !fourth || !fifth || more.length > 0) {
    return { violation: 'COUNT', given: numbers.length };
  }
  const prizes = [first, second, third, fourth, fifth] as const;
  const wrong = prizes.findIndex((prize) => !/^\d{5}$/.test(prize));
  if (wrong === -1) return { prizes };
  return { violation: 'DIGITS', position: wrong + 1, given: numbers[wrong] ?? '' };
}

const wednesday = 3;
const saturday = 6;

/** Whether the lottery usually draws on this weekday: Wednesdays and Saturdays. */
export function isUsualExtractionDay(day: string): boolean {
  return [wednesday, saturday].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** The first usual day after `day`, never `day` itself; both `yyyy-MM-dd`. */
export function nextExtraction(day: string): string {
  const following = new Date(`${day}T00:00:00Z`);
  following.setUTCDate(following.getUTCDate() + 1);
  const next = following.toISOString().slice(0, 10);
  return isUsualExtractionDay(next) ? next : nextExtraction(next);
}

interface DrawTurn {
  /** Missing in ledgers from before draws declared their extraction. */
  rules?: { extractionAt: string | null } | null | undefined;
  daysWithoutExtraction: readonly string[];
}

/** The declared day, else the next Wednesday or Saturday. Null if no extraction was declared. */
export function decidingDay({ rules, daysWithoutExtraction }: DrawTurn): string | null {
  if (!rules?.extractionAt) return null;
  let dueDay = dayInSaoPaulo(instantOf(rules.extractionAt));
  while (daysWithoutExtraction.includes(dueDay)) dueDay = nextExtraction(dueDay);
  return dueDay;
}

/** The day that decides if `day` (`yyyy-MM-dd`) does not; special extractions on the way count. */
export function otherDecidingDay(day: string, drawTurn: DrawTurn): string | null {
  const dueDay = decidingDay(drawTurn);
  const declared = decidingDay({ ...drawTurn, daysWithoutExtraction: [] });
  if (!dueDay || !declared || day === dueDay) return null;
  const isSpecial = declared < day && day < dueDay && !drawTurn.daysWithoutExtraction.includes(day);
  return isSpecial ? null : dueDay;
}

export function isExtractionOver(rules: DrawTurn['rules'], now: Date): boolean {
  const hour = rules?.extractionAt;
  return !!hour && now >= instantOf(hour);
}

/** When a day's extraction is held: at the declared hour, whichever day decides. */
export function extractionMoment(day: string, { rules }: Pick<DrawTurn, 'rules'>): string {
  const declared = rules?.extractionAt;
  const time = declared ? clockInSaoPaulo(instantOf(declared)).slice(10) : 'T00:00:00';
  return `${day}${time}-03:00`;
}

/**
 * The number that an extraction points at, whether it was given out or not.
 * 1. k = how many digits seriesQuantity - 1 has.
 * 2. series = the tens digits of prizes 1 to k, less the number of series until it is one of them.
 * 3. number = the units digits of prizes 1 to 5, less the numbers per series until it is one.
 * Step 3's second half is ours: it is fair where 100 000 is a multiple of the numbers per series.
 * @throws RangeError for a space that five prizes cannot point into.
 */
export function drawnNumber(prizes: FederalPrizes, space: NumberSpace): LuckyNumber {
  const { seriesQuantity, numbersPerSeries } = space;
  sizeOf(space);
  const seriesDigits = String(seriesQuantity - 1).length;
  if (seriesDigits > prizes.length || numbersPerSeries > maxNumbersPerSeries) {
    throw new RangeError(`Five prizes cannot draw from ${seriesQuantity} × ${numbersPerSeries}`);
  }
  const digits = (index: number) => prizes.map((prize) => prize[index]).join('');
  return {
    series: Number(digits(3).slice(0, seriesDigits)) % seriesQuantity,
    number: Number(digits(4)) % numbersPerSeries,
  };
}
