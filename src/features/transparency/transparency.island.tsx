import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { numberParameter } from '../../paths.ts';
import { Loading, NotLoaded } from '../../ui/status.tsx';
import { DrawAgainForm } from './draw-again-form.tsx';
import { Figures } from './figures.tsx';
import { $number, $published, loadPublished, startVerification } from './transparency.store.ts';
import { Checks, Verifier } from './verifier.tsx';

export function TransparencyFigures({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(() => {
    void loadPublished();
    const number = new URLSearchParams(window.location.search).get(numberParameter);
    $number.set(number);
    if (number) void startVerification();
  }, []);
  return (
    <>
      <Verifier />
      <div className="accordion">
        <details>
          <summary>Detalhes técnicos</summary>
          <div className="technical">
            <Details site={site} />
          </div>
        </details>
      </div>
    </>
  );
}

function Details({ site }: { site: SiteProps }) {
  const published = useStore($published);
  switch (published.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <NotLoaded lines={published.lines} onRetry={loadPublished} />;
    case 'known':
      return (
        <>
          <Figures summary={published.value} engines={site.campaign.engines} />
          <Checks />
          <DrawAgainForm summary={published.value} />
        </>
      );
    default:
      return published satisfies never;
  }
}
