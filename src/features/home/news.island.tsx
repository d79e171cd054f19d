import { useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { myReceiptsPath, simulatorPath } from '../../paths.ts';
import type { Fact, HomeFacts, KnownAtBuild } from '../../rules/campaign/news.ts';
import type { OwnFacts } from './read-own-facts.ts';

interface HomeNewsProps {
  site: SiteProps;
  known: KnownAtBuild;
  facts: HomeFacts;
}

interface Learnt {
  news?: { facts: HomeFacts; lastWin: string | null };
  mine?: OwnFacts | null;
  isInvited?: boolean;
}

const notKnownYet: readonly Fact[] = [
  ['–', 'notas enviadas'],
  ['–', 'números da sorte'],
];

/** Today's facts about the promotion. Each fills a reserved place, so nothing moves. */
export function HomeNews({ site, known, facts }: HomeNewsProps) {
  startSite(site);
  const [{ news, mine, isInvited }, setLearnt] = useState<Learnt>({});

  useEffect(() => {
    const learn = (learnt: Learnt) => setLearnt((before) => ({ ...before, ...learnt }));
    void import('./read-news.ts')
      .then((read) => {
        learn({ isInvited: read.isInvited() });
        read.startNews(known, (news) => learn({ news }));
        read.startOwnFacts(known, (mine) => learn({ mine }));
      })
      .catch(environment().report);
  }, [known]);

  const { open, closed } = news?.facts ?? facts;
  return (
    <>
      <p className="news-mine on-dark when-in">
        <Facts facts={mine?.facts ?? notKnownYet} />
        <a href={mine?.invites ? simulatorPath : myReceiptsPath}>
          {mine?.invites ? 'Quanto ela rende?' : 'Ver minhas notas'}
        </a>
      </p>
      {isInvited && (
        <p className="news-mine news-invited when-out when-joinable">
          <span>
            <b>Um amigo chamou você!</b> O convite já vai junto com o seu cadastro.
          </span>
        </p>
      )}
      <p className="news-facts when-joinable">
        <Facts facts={open} />
      </p>
      <p className="news-facts when-closed">
        <Facts facts={closed} />
      </p>
      {known.prizes && (
        <p className="news-last when-joinable">
          {news?.lastWin ?? 'Cada nota é uma chance de ganhar na hora.'}
        </p>
      )}
    </>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return facts.map(([value, name]) => (
    <span key={name}>
      <b>{value}</b> {name}
    </span>
  ));
}

export function Countdown({ site }: { site: SiteProps }) {
  startSite(site);
  const [text, setText] = useState('Vem aí');
  useEffect(() => {
    if (environment().phase() !== 'not-started') return;
    void import('./read-news.ts').then(
      (read) => read.startCountdown(setText),
      environment().report,
    );
  }, []);
  return <>{text}</>;
}
