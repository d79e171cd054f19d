import { Dialog } from '../../ui/dialog.tsx';
import { NoSignIn } from './sign-in-form.tsx';

/** Opens instead of signing in and of a new password while signing in is switched off. */
export function NoSignInDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Login indisponível" look="dialog-centred" onClose={onClose}>
      <NoSignIn />
    </Dialog>
  );
}
