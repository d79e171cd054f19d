import { Dialog } from './dialog.tsx';

interface AlertDialogProps {
  lines: readonly string[];
  title?: string;
  onClose: () => void;
}

/** The generic alert (ERR-06). */
export function AlertDialog({ lines, title = 'Atenção', onClose }: AlertDialogProps) {
  if (lines.length === 0) return null;
  return (
    <Dialog title={title} id="alerta" onClose={onClose}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <button type="button" className="button button-wide" onClick={onClose}>
        Ok
      </button>
    </Dialog>
  );
}
