import { useMemo } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { ChosenFile } from './chosen-file.tsx';
import type { OutboxItem } from './waiting-receipts.store.ts';

interface WaitingPictureDialogProps {
  title: string;
  file: OutboxItem['receipt']['file'];
  onClose: () => void;
}

/** The picture that will be sent; of a PDF its name. */
export function WaitingPictureDialog({ title, file, onClose }: WaitingPictureDialogProps) {
  const { name, type, bytes } = file;
  const picture = useMemo(() => new File([bytes], name, { type }), [bytes, name, type]);
  return (
    <Dialog title={title} look="dialog-large" id="ver-guardada" onClose={onClose}>
      <ChosenFile file={picture} />
    </Dialog>
  );
}
