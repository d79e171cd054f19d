import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { refusalMessage } from '../../rules/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { $session, hasWantedPath, startSession, takeWantedPath } from '../session/session.store.ts';
import { isSignInLocked } from './sign-in.store.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SignInDialogProps {
  site: SiteProps;
  onClose: () => void;
}

/** Closes itself once somebody is signed in, and while nobody can take part (PHASE-14). */
export function SignInDialog({ site, onClose }: SignInDialogProps) {
  const { state } = useStore($session);
  const [locked] = useState(isSignInLocked);
  const [wasTurnedAway] = useState(hasWantedPath);
  useEffect(startSession, []);
  useEffect(() => {
    if (state !== 'signed-in' && !locked) return;
    const wanted = locked ? null : takeWantedPath();
    // Whoever was turned away was led home; on any other page the person stays where they are.
    if (wanted && window.location.pathname === '/') environment().navigate(wanted);
    else onClose();
  }, [state, locked, onClose]);
  if (locked || state !== 'anonymous') return null;
  return (
    <Dialog title="Entrar na sua conta" onClose={onClose}>
      {wasTurnedAway && <p className="message message-info">{refusalMessage('UNAUTHENTICATED')}</p>}
      <SignInForm site={site} />
    </Dialog>
  );
}
