import { isCalendarDay, todayInSaoPaulo } from './dates.ts';
import type { Violation } from './violation.ts';

const ageOfMajority = 18;

/** @param birthDate `yyyy-MM-dd`, or what was typed if it is no date */
export function checkBirthDate(birthDate: string, now: Date): Violation | null {
  if (birthDate.trim() === '') return 'REQUIRED';
  if (!isCalendarDay(birthDate)) return 'DATE';
  return isAdult(birthDate, now) ? null : 'UNDER_AGE';
}

/** True from the birthday itself on; born on 29 February, on 1 March. */
export function isAdult(birthDate: string, now: Date): boolean {
  const birthday = `${Number(birthDate.slice(0, 4)) + ageOfMajority}${birthDate.slice(4)}`;
  // Without a 29 February its text sorts between 28 February and 1 March.
  return birthday <= todayInSaoPaulo(now);
}
