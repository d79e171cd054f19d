import { atom } from 'nanostores';
import { draftOf } from '../../client/storage.ts';
import { environment, isNotOpenYet } from '../../environment.ts';

/** What the identity service said last; empty when it said nothing. */
export const $denial = atom('');

const labels = { email: 'Email', password: 'Senha' };

export function signInFormConfig() {
  return {
    id: 'entrar',
    labels,
    secret: ['password'],
    draft: draftOf('entrar'),
    async conduct() {
      const { signInConduct } = await import('./sign-in-conduct.store.ts');
      return signInConduct(labels, $denial);
    },
  };
}

/** Leaves the login page before the campaign starts, or where it has no sign-in or only the dialog. */
export function leaveClosedDoor(): void {
  const { site, back, navigate } = environment();
  const { enabled, newPageEnabled } = site.hotsite.login;
  if (!enabled || isNotOpenYet()) back();
  else if (!newPageEnabled) navigate('/#entrar', 'replace');
}
