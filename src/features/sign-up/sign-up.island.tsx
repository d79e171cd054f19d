import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Poll } from '../../contract/polls.ts';
import { environment, isBeforeOpening, isClosed, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { campaignOverDialog, homePath, signInDialog, signUpDialog } from '../../paths.ts';
import type { FormStore } from '../../ui/form.ts';
import { keepTyped } from '../../ui/sandboxed-forms.ts';
import { isSignedIn } from '../session/session.store.ts';
import { StoredPhotoNotice } from '../session/stored-photo.tsx';
import { NoSignUp, noSignUpTitle } from './no-sign-up-dialog.tsx';
import { SignUpForm } from './sign-up-form.tsx';

interface SignUpProps {
  site: SiteProps;
  /** The one after a sign-up, if the campaign has it. */
  poll: Poll | null;
}

interface SignUpPageProps extends SignUpProps {
  /** How long it takes, roughly. */
  minutes: number;
}

/** The page `/cadastro`; visitors who may not sign up are redirected. */
export function SignUpPage({ site, poll, minutes }: SignUpPageProps) {
  startSite(site);
  const { enabled, newPageEnabled } = site.hotsite.registration;
  useEffect(() => {
    const path = redirectFor();
    if (path) environment().navigate(path, 'replace');
    const ended = new AbortController();
    keepTyped(document, ended.signal);
    return () => ended.abort();
  }, []);
  return (
    <section className="panel when-out when-joinable">
      <a className="back-link" href={homePath}>
        Voltar
      </a>
      <h1 className="page-title caps">PREENCHA OS CAMPOS ABAIXO PARA PARTICIPAR</h1>
      <StoredPhotoNotice />
      {enabled && newPageEnabled && (
        <>
          <p className="page-lead">Leva uns {minutes} minutos.</p>
          <SignUpForm site={site} poll={poll} head={(form) => <Answered form={form} />} />
          <SignInLink site={site} />
        </>
      )}
    </section>
  );
}

/** On a phone it stays in view above the fields; the button fills up all the same. */
function Answered({ form }: { form: FormStore }) {
  const open = Object.keys(useStore(form.$errors)).length;
  const [wanted] = useState(open);
  const done = Math.max(0, wanted - open);
  return (
    <p className="form-answered" aria-hidden="true">
      <progress value={done} max={wanted} />
      {done} de {wanted}
    </p>
  );
}

/** Where to redirect visitors who cannot use the sign-up page; null if they can. */
export function redirectFor(): string | null {
  if (isBeforeOpening() || isSignedIn()) return homePath;
  if (isClosed()) return campaignOverDialog;
  const { enabled, newPageEnabled } = environment().site.hotsite.registration;
  return enabled && newPageEnabled ? null : signUpDialog;
}

export function SignUpWidget({ site, poll }: SignUpProps) {
  startSite(site);
  const { registration } = site.hotsite;
  if (!registration.enabled) {
    return (
      <section className="panel when-out when-joinable">
        <h1 className="page-title">{noSignUpTitle}</h1>
        <NoSignUp site={site} />
      </section>
    );
  }
  return (
    <section className="panel when-out when-joinable">
      <h1 className="page-title caps">PREENCHA OS CAMPOS ABAIXO PARA PARTICIPAR</h1>
      <SignUpForm site={site} poll={poll} />
      <SignInLink site={site} />
    </section>
  );
}

function SignInLink({ site }: Pick<SignUpProps, 'site'>) {
  if (!site.hotsite.login.enabled) return null;
  return (
    <p className="form-links">
      <a href={signInDialog}>Já tem uma conta? Entrar</a>
    </p>
  );
}
