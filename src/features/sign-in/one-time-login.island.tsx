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
        <Problem isSessionOpen={login.isSessionOpen} takesFocus={isPressed} canRetry>
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
      return <Problem isSessionOpen={login.isSessionOpen} takesFocus={isPressed} isExpired />;
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
  /** Then the retry is the main button. */
  canRetry?: boolean;
  /** Then an open session is the main way on, as signing in would end it. */
  isExpired?: boolean;
  children?: ReactNode;
}

const otherSession =
  'Você já entrou com uma conta neste aparelho. Se entrar com outra, sairá dela.';

function Problem({ isSessionOpen, takesFocus, canRetry, isExpired, children }: ProblemProps) {
  const title = useFocusOnMount<HTMLHeadingElement>(takesFocus);
  const isLeaving = useStore($isLeaving, { ssr: 'initial' });
  const isStayMain = isExpired && isSessionOpen;
  const stay = (
    <button
      type="button"
      className={`button ${isStayMain ? '' : 'button-secondary '}button-wide`}
      onClick={declineOneTimeLogin}
    >
      Continuar nesta conta
    </button>
  );
  return (
    <section className="panel arrival">
      <img className="rays" {...mascotImage('duvida')} alt="" />
      <h1 className="page-title" tabIndex={-1} ref={title}>
        {isExpired ? 'Este acesso não vale mais' : 'Entrar na sua conta'}
      </h1>
      {children}
      {(isExpired || isSessionOpen) && (
        <p className="message message-info" role={isExpired ? 'alert' : undefined}>
          {isExpired && <span className="visually-hidden">Este acesso não vale mais. </span>}
          {isExpired && 'Ele serve uma vez só, por 1\u00a0minuto. '}
          {isSessionOpen && otherSession}
        </p>
      )}
      {isStayMain && stay}
      <button
        type="button"
        className={`button ${canRetry || isStayMain ? 'button-secondary ' : ''}button-wide`}
        aria-busy={isLeaving}
        onClick={() => void signInInstead()}
      >
        Entrar com e-mail e senha
      </button>
      {isSessionOpen && !isStayMain && stay}
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
      <p>
        Continue só se este e-mail for seu e se foi você quem acabou de entrar ou de se cadastrar.
      </p>
      {signedInAs && (
        <p className="message message-info">
          {/* The masks show two letters, so two accounts may look alike. */}
          Este aparelho já está em outra conta
          {signedInAs === email ? ', de outro e-mail' : ` (${signedInAs})`}. Ao continuar, você sai
          dela.
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
        {signedInAs ? 'Não, continuar na outra conta' : 'Não, entrar com outra conta'}
      </button>
    </section>
  );
}
