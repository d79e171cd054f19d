import dayjs from 'dayjs';
import { dayInSaoPaulo, formatDate, instantOf } from '../../rules/dates.ts';

/** ISO 8601 with an offset. */
export interface Dates {
  startsAt: string;
  endsAt: string;
}

export const campaignWindows = ['live', 'spec', 'before', 'after'] as const;
export type CampaignWindow = (typeof campaignWindows)[number];

const daysFromToday = { live: [-30, 31], before: [7, 68], after: [-68, -7] } as const;

/** First and last second in São Paulo (UTC-3 all year since 2019); `today` is `yyyy-MM-dd`. */
export function windowDates(window: CampaignWindow, today: string) {
  if (window === 'spec') {
    return { startsAt: '2025-10-01T00:00:00-03:00', endsAt: '2025-11-30T23:59:59-03:00' };
  }
  const [first, last] = daysFromToday[window];
  return {
    startsAt: `${dayAfter(today, first)}T00:00:00-03:00`,
    endsAt: `${dayAfter(today, last)}T23:59:59-03:00`,
  };
}

function dayAfter(day: string, days: number): string {
  return dayjs(day).add(days, 'day').format('YYYY-MM-DD');
}

/** Certificates carry the year of the authorisation. */
export function authorisationYear({ startsAt }: Dates): string {
  return dayInSaoPaulo(instantOf(startsAt)).slice(0, 4);
}

/** The first Saturday with five whole days between the end and it, to check all receipts. */
export function drawDay(dates: Dates): string {
  return formatDate(extractionDay(dates));
}

export function extractionAt(dates: Dates): string {
  return `${extractionDay(dates)}T19:00:00-03:00`;
}

const saturday = 6;

function extractionDay({ endsAt }: Dates): string {
  const earliest = dayjs(dayInSaoPaulo(instantOf(endsAt))).add(6, 'day');
  return earliest.add((7 + saturday - earliest.day()) % 7, 'day').format('YYYY-MM-DD');
}
