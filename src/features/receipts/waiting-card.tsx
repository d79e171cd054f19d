import { useState } from 'react';
import type { Id } from '../../contract/primitives.ts';
import type { SiteProps } from '../../environment.ts';
import { formatDate } from '../../rules/dates.ts';
import { formatMoney } from '../../rules/money.ts';
import { showIdentifierEnd } from './identifier-mask.ts';
import { ReceiptResultDialog } from './receipt-result-dialog.tsx';
import { WaitingDeleteDialog } from './waiting-delete-dialog.tsx';
import { WaitingPictureDialog } from './waiting-picture-dialog.tsx';
import {
  deleteWaitingReceipt,
  sendWaitingReceipts,
  type WaitingItem,
} from './waiting-receipts.store.ts';
import { refusedLines, waitingLabels } from './waiting-text.ts';

const tones = { waiting: 'waiting', sending: 'mute', refused: 'danger', sent: 'success' } as const;

interface WaitingCardProps {
  site: SiteProps;
  item: WaitingItem;
  /** Null while another receipt is being filled in. */
  onCorrect: ((receipt: WaitingItem['receipt']) => void) | null;
  onDeleted: () => void;
}

/** What a waiting receipt is, how far it has come, and what its person may do with it. */
export function WaitingCard({ site, item, onCorrect, onDeleted }: WaitingCardProps) {
  const { id, content } = item.receipt;
  const title = `Compra de ${formatDate(content.purchaseDate)}`;
  return (
    <article className="receipt-card" aria-labelledby={`guardada-${id}`}>
      <header>
        <h3 id={`guardada-${id}`}>{title}</h3>
        <span className={`chip chip-${tones[item.state]}`}>{waitingLabels[item.state]}</span>
      </header>
      <dl className="key-values">
        <div>
          <dt>Código</dt>
          <dd>{showIdentifierEnd(content.identifier)}</dd>
        </div>
      </dl>
      <p className="receipt-total">
        Total <b>{formatMoney(Math.round(content.totalAmount * 100))}</b>
      </p>
      {item.state === 'refused' &&
        refusedLines(item.refusal, site.campaign).map((line) => (
          <p className="receipt-reason" key={line}>
            {line}
          </p>
        ))}
      {item.state === 'refused' && !onCorrect && (
        <p className="field-hint">
          Para corrigir esta nota, antes salve ou limpe a que você está preenchendo
        </p>
      )}
      <WaitingActions
        site={site}
        item={item}
        title={title}
        onCorrect={onCorrect}
        onDeleted={onDeleted}
      />
    </article>
  );
}

function WaitingActions({
  site,
  item,
  title,
  onCorrect,
  onDeleted,
}: WaitingCardProps & { title: string }) {
  const [open, setOpen] = useState<'picture' | 'deletion' | { result: Id } | null>(null);
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
        {item.state === 'refused' && onCorrect && (
          <button type="button" className="button-link" onClick={() => onCorrect(item.receipt)}>
            Corrigir{of}
          </button>
        )}
        {item.state === 'sent' ? (
          <button
            type="button"
            className="button-link"
            onClick={() => setOpen({ result: item.couponId })}
          >
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
      {typeof open === 'object' && open && (
        <ReceiptResultDialog campaign={site.campaign} couponId={open.result} onClose={close} />
      )}
    </>
  );
}
