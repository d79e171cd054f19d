import { useStore } from '@nanostores/react';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { homePath, type MascotPose, mascotImage } from '../../paths.ts';
import { useFocusOnMount } from '../../ui/focus.ts';
import { $signOut, leave, startSignOutWhenSeen } from './sign-out.store.ts';

/** The page `/sair`, which signs out at once, but asks after a link from another site. */
export function SignOut({ site }: { site: SiteProps }) {
  startSite(site);
  const { step } = useStore($signOut, { ssr: 'initial' });
  const status = useRef<HTMLDivElement>(null);
  useEffect(startSignOutWhenSeen, []);
  const confirm = () => {
    status.current?.focus();
    void leave();
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
