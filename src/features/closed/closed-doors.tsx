import { useEffect, useState } from 'react';
import { readCredentials } from '../../client/credentials.ts';
import type { SiteProps } from '../../environment.ts';
import { Dialog } from '../../ui/dialog.tsx';

export const noSignUpTitle = 'Cadastros encerrados';

interface ClosedDoorProps {
  site: SiteProps;
  onClose: () => void;
}

/** Opens instead of the sign-up while registrations are switched off; a signed-in user needs none. */
export function NoSignUpDialog({ site, onClose }: ClosedDoorProps) {
  const [signedIn] = useState(() => readCredentials() !== null);
  useEffect(() => {
    if (signedIn) onClose();
  }, [signedIn, onClose]);
  if (signedIn) return null;
  return (
    <Dialog title={noSignUpTitle} look="dialog-centred" onClose={onClose}>
      <NoSignUp site={site} />
    </Dialog>
  );
}

/** Opens instead of signing in and of a new password while signing in is switched off. */
export function NoSignInDialog({ onClose }: Pick<ClosedDoorProps, 'onClose'>) {
  return (
    <Dialog title="Login indisponível" look="dialog-centred" onClose={onClose}>
      <NoSignIn />
    </Dialog>
  );
}

/** What stands where people would sign up, while the campaign has registrations switched off. */
export function NoSignUp({ site }: { site: SiteProps }) {
  const { login } = site.hotsite;
  return (
    <>
      <p>
        Esta promoção não recebe novos cadastros.{' '}
        {login.enabled
          ? 'Se você já tem cadastro, entre na sua conta e continue participando.'
          : 'Em caso de dúvidas, fale conosco.'}
      </p>
      {login.enabled ? (
        <a className="button button-wide" href="/#entrar">
          Entrar
        </a>
      ) : (
        <ContactLink />
      )}
    </>
  );
}

/** What stands where people would sign in, while the campaign has signing in switched off. */
export function NoSignIn() {
  return (
    <>
      <p>
        No momento não é possível entrar na sua conta por aqui. Em caso de dúvidas, fale conosco.
      </p>
      <ContactLink />
    </>
  );
}

function ContactLink() {
  return (
    <a className="button button-wide" href="/#fale-conosco">
      Fale conosco
    </a>
  );
}
