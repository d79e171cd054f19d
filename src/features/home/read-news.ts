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
import type { OwnFacts } from './read-own-facts.ts';

interface TodaysNews {
  facts: HomeFacts;
  lastWin: string | null;
}

/** Without an answer the page stays as it was. */
export function startNews(known: KnownAtBuild, show: (news: TodaysNews) => void): void {
  atOnceAndOnReturn(() => void readNews(known).then(show, environment().report));
}

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

/** The user may sign in or out meanwhile, on the page or in another tab, and send receipts elsewhere. */
export function startOwnFacts(
  { drawDay }: KnownAtBuild,
  show: (mine: OwnFacts | null) => void,
): void {
  const { documentElement } = document;
  let { session } = documentElement.dataset;
  let reading = 0;
  const read = () => {
    reading += 1;
    const latest = reading;
    if (documentElement.dataset.session !== 'in') return;
    void import('./read-own-facts.ts')
      .then(({ readOwnFacts }) => readOwnFacts(drawDay))
      .then((mine) => latest === reading && show(mine), environment().report);
  };
  const follow = () => {
    if (session === documentElement.dataset.session) return;
    session = documentElement.dataset.session;
    show(null);
    read();
  };
  atOnceAndOnReturn(read);
  new MutationObserver(follow).observe(documentElement, { attributeFilter: ['data-session'] });
}

export function startCountdown(show: (text: string) => void): void {
  const { site, now } = environment();
  atOnceAndOnReturn(() => show(countdownText(site.campaign.startsAt, now())));
}

/** A page may stay open for weeks, and be shown again without being loaded. */
function atOnceAndOnReturn(work: () => void): void {
  work();
  document.addEventListener('visibilitychange', () => document.hidden || work());
}

export function isInvited(): boolean {
  const { site, storage } = environment();
  return site.hotsite.registration.enabled && storage.get(referralKey) !== null;
}
