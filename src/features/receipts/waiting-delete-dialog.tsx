import { Dialog } from '../../ui/dialog.tsx';

interface WaitingDeleteDialogProps {
  title: string;
  onClose: () => void;
  onDelete: () => void;
}

/** Asks once: what is erased here is nowhere else. */
export function WaitingDeleteDialog({ title, onClose, onDelete }: WaitingDeleteDialogProps) {
  return (
    <Dialog title="Excluir esta nota?" id="excluir-guardada" onClose={onClose}>
      <p>
        {title}. Ela ainda não foi enviada: os dados e a foto serão apagados deste aparelho e não
        podem ser recuperados.
      </p>
      <div className="button-row">
        <button type="button" className="button button-secondary" onClick={onClose}>
          Voltar
        </button>
        <button type="button" className="button" onClick={onDelete}>
          Excluir
        </button>
      </div>
    </Dialog>
  );
}
