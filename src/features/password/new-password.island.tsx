import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { signInPath } from '../../paths.ts';
import { Loading } from '../../ui/status.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { $link, readLink } from './password.store.ts';

/** The page `/senha?codigo=…`, where the reset mail leads. */
export function NewPassword({ site }: { site: SiteProps }) {
  startSite(site);
  const link = useStore($link, { ssr: 'initial' });
  useEffect(() => readLink(window.location.search), []);
  return (
    <section className="panel">
      <h1 className="page-title">Crie sua senha</h1>
      {link.state === 'unread' && <Loading />}
      {link.state === 'spent' && <SpentLink />}
      {link.state === 'open' && (
        <NewPasswordForm code={link.code} signIn={signInPath(site.hotsite.login)} />
      )}
    </section>
  );
}

function SpentLink() {
  return (
    <>
      <p className="message message-danger" role="alert">
        Este link já foi usado ou expirou.
      </p>
      <a className="button button-wide" href="/#esqueci-senha">
        Pedir um novo link
      </a>
    </>
  );
}
