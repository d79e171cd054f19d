import { useEffect } from 'react';
import type { Poll } from '../../contract/polls.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { redirectFor } from './closed-door.store.ts';
import { RegistrationForm } from './registration-form.tsx';

interface RegistrationProps {
  site: SiteProps;
  /** The one after a sign-up, if the campaign has it. */
  poll: Poll | null;
}

/** The page `/cadastro`; visitors who may not sign up are redirected. */
export function Registration({ site, poll }: RegistrationProps) {
  startSite(site);
  const { enabled, newPageEnabled } = site.hotsite.registration;
  useEffect(() => {
    const path = redirectFor();
    if (path) environment().navigate(path, 'replace');
  }, []);
  return (
    <section className="panel when-out when-joinable">
      <a className="back-link" href="/">
        Voltar
      </a>
      <h1 className="page-title">PREENCHA OS CAMPOS ABAIXO PARA PARTICIPAR</h1>
      {enabled && newPageEnabled && <RegistrationForm site={site} poll={poll} />}
    </section>
  );
}
