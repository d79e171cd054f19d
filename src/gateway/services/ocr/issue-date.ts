import type { AccessKey } from '../../../rules/access-key.ts';
import { dayOfIssue, monthOfIssue } from '../../../rules/receipt-qr.ts';

const dateShape = /(?<!\d)(\d\d)\s?[/.-]\s?(\d\d)\s?[/.-]\s?(20\d\d|\d\d(?!\d))/g;

/** A date read exactly outweighs all those that are a date of the month but for one digit. */
const exactVote = 100;
const nearVote = 1;

/** The day of the key's month that most dates name, give or take a digit; null for a tie. */
export function votedDay(text: string, accessKey: AccessKey, least = 0): string | null {
  const votes = new Map<string, number>();
  for (const [, day = '', month = '', year = ''] of text.matchAll(dateShape)) {
    const candidate = dayOfIssue(accessKey, `${monthOfIssue(accessKey)}-${day}`);
    const vote = voteOf(accessKey, month, year.slice(-2));
    if (candidate && vote > 0) votes.set(candidate, (votes.get(candidate) ?? 0) + vote);
  }
  const [first, second] = [...votes].toSorted(([, a], [, b]) => b - a);
  if (!first || first[1] === second?.[1]) return null;
  return first[1] >= least * exactVote ? first[0] : null;
}

function voteOf(accessKey: AccessKey, month: string, year: string): number {
  const expected = accessKey.key.slice(2, 6);
  const written = `${year}${month}`;
  if (written === expected) return exactVote;
  const wrong = [...written].filter((digit, position) => digit !== expected[position]).length;
  const isAnotherDate =
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Math.abs(Number(year) + 2000 - accessKey.year) <= 2;
  return wrong === 1 && !isAnotherDate ? nearVote : 0;
}
