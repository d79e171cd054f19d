import dayjs from 'dayjs';

export const CAMPAIGN_VARIANTS = ['19', 'all'] as const;
export type CampaignVariant = (typeof CAMPAIGN_VARIANTS)[number];

export const CAMPAIGN_WINDOWS = ['live', 'spec', 'before', 'after'] as const;
export type CampaignWindow = (typeof CAMPAIGN_WINDOWS)[number];

const DAYS = { live: [-30, 31], before: [7, 68], after: [-68, -7] } as const;

/** First and last second in São Paulo (UTC-3 all year since 2019); `today` is `yyyy-MM-dd`. */
export function windowDates(window: CampaignWindow, today: string) {
  if (window === 'spec') {
    return { startsAt: '2025-10-01T00:00:00-03:00', endsAt: '2025-11-30T23:59:59-03:00' };
  }
  const [first, last] = DAYS[window];
  return {
    startsAt: `${dayAfter(today, first)}T00:00:00-03:00`,
    endsAt: `${dayAfter(today, last)}T23:59:59-03:00`,
  };
}

function dayAfter(day: string, days: number): string {
  return dayjs(day).add(days, 'day').format('YYYY-MM-DD');
}
