import { useCallback, useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { answerTo, type DialogView } from './dialog-addresses.ts';

/** Opens the dialog that the part of the address behind # names. */
export function Dialogs({ site }: { site: SiteProps }) {
  startSite(site);
  const [open, setOpen] = useState<{ View: DialogView } | null>(null);

  const close = useCallback(() => {
    const { pathname, search } = window.location;
    window.history.replaceState(null, '', pathname + search);
    setOpen(null);
  }, []);

  useEffect(() => {
    async function follow() {
      const asked = window.location.hash;
      const answer = answerTo(asked);
      if (answer.does === 'lead') return environment().navigate(answer.to, 'replace');
      if (answer.does === 'end') return close();
      const View = answer.does === 'open' && (await answer.load().catch(environment().report));
      if (asked === window.location.hash) setOpen(View ? { View } : null);
    }
    void follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [close]);

  useEffect(followSession, []);

  return open && <open.View site={site} onClose={close} />;
}

/** A page of content has nobody to follow until somebody is signed in, here or in another tab. */
function followSession() {
  const start = () => void import('./follow-session.ts').catch(environment().report);
  if (document.documentElement.dataset['session'] === 'in') start();
  window.addEventListener('storage', start);
  return () => window.removeEventListener('storage', start);
}
