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

/** Texts of what is true now; null where nothing is known of it. */
export interface Now {
  countdown: string;
  timeLeft: string;
  waiting: string | null;
  lastWin: string | null;
}

/** @throws what `fetch` throws; a page without news stays as it was built */
export async function readNow(): Promise<Now> {
  const { site, now, fetch } = environment();
  const { id, startsAt, endsAt } = site.campaign;
  // The scripts of other calls are ten times as large, and a visitor who only looks needs none.
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
