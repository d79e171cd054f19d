import { environment } from '../../environment.ts';
import { newsPath } from '../../paths.ts';
import {
  countdownText,
  lastWinText,
  parseNews,
  timeLeftText,
  waitingPrizes,
} from '../../rules/news.ts';
import { referralKey } from '../../storage-keys.ts';

/** Today's sentences; null for what is unknown. */
export interface TodaysNews {
  countdown: string;
  timeLeft: string;
  waiting: string | null;
  lastWin: string | null;
}

/** @throws what `fetch` throws; without news the page stays as it was built */
export async function readNews(): Promise<TodaysNews> {
  const { site, now, fetch } = environment();
  const { id, startsAt, endsAt } = site.campaign;
  // Plain fetch: `call` would bring ten times as much script to visitors who only look.
  const response = await fetch(site.apiUrl + newsPath.replace(':campaignId', String(id)));
  const news = response.ok ? parseNews(await response.json()) : null;
  return {
    countdown: countdownText(startsAt, now()),
    timeLeft: timeLeftText(endsAt, now()),
    waiting: news && waitingPrizes(news).toLocaleString('pt-BR'),
    lastWin: news?.lastWin ? lastWinText(news.lastWin, now()) : null,
  };
}

export function isInvited(): boolean {
  return environment().storage.get(referralKey) !== null;
}
