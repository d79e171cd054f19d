import { useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { homePath } from '../../paths.ts';
import { signOut } from './session.store.ts';

export function SignOut({ site }: { site: SiteProps }) {
  startSite(site);
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    const leave = async () => {
      const [canOpen] = await Promise.all([canOpenHome(), signOut()]);
      if (canOpen) environment().navigate(homePath, 'replace');
      else setOut(true);
    };
    // A browser may load a page early that its user then does not open.
    if ('prerendering' in document && document.prerendering)
      document.addEventListener('prerenderingchange', leave);
    else void leave();
  }, []);
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

const homeTimeoutMs = 5_000;

/** Asks the network, because a device with Wi-Fi alone calls itself online. */
async function canOpenHome(): Promise<boolean> {
  const late = new AbortController();
  setTimeout(() => late.abort(), homeTimeoutMs);
  const { ok } = await environment()
    .fetch(homePath, { method: 'HEAD', signal: late.signal })
    .catch(() => ({ ok: false }));
  return ok;
}
