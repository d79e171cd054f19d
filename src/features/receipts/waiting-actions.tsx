import { useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { ReceiptResultDialog } from './receipt-result-dialog.tsx';
import { WaitingDeleteDialog } from './waiting-delete-dialog.tsx';
import { WaitingPictureDialog } from './waiting-picture-dialog.tsx';
import {
  deleteWaitingReceipt,
  type OutboxItem,
  sendWaitingReceipts,
} from './waiting-receipts.store.ts';

interface WaitingActionsProps {
  site: SiteProps;
  item: OutboxItem;
  /** What the receipt is called on its card. */
  title: string;
  /** Null while another receipt is being filled in. */
  onCorrect: ((receipt: OutboxItem['receipt']) => void) | null;
  onDeleted: () => void;
}

/** What its person may do with a waiting receipt. */
export function WaitingActions({ site, item, title, onCorrect, onDeleted }: WaitingActionsProps) {
  const [open, setOpen] = useState<'picture' | 'deletion' | 'result' | null>(null);
  const close = () => setOpen(null);
  const { id, file } = item.receipt;
  const isSending = item.state === 'sending';
  const of = <span className="visually-hidden"> da {title.toLowerCase()}</span>;
  return (
    <>
      <div className="receipt-actions">
        {(item.state === 'waiting' || isSending) && (
          <button
            type="button"
            className="button-link"
            aria-busy={isSending}
            onClick={sendWaitingReceipts}
          >
            Enviar agora
          </button>
        )}
        {item.state === 'refused' &&
          (onCorrect ? (
            <button type="button" className="button-link" onClick={() => onCorrect(item.receipt)}>
              Corrigir{of}
            </button>
          ) : (
            <p className="field-hint">
              Para corrigir esta nota, antes salve ou limpe a que você está preenchendo
            </p>
          ))}
        {item.state === 'sent' ? (
          <button type="button" className="button-link" onClick={() => setOpen('result')}>
            Resultado{of}
          </button>
        ) : (
          <button type="button" className="button-link" onClick={() => setOpen('picture')}>
            Ver nota{of}
          </button>
        )}
        {item.state !== 'sent' && (
          <button
            type="button"
            className="button-link"
            aria-disabled={isSending}
            onClick={() => !isSending && setOpen('deletion')}
          >
            Excluir{of}
          </button>
        )}
      </div>
      {open === 'picture' && <WaitingPictureDialog title={title} file={file} onClose={close} />}
      {open === 'deletion' && (
        <WaitingDeleteDialog
          title={title}
          onClose={close}
          onDelete={async () => {
            close();
            await deleteWaitingReceipt(id);
            onDeleted();
          }}
        />
      )}
      {open === 'result' && item.state === 'sent' && (
        <ReceiptResultDialog campaign={site.campaign} couponId={item.couponId} onClose={close} />
      )}
    </>
  );
}
