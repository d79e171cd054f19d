import dayjs from 'dayjs';
import { dayInSaoPaulo, formatDate, instantOf } from '../../rules/dates.ts';

/** ISO 8601 with an offset. */
export interface Dates {
  startsAt: string;
  endsAt: string;
}

const SATURDAY = 6;

export function dayText(moment: string): string {
  return formatDate(dayInSaoPaulo(instantOf(moment)));
}

/** Certificates carry the year of the authorisation. */
export function authorisationYear({ startsAt }: Dates): string {
  return dayInSaoPaulo(instantOf(startsAt)).slice(0, 4);
}

/** The first Saturday at least five days after the end: every receipt is checked by then. */
export function drawDay(dates: Dates): string {
  return formatDate(extractionDay(dates));
}

export function extractionAt(dates: Dates): string {
  return `${extractionDay(dates)}T19:00:00-03:00`;
}

function extractionDay({ endsAt }: Dates): string {
  const earliest = dayjs(dayInSaoPaulo(instantOf(endsAt))).add(6, 'day');
  return earliest.add((7 + SATURDAY - earliest.day()) % 7, 'day').format('YYYY-MM-DD');
}
