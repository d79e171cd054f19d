import { useCallback, useEffect, useState } from 'react';
import { environment, type SiteProps, startSite } from '../../environment.ts';
import { type DialogView, dialogs, otherAddress } from './dialog-addresses.ts';

/** Opens the dialog that the part of the address behind # names. */
export function Dialogs({ site }: { site: SiteProps }) {
  startSite(site);
  const [open, setOpen] = useState<{ View: DialogView } | null>(null);

  useEffect(() => {
    async function follow() {
      const asked = window.location.hash;
      const other = otherAddress(asked);
      if (other) return environment().navigate(other, 'replace');
      const View = await dialogs[asked]?.().catch(environment().report);
      if (asked === window.location.hash) setOpen(View ? { View } : null);
    }
    void follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);

  useEffect(followSession, []);

  const close = useCallback(() => {
    const { pathname, search } = window.location;
    window.history.replaceState(null, '', pathname + search);
    setOpen(null);
  }, []);
  return open && <open.View site={site} onClose={close} />;
}

/** A page of content has nobody to follow until somebody is signed in, here or in another tab. */
function followSession() {
  const start = () => void import('./follow-session.ts').catch(environment().report);
  if (document.documentElement.dataset['session'] === 'in') start();
  window.addEventListener('storage', start);
  return () => window.removeEventListener('storage', start);
}
