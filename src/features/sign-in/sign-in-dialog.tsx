import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { homePath, mascotImage } from '../../paths.ts';
import { refusalMessage } from '../../rules/messages/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { focusFirstShown } from '../../ui/focus.ts';
import {
  StoredReceiptNotice,
  useHasAnonymousPhoto,
} from '../receipts/photo-first/anonymous-photo.tsx';
import { $session, hasWantedPath, takeWantedPath, watchSession } from '../session/session.store.ts';
import { $signInRefusal, hasSharedFile, isNewAccount } from './sign-in.store.ts';
import { NoSignIn, SignInForm } from './sign-in-form.tsx';

interface SignInDialogProps {
  site: SiteProps;
  onClose: () => void;
}

/** Closes itself once the user is signed in; before the start its address does not open it. */
export function SignInDialog({ site, onClose }: SignInDialogProps) {
  const { state } = useStore($session);
  const [hasToSignIn] = useState(() => hasWantedPath() && !isNewAccount());
  const hasPhoto = useHasAnonymousPhoto();
  const [isFileShared, setFileShared] = useState(false);
  const isReceiptStored = hasPhoto || isFileShared;
  const refusal = useStore($signInRefusal);
  useEffect(watchSession, []);
  useEffect(() => {
    hasSharedFile().then(setFileShared, environment().report);
  }, []);
  useEffect(() => {
    if (state !== 'signed-in') return;
    const wantedPath = takeWantedPath();
    // A guarded page sends the user home to sign in; on any other page they stay where they are.
    if (wantedPath && window.location.pathname === homePath) environment().navigate(wantedPath);
    else onClose();
    // The link that opened the dialog may be hidden from who is signed in.
    if (document.activeElement === document.body) {
      focusFirstShown(document.querySelectorAll<HTMLElement>('main h1'));
    }
  }, [state, onClose]);
  if (state !== 'anonymous') return null;
  return (
    <Dialog
      title="Entrar na sua conta"
      figure={mascotImage(refusal ? 'le' : 'acena')}
      onClose={onClose}
    >
      {hasToSignIn && !isReceiptStored ? (
        <p className="message message-info">{refusalMessage('UNAUTHENTICATED')}</p>
      ) : (
        <p className="greeting">Que bom ver você por aqui!</p>
      )}
      {isReceiptStored && <StoredReceiptNotice />}
      <SignInForm site={site} />
    </Dialog>
  );
}

export function NoSignInDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Login indisponível" className="dialog-centred" onClose={onClose}>
      <img className="dialog-figure" {...mascotImage('dorme')} alt="" />
      <NoSignIn />
    </Dialog>
  );
}
