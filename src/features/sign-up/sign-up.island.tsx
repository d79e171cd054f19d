import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { consumerTypes } from '../../rules/parameters.ts';
import { LandingForm } from './landing-form.tsx';

/** The block `#cadastrar` of the home page. */
export function SignUp({ site }: { site: SiteProps }) {
  startSite(site);
  if (consumerTypes(site.campaign).includes('PERSON')) return <LandingForm site={site} />;
  // The landing form has no fields for a company: the user goes on to the page that has them.
  const { newPageEnabled } = site.hotsite.registration;
  return (
    <a className="button button-wide" href={newPageEnabled ? '/cadastro' : '/#cadastro'}>
      CADASTRAR
    </a>
  );
}
