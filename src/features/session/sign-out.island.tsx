import { useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { homePath } from '../../paths.ts';
import { signOut } from './session.store.ts';

export function SignOut({ site }: { site: SiteProps }) {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    startSite(site);
    signOut().then(() => {
      // Without a network this page opens, the home page does not.
      if (navigator.onLine) environment().navigate(homePath, 'replace');
      else setOut(true);
    });
  }, [site]);
  return (
    <div role="status">
      {isOut ? (
        <p className="message message-success">Você saiu da sua conta neste aparelho.</p>
      ) : (
        <p className="loading">Saindo…</p>
      )}
    </div>
  );
}
