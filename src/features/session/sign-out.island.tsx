import { useEffect, useRef, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { homePath } from '../../paths.ts';
import { useFocusOnMount } from '../../ui/focus.ts';
import { isSignedIn, signOut } from './session.store.ts';

/** Signs out at once, but for a link of another site, which could sign out anyone who follows it. */
export function SignOut({ site }: { site: SiteProps }) {
  startSite(site);
  const [step, setStep] = useState<'leaving' | 'asking' | 'out'>('leaving');
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const start = () => {
      if (isFromAnotherSite() && isSignedIn()) setStep('asking');
      else void leave(setStep);
    };
    // A browser may load a page early that its user then does not open.
    if ('prerendering' in document && document.prerendering)
      document.addEventListener('prerenderingchange', start);
    else start();
  }, []);
  const confirm = () => {
    status.current?.focus();
    void leave(setStep);
  };
  return (
    <>
      {step === 'asking' && <Question onConfirm={confirm} />}
      <div role="status" tabIndex={-1} ref={status}>
        {step === 'leaving' && <p className="loading">Saindo…</p>}
        {step === 'out' && (
          <p className="message message-success">Você saiu da sua conta neste aparelho.</p>
        )}
      </div>
    </>
  );
}

function Question({ onConfirm }: { onConfirm: () => void }) {
  const title = useFocusOnMount<HTMLHeadingElement>();
  return (
    <>
      <h1 className="page-title" tabIndex={-1} ref={title}>
        Sair da sua conta?
      </h1>
      <button type="button" className="button" onClick={onConfirm}>
        Sair
      </button>
    </>
  );
}

/** An address that was typed has no referrer, nor have links under some hosts' policies. */
function isFromAnotherSite(): boolean {
  const { referrer } = document;
  return referrer !== '' && !referrer.startsWith(`${window.location.origin}/`);
}

async function leave(show: (step: 'leaving' | 'out') => void): Promise<void> {
  show('leaving');
  const [canOpen] = await Promise.all([canOpenHome(), signOut()]);
  if (canOpen) environment().navigate(homePath, 'replace');
  else show('out');
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
