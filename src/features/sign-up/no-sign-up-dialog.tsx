import { useEffect, useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { contactDialog, signInDialog } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { isSignedIn } from '../session/session.store.ts';

export const noSignUpTitle = 'Cadastros encerrados';

interface NoSignUpDialogProps {
  site: SiteProps;
  onClose: () => void;
}

/** Opens instead of the sign-up while registrations are switched off, for signed-out visitors. */
export function NoSignUpDialog({ site, onClose }: NoSignUpDialogProps) {
  const [wasSignedIn] = useState(isSignedIn);
  useEffect(() => {
    if (wasSignedIn) onClose();
  }, [wasSignedIn, onClose]);
  if (wasSignedIn) return null;
  return (
    <Dialog title={noSignUpTitle} className="dialog-centred" onClose={onClose}>
      <NoSignUp site={site} />
    </Dialog>
  );
}

export function NoSignUp({ site }: { site: SiteProps }) {
  if (!site.hotsite.login.enabled) {
    return (
      <>
        <p>Esta promoção não recebe novos cadastros. Em caso de dúvidas, fale conosco.</p>
        <a className="button button-wide" href={contactDialog}>
          Fale conosco
        </a>
      </>
    );
  }
  return (
    <>
      <p>
        Esta promoção não recebe novos cadastros. Se você já tem cadastro, entre na sua conta e
        continue participando.
      </p>
      <a className="button button-wide" href={signInDialog}>
        Entrar
      </a>
    </>
  );
}
