import type { Poll } from '../../contract/polls.ts';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { NoSignUp, noSignUpTitle } from './no-sign-up-dialog.tsx';
import { RegistrationForm } from './registration-form.tsx';

interface SignUpWidgetProps {
  site: SiteProps;
  /** The one after a sign-up, if the campaign has it. */
  poll: Poll | null;
}

/** The whole sign-up, on an embedder's page. */
export function SignUpWidget({ site, poll }: SignUpWidgetProps) {
  startSite(site);
  const { login, registration } = site.hotsite;
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
      <h1 className="page-title">PREENCHA OS CAMPOS ABAIXO PARA PARTICIPAR</h1>
      <RegistrationForm site={site} poll={poll} />
      {login.enabled && (
        <p className="form-links">
          <a href="/#entrar">Já tem uma conta? Entrar</a>
        </p>
      )}
    </section>
  );
}
