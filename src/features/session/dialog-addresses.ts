import type { ComponentType } from 'react';
import { environment, isClosed, type SiteProps } from '../../environment.ts';
import { cameToClosedDoor } from './wanted-path.ts';

export type DialogView = ComponentType<{ site: SiteProps; onClose: () => void }>;

/** Each dialog comes with a script of its own, when its address is asked for. */
export const dialogs: Readonly<Record<string, () => Promise<DialogView>>> = {
  '#entrar': () => import('../sign-in/sign-in-dialog.tsx').then((module) => module.SignInDialog),
  '#esqueci-senha': () =>
    import('../password/reset-dialog.tsx').then((module) => module.RecoverPasswordDialog),
  '#crie-sua-senha': () =>
    import('../password/reset-dialog.tsx').then((module) => module.CreatePasswordDialog),
  '#fale-conosco': () =>
    import('../contact/contact-dialog.tsx').then((module) => module.ContactDialog),
  '#dados-excluidos': () =>
    import('../personal-data/erased-dialog.tsx').then((module) => module.ErasedDialog),
  '#encerrada': () => import('../closed/closed-dialog.tsx').then((module) => module.ClosedDialog),
};

/** Where an address leads instead: sign-up to its page or block, or to the closed dialog (PHASE-10). */
export function otherAddress(hash: string): string | null {
  if (hash === '' && cameToClosedDoor()) return '#encerrada';
  if (hash !== '#cadastro' && hash !== '#cadastrar') return null;
  if (isClosed()) return '#encerrada';
  if (hash === '#cadastrar') return null;
  return environment().site.hotsite.registration.newPageEnabled ? '/cadastro' : '/#cadastrar';
}
