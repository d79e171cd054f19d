import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { homePath, type MascotPose, mascotImage } from '../../paths.ts';
import { useFocusOnMount } from '../../ui/focus.ts';
import { isSignedIn, signOut } from './session.store.ts';

/** Signs out at once, except after a link from another site: that could sign out anyone, or destroy drafts. */
export function SignOut({ site }: { site: SiteProps }) {
  startSite(site);
  const [step, setStep] = useState<'leaving' | 'asking' | 'out'>('leaving');
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const start = () => {
      if (!isFromAnotherSite()) void leave(setStep);
      else if (isSignedIn()) setStep('asking');
      else environment().navigate(homePath, 'replace');
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
          <Greeting pose="acena" title="Até logo!">
            <p className="message message-success">Você saiu da sua conta neste aparelho.</p>
            <a className="button button-secondary button-wide" href={homePath}>
              Ir para o início
            </a>
          </Greeting>
        )}
      </div>
    </>
  );
}

function Question({ onConfirm }: { onConfirm: () => void }) {
  const panel = useFocusOnMount<HTMLElement>();
  return (
    <Greeting pose="duvida" title="Sair da sua conta?" panelRef={panel}>
      <p>Você veio por um link de outro site. Se não quis sair, continue na sua conta.</p>
      <a className="button button-wide" href={homePath}>
        Continuar na conta
      </a>
      <button type="button" className="button button-secondary button-wide" onClick={onConfirm}>
        Sair
      </button>
    </Greeting>
  );
}

interface GreetingProps {
  pose: MascotPose;
  title: string;
  panelRef?: Ref<HTMLElement>;
  children: ReactNode;
}

function Greeting({ pose, title, panelRef, children }: GreetingProps) {
  return (
    <div className="split-panel split-panel-brief">
      <div className="split-panel-intro">
        <h1 className="page-title" id="saida">
          {title}
        </h1>
        <img className="split-panel-figure split-panel-disc" {...mascotImage(pose)} alt="" />
      </div>
      <section className="panel" tabIndex={-1} aria-labelledby="saida" ref={panelRef}>
        {children}
      </section>
    </div>
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
