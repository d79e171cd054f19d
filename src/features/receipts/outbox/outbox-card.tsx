import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Id } from '../../../contract/primitives.ts';
import type { SiteProps } from '../../../environment.ts';
import { contactDialog, newReceiptPath, overThisPage, receiptPath } from '../../../paths.ts';
import { formatDate } from '../../../rules/dates.ts';
import { formatReais } from '../../../rules/money.ts';
import { showIdentifierEnd } from '../../../rules/receipts/receipt-identity.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Chip, type Tone } from '../../../ui/status.tsx';
import { FilePreview } from '../file/file-picker.tsx';
import { EarlierReceipt } from '../receipt-parts.tsx';
import { fileFrom } from '../receipt-storage.ts';
import { $isOnline, deleteQueued, type OutboxItem, sendAgain, sendQueue } from './outbox.store.ts';
import {
  isDuplicate,
  isToCorrect,
  isUnexplained,
  itemLabel,
  refusedLines,
  repeatedText,
} from './outbox-texts.ts';

const tones: Readonly<Record<OutboxItem['state'], Tone>> = {
  queued: 'waiting',
  sending: 'mute',
  refused: 'danger',
  sent: 'success',
};

export interface OutboxCardProps extends Omit<OutboxActionsProps, 'title'> {
  /** False where the list's title says it already. */
  hasState: boolean;
}

export function OutboxCard({ hasState, ...props }: OutboxCardProps) {
  const { site, item } = props;
  const { id, content } = item.receipt;
  const title = `Compra de ${formatDate(content.purchaseDate)}`;
  return (
    <article className="receipt-card" aria-labelledby={`guardada-${id}`}>
      <header>
        <h3 id={`guardada-${id}`}>{title}</h3>
        {hasState && <Chip tone={tones[item.state]} label={itemLabel(item)} />}
      </header>
      <dl className="key-values">
        <div>
          <dt>Código</dt>
          <dd>{showIdentifierEnd(content.identifier)}</dd>
        </div>
      </dl>
      <p className="receipt-total">
        Total <b>{formatReais(content.totalAmount)}</b>
      </p>
      {item.state === 'refused' && <Refusal site={site} {...item} />}
      <OutboxActions {...props} title={title} />
    </article>
  );
}

type RefusalProps = Pick<OutboxActionsProps, 'site'> & Extract<OutboxItem, { state: 'refused' }>;

/** The chip or the title already says that it is a duplicate; this says of which receipt, and what helps. */
function Refusal({ site, ...item }: RefusalProps) {
  const { refusal } = item;
  if (isDuplicate(item)) {
    return refusal.duplicateOf ? (
      <EarlierReceipt className="receipt-reason" {...refusal.duplicateOf} />
    ) : (
      <div className="receipt-reason">
        <p>{repeatedText}</p>
        <p>
          A nota é sua? <a href={overThisPage(contactDialog)}>Fale conosco</a>
        </p>
      </div>
    );
  }
  return refusedLines(refusal, site).map((line) => (
    <p className="receipt-reason" key={line}>
      {line}
    </p>
  ));
}

interface OutboxActionsProps {
  site: SiteProps;
  item: OutboxItem;
  title: string;
  /** Null while another receipt is being filled in. */
  onCorrect: ((receipt: OutboxItem['receipt']) => void) | null;
  onResult: (receiptId: Id) => void;
  onDeleted: () => void;
}

function OutboxActions({ item, title, onCorrect, onResult, onDeleted }: OutboxActionsProps) {
  const [open, setOpen] = useState<'picture' | 'deletion' | null>(null);
  const close = () => setOpen(null);
  const { id, file } = item.receipt;
  const isSending = item.state === 'sending';
  const hiddenTitle = <span className="visually-hidden"> da {title.toLowerCase()}</span>;
  return (
    <>
      <div className="receipt-actions">
        <DuplicateLink item={item} isFree={onCorrect !== null && isToCorrect(item)} />
        <NextStep item={item} hiddenTitle={hiddenTitle} onCorrect={onCorrect} onResult={onResult} />
        {item.state !== 'sent' && (
          <>
            <button type="button" className="button-link" onClick={() => setOpen('picture')}>
              Ver nota{hiddenTitle}
            </button>
            <button
              type="button"
              className="button-link receipt-delete"
              aria-disabled={isSending}
              onClick={() => !isSending && setOpen('deletion')}
            >
              Excluir{hiddenTitle}
            </button>
          </>
        )}
      </div>
      {open === 'picture' && <QueuedPictureDialog title={title} file={file} onClose={close} />}
      {open === 'deletion' && (
        <DeleteQueuedDialog
          title={title}
          onClose={close}
          onDelete={async () => {
            close();
            await deleteQueued(id);
            onDeleted();
          }}
        />
      )}
    </>
  );
}

interface NextStepProps extends Pick<OutboxActionsProps, 'item' | 'onCorrect' | 'onResult'> {
  hiddenTitle: ReactNode;
}

/** The same button in all states, so that it keeps the focus; a receipt refused after the end has no button. */
function NextStep({ item, hiddenTitle, onCorrect, onResult }: NextStepProps) {
  const isOnline = useStore($isOnline);
  if (item.state === 'refused' && !isToCorrect(item)) return null;
  const isAgain = isUnexplained(item);
  const isBlocked = item.state === 'refused' && !isAgain && !onCorrect;
  const hintId = isBlocked ? `antes-de-corrigir-${item.receipt.id}` : undefined;
  const cannotSend = item.state === 'queued' && !isOnline;
  const act = () => {
    switch (item.state) {
      case 'queued':
      case 'sending':
        return void sendQueue();
      case 'refused':
        return isAgain ? void sendAgain(item.receipt) : onCorrect?.(item.receipt);
      case 'sent':
        return onResult(item.receiptId);
      default:
        return item satisfies never;
    }
  };
  return (
    <>
      {isBlocked && (
        <p className="field-hint" id={hintId}>
          Para corrigir esta nota, antes salve ou limpe a que você está preenchendo
        </p>
      )}
      <button
        type="button"
        className={nextStepClass(item, cannotSend)}
        ref={passFocusOnRemoval}
        aria-busy={item.state === 'sending'}
        aria-disabled={isBlocked}
        aria-describedby={hintId}
        onClick={act}
      >
        {nextStepText(item, cannotSend)}
        {(item.state === 'refused' || item.state === 'sent') && hiddenTitle}
      </button>
    </>
  );
}

/** Leads to the user's own earlier receipt; for another user's, to a new receipt if one may be sent. */
function DuplicateLink({ item, isFree }: { item: OutboxItem; isFree: boolean }) {
  if (item.state !== 'refused' || !isDuplicate(item)) return null;
  const own = item.refusal.duplicateOf;
  if (!own && !isFree) return null;
  return (
    <a className="button button-small" href={own ? receiptPath(own.position) : newReceiptPath}>
      {own ? `Ver a Nota ${own.position}` : 'Enviar outra nota'}
    </a>
  );
}

const passFocusOnRemoval = (button: HTMLButtonElement) => () => {
  const next = button.nextElementSibling;
  if (button === document.activeElement && next instanceof HTMLElement) next.focus();
};

function nextStepClass(item: OutboxItem, cannotSend: boolean): string {
  if (isDuplicate(item)) return 'button-link';
  return cannotSend ? 'button button-small button-secondary' : 'button button-small';
}

function nextStepText(item: OutboxItem, cannotSend: boolean): string {
  if (isDuplicate(item)) return 'Corrigir os dados';
  if (isUnexplained(item)) return 'Tentar de novo';
  return cannotSend ? 'Tentar agora' : nextSteps[item.state];
}

const nextSteps = {
  queued: 'Enviar agora',
  sending: 'Enviando…',
  refused: 'Corrigir',
  sent: 'Resultado',
} as const;

interface QueuedDialogProps {
  title: string;
  onClose: () => void;
}

function QueuedPictureDialog(props: QueuedDialogProps & { file: Parameters<typeof fileFrom>[0] }) {
  const { title, file, onClose } = props;
  const picture = useMemo(() => fileFrom(file), [file]);
  return (
    <Dialog title={title} className="dialog-large" id="ver-guardada" onClose={onClose}>
      <FilePreview file={picture} />
    </Dialog>
  );
}

function DeleteQueuedDialog(props: QueuedDialogProps & { onDelete: () => void }) {
  const { title, onClose, onDelete } = props;
  return (
    <Dialog title="Excluir esta nota?" id="excluir-guardada" onClose={onClose}>
      <p>
        {title}. Ela ainda não foi enviada: os dados e a foto serão apagados deste aparelho e não
        podem ser recuperados.
      </p>
      <div className="button-row">
        <button type="button" className="button" onClick={onClose}>
          Voltar
        </button>
        <button type="button" className="button button-secondary button-danger" onClick={onDelete}>
          Excluir
        </button>
      </div>
    </Dialog>
  );
}
