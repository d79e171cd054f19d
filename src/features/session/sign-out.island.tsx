import { useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { homePath } from '../../paths.ts';
import { signOut } from './session.store.ts';

/** Signs out at once, but for a link of another site, which could sign out anyone who follows it. */
export function SignOut({ site }: { site: SiteProps }) {
  startSite(site);
  const [step, setStep] = useState<'leaving' | 'asking' | 'out'>('leaving');
  useEffect(() => {
    const start = () => {
      if (isFromAnotherSite()) setStep('asking');
      else void leave().then(setStep);
    };
    // A browser may load a page early that its user then does not open.
    if ('prerendering' in document && document.prerendering)
      document.addEventListener('prerenderingchange', start);
    else start();
  }, []);
  if (step === 'asking') {
    const confirm = () => {
      setStep('leaving');
      void leave().then(setStep);
    };
    return (
      <>
        <h1 className="page-title">Sair da sua conta?</h1>
        <button type="button" className="button" onClick={confirm}>
          Sair
        </button>
      </>
    );
  }
  return (
    <div role="status">
      {step === 'out' ? (
        <p className="message message-success">Você saiu da sua conta neste aparelho.</p>
      ) : (
        <p className="loading">Saindo…</p>
      )}
    </div>
  );
}

/** An address that was typed has no referrer, nor have links under some hosts' policies. */
function isFromAnotherSite(): boolean {
  const { referrer } = document;
  return referrer !== '' && !referrer.startsWith(`${window.location.origin}/`);
}

async function leave(): Promise<'leaving' | 'out'> {
  const [canOpen] = await Promise.all([canOpenHome(), signOut()]);
  if (!canOpen) return 'out';
  environment().navigate(homePath, 'replace');
  return 'leaving';
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
