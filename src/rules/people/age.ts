import { dayInSaoPaulo, isCalendarDay } from '../dates.ts';
import type { Violation } from '../violation.ts';

const ageOfMajority = 18;

/** @param birthDate `yyyy-MM-dd`, or what was typed if it is no date */
export function checkBirthDate(birthDate: string, now: Date): Violation | null {
  if (birthDate.trim() === '') return 'REQUIRED';
  if (!isCalendarDay(birthDate)) return 'DATE';
  return isAdult(birthDate, now) ? null : 'UNDER_AGE';
}

/** True from the birthday itself on; born on 29 February, on 1 March. */
export function isAdult(birthDate: string, now: Date): boolean {
  const today = dayInSaoPaulo(now);
  // In most years there is no such 29 February; its text sorts between 28 February and 1 March.
  return birthDate <= `${Number(today.slice(0, 4)) - ageOfMajority}${today.slice(4)}`;
}
