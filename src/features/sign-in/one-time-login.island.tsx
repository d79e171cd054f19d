import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { mascotImage } from '../../paths.ts';
import { useFocusOnMount } from '../../ui/focus.ts';
import { NotLoaded } from '../../ui/status.tsx';
import {
  $isLeaving,
  $oneTimeLogin,
  confirmOneTimeLogin,
  continueOneTimeLogin,
  declineOneTimeLogin,
  type OneTimeLogin,
  signInInstead,
  startOneTimeLogin,
} from './one-time-login.store.ts';

/** The page `/continuar`, where people arrive who signed in on another page. */
export function OneTimeLoginPage({ site }: { site: SiteProps }) {
  startSite(site);
  const login = useStore($oneTimeLogin, { ssr: 'initial' });
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    void startOneTimeLogin(window.location, document.referrer);
  }, []);
  switch (login.state) {
    case 'entering':
      return <Entering takesFocus={isPressed} />;
    case 'asking':
      return (
        <Question
          {...login}
          onConfirm={() => {
            setPressed(true);
            void confirmOneTimeLogin();
          }}
        />
      );
    case 'failed':
      return (
        <Problem isSessionOpen={login.isSessionOpen} takesFocus={isPressed}>
          <NotLoaded
            lines={login.lines}
            onRetry={() => {
              setPressed(true);
              void continueOneTimeLogin();
            }}
          />
        </Problem>
      );
    case 'expired':
      return (
        <Problem isSessionOpen={login.isSessionOpen} takesFocus={isPressed}>
          <p className="message message-danger" role="alert">
            Este acesso não vale mais.
          </p>
        </Problem>
      );
    default:
      return login satisfies never;
  }
}

function Entering({ takesFocus }: { takesFocus: boolean }) {
  const waiting = useFocusOnMount<HTMLParagraphElement>(takesFocus);
  return (
    <p className="loading" role="status" tabIndex={-1} ref={waiting}>
      Entrando…
    </p>
  );
}

interface ProblemProps {
  isSessionOpen: boolean;
  takesFocus: boolean;
  children: ReactNode;
}

function Problem({ isSessionOpen, takesFocus, children }: ProblemProps) {
  const title = useFocusOnMount<HTMLHeadingElement>(takesFocus);
  const isLeaving = useStore($isLeaving, { ssr: 'initial' });
  return (
    <section className="panel">
      <h1 className="page-title" tabIndex={-1} ref={title}>
        Entrar na sua conta
      </h1>
      {children}
      {isSessionOpen && (
        <>
          <p className="message message-info">
            Neste aparelho já está aberta uma conta. Se você entrar com outra, ela será fechada
            aqui.
          </p>
          <button
            type="button"
            className="button button-secondary button-wide"
            onClick={declineOneTimeLogin}
          >
            Ficar na conta que está aberta
          </button>
        </>
      )}
      <button
        type="button"
        className="button button-secondary button-wide"
        aria-busy={isLeaving}
        onClick={() => void signInInstead()}
      >
        Entrar com e-mail e senha
      </button>
    </section>
  );
}

type QuestionProps = Omit<Extract<OneTimeLogin, { state: 'asking' }>, 'state'> & {
  onConfirm: () => void;
};

function Question({ email, signedInAs, onConfirm }: QuestionProps) {
  const panel = useFocusOnMount<HTMLElement>();
  const [name, host] = email.split('@');
  return (
    <section ref={panel} className="panel arrival" tabIndex={-1} aria-labelledby="pergunta">
      <img className="rays" {...mascotImage('acena')} alt="" />
      <h1 className="page-title" id="pergunta">
        Entrar como{' '}
        <span>
          {name}@<wbr />
          {host}?
        </span>
      </h1>
      <p>Continue só se este e-mail é seu e foi você que acabou de entrar ou de se cadastrar.</p>
      {signedInAs && (
        <p className="message message-info">
          Neste aparelho já está aberta outra conta, {signedInAs}. Se você continuar como {email},
          ela será fechada aqui.
        </p>
      )}
      <button type="button" className="button button-wide" onClick={onConfirm}>
        Sim, sou eu
      </button>
      <button
        type="button"
        className="button button-secondary button-wide"
        onClick={declineOneTimeLogin}
      >
        {signedInAs ? 'Não, ficar na conta que está aberta' : 'Não, entrar com outra conta'}
      </button>
    </section>
  );
}
