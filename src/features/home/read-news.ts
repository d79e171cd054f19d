import { learnTime } from '../../client/clock.ts';
import { environment } from '../../environment.ts';
import { newsPath } from '../../paths.ts';
import {
  countdownText,
  type HomeFacts,
  homeFacts,
  type KnownAtBuild,
  lastWinText,
  parseNews,
  timeLeftText,
} from '../../rules/campaign/news.ts';
import { referralKey } from '../../storage-keys.ts';

interface TodaysNews {
  facts: HomeFacts;
  lastWin: string | null;
}

/** Without an answer the page stays as it was. */
export function followNews(known: KnownAtBuild, show: (news: TodaysNews) => void): void {
  atOnceAndOnReturn(() => void readNews(known).then(show, environment().report));
}

/** @throws what `fetch` throws */
export async function readNews(known: KnownAtBuild): Promise<TodaysNews> {
  const { site, now, fetch, storage } = environment();
  const { id, endsAt } = site.campaign;
  // Plain fetch: `call` would bring ten times as much script to visitors who only look.
  const response = await fetch(site.apiUrl + newsPath.replace(':campaignId', String(id)));
  learnTime(response.headers, storage);
  const news = response.ok ? parseNews(await response.json()) : null;
  const timeLeft = timeLeftText(endsAt, now());
  return {
    facts: homeFacts(known, { instantPrizes: [], ...news, timeLeft }),
    lastWin: news?.lastWin ? lastWinText(news.lastWin, now()) : null,
  };
}

export function followCountdown(show: (text: string) => void): void {
  const { site, now } = environment();
  atOnceAndOnReturn(() => show(countdownText(site.campaign.startsAt, now())));
}

/** A page may stay open for weeks, and be shown again without being loaded. */
function atOnceAndOnReturn(work: () => void): void {
  work();
  document.addEventListener('visibilitychange', () => document.hidden || work());
}

export function isInvited(): boolean {
  return environment().storage.get(referralKey) !== null;
}
