import type { ComponentType } from 'react';
import { isClosed, type SiteProps } from '../../environment.ts';
import { cameToClosedDoor } from './wanted-path.ts';

export type DialogView = ComponentType<{ site: SiteProps; onClose: () => void }>;

/**
 * Each dialog comes with a script of its own, when its address is asked for; null when there is
 * nothing to show.
 */
export const dialogs: Readonly<Record<string, () => Promise<DialogView | null>>> = {
  '#entrar': () => import('../sign-in/sign-in-dialog.tsx').then((module) => module.SignInDialog),
  '#esqueci-senha': () =>
    import('../password/reset-dialog.tsx').then((module) => module.RecoverPasswordDialog),
  '#crie-sua-senha': () =>
    import('../password/reset-dialog.tsx').then((module) => module.CreatePasswordDialog),
  '#cadastro': () => import('../sign-up/wizard-dialog.tsx').then((module) => module.WizardDialog),
  '#pesquisa': () =>
    import('../polls/sign-up-poll-dialog.tsx').then((module) => module.openSignUpPoll()),
  '#fale-conosco': () =>
    import('../contact/contact-dialog.tsx').then((module) => module.ContactDialog),
  '#dados-excluidos': () =>
    import('../personal-data/erased-dialog.tsx').then((module) => module.ErasedDialog),
  '#encerrada': () => import('../closed/closed-dialog.tsx').then((module) => module.ClosedDialog),
};

/** Where an address leads instead: from the sign-up to the closed dialog (PHASE-10). */
export function otherAddress(hash: string): string | null {
  if (hash === '' && cameToClosedDoor()) return '#encerrada';
  const isSignUp = hash === '#cadastro' || hash === '#cadastrar';
  return isSignUp && isClosed() ? '#encerrada' : null;
}
