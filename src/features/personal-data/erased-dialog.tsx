import { privacyPath } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** The home page confirms an erasure. */
export function ErasedDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Seus dados foram excluídos" look="dialog-centred" onClose={onClose}>
      <p>
        Seu cadastro foi encerrado. Guardamos somente o que a lei manda, como explica a{' '}
        <a href={privacyPath}>política de privacidade</a>.
      </p>
      <button type="button" className="button button-wide" onClick={onClose}>
        Ok
      </button>
    </Dialog>
  );
}
