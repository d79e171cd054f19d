import { useEffect } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { homePath } from '../../paths.ts';
import { signOut } from './session.store.ts';

export function SignOut({ site }: { site: SiteProps }) {
  useEffect(() => {
    startSite(site);
    signOut().then(() => environment().navigate(homePath, 'replace'));
  }, [site]);
  return (
    <p className="loading" role="status">
      Saindo…
    </p>
  );
}
