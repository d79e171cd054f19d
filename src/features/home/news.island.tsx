import { useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { myReceiptsPath } from '../../paths.ts';
import type { TodaysNews } from './read-news.ts';
import type { MyFigures } from './read-own-figures.ts';

interface HomeNewsProps {
  site: SiteProps;
  /** From the build: how many instant prizes there are, and the last day. */
  prizes: string | null;
  lastDay: string;
  drawDay: string | null;
}

interface Known {
  news?: TodaysNews | null;
  mine?: MyFigures | null;
  isInvited?: boolean;
}

const notKnownYet: MyFigures = [['–', 'números da sorte']];

/** Today's facts about the promotion. Each fills a reserved place, so nothing moves. */
export function HomeNews({ site, prizes, lastDay, drawDay }: HomeNewsProps) {
  startSite(site);
  const [{ news, mine, isInvited }, setKnown] = useState<Known>({});

  useEffect(() => {
    const { report } = environment();
    const isSignedIn = document.documentElement.dataset['session'] === 'in';
    const learn = (known: Known) => setKnown((before) => ({ ...before, ...known }));
    void import('./read-news.ts')
      .then((read) => {
        learn({ isInvited: read.isInvited() });
        void read.readNews().then((news) => learn({ news }), report);
      })
      .catch(report);
    if (!isSignedIn) return;
    void import('./read-own-figures.ts')
      .then((read) => read.readOwnFigures())
      .then((mine) => learn({ mine }), report);
  }, []);

  const waiting = news?.waiting ?? prizes;
  return (
    <>
      <p className="now-mine on-dark when-in">
        {(mine ?? notKnownYet).map(([figure, name]) => (
          <span key={name}>
            <b>{figure}</b> {name}
          </span>
        ))}
        <a className="button button-small button-secondary" href={myReceiptsPath}>
          Ver minhas notas
        </a>
      </p>
      {isInvited && (
        <p className="now-mine when-out">
          <span>
            <b>Foi um amigo que chamou você.</b> O convite já vai junto com o seu cadastro.
          </span>
        </p>
      )}
      <ul className="now-facts">
        {prizes && waiting && (
          <Fact figure={waiting}>{waiting === '1' ? 'prêmio restante' : 'prêmios restantes'}</Fact>
        )}
        <Fact figure={news?.timeLeft ?? lastDay}>
          {news ? `para enviar, até ${lastDay}` : 'é o último dia'}
        </Fact>
        {drawDay && <Fact figure={drawDay}>é o dia do sorteio</Fact>}
      </ul>
      {prizes && (
        <p className="now-last">{news?.lastWin ?? 'Cada nota é uma chance de ganhar na hora.'}</p>
      )}
    </>
  );
}

function Fact({ figure, children }: { figure: string; children: React.ReactNode }) {
  return (
    <li>
      <b>{figure}</b> {children}
    </li>
  );
}

/** Counts the days until the start, on pages that announce the promotion. */
export function Countdown({ site }: { site: SiteProps }) {
  startSite(site);
  const [text, setText] = useState('Vem aí');
  useEffect(() => {
    if (document.documentElement.dataset['phase'] !== 'not-started') return;
    void import('./read-news.ts')
      .then((read) => read.readNews())
      .then(({ countdown }) => setText(countdown), environment().report);
  }, []);
  return <>{text}</>;
}
