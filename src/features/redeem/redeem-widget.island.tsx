import { useStore } from '@nanostores/react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { $session } from '../session/session.store.ts';
import { Redeem } from './redeem.island.tsx';

/** Redeeming on somebody else's page, for whoever is signed in. */
export function RedeemWidget({ site }: { site: SiteProps }) {
  startSite(site);
  const { state } = useStore($session, { ssr: 'initial' });
  return state === 'signed-in' ? <Redeem site={site} /> : null;
}
