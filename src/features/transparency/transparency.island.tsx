import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { Loading, NotLoaded } from '../../ui/status.tsx';
import { DrawAgainForm } from './draw-again-form.tsx';
import { Figures } from './figures.tsx';
import { $published, loadPublished } from './transparency.store.ts';
import { Verifier } from './verifier.tsx';

/** The live part of `/transparencia`: the published figures, and their verification. */
export function TransparencyFigures({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(() => void loadPublished(), []);
  const published = useStore($published);
  switch (published.state) {
    case 'loading':
      return (
        <div className="figures-loading">
          <Loading />
        </div>
      );
    case 'failed':
      return <NotLoaded lines={published.lines} onRetry={loadPublished} />;
    case 'known':
      return (
        <>
          <Figures summary={published.value} engines={site.campaign.engines} />
          <Verifier />
          <DrawAgainForm summary={published.value} />
        </>
      );
    default:
      return published satisfies never;
  }
}
