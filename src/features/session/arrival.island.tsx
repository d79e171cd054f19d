import { useEffect } from 'react';
import { type SiteProps, startSite } from '../../environment.ts';
import { arrive } from './arrival.store.ts';

/** The page `/continuar`, on which people arrive who signed in in a frame. */
export function Arrival({ site }: { site: SiteProps }) {
  useEffect(() => {
    startSite(site);
    void arrive(window.location, document.referrer);
  }, [site]);
  return (
    <p className="loading" role="status">
      Entrando…
    </p>
  );
}
