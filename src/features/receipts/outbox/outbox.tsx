import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { SiteProps } from '../../../environment.ts';
import { overThisPage, receiptPath, signInDialog } from '../../../paths.ts';
import { formatDate } from '../../../rules/dates.ts';
import { formatMoney } from '../../../rules/money.ts';
import { showIdentifierEnd } from '../../../rules/receipts/receipt-identity.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { focusFirstShown } from '../../../ui/focus.ts';
import { Chip, type Tone } from '../../../ui/status.tsx';
import { $session } from '../../session/session.store.ts';
import { ReceiptOnDisc } from '../drawings.tsx';
import { ChosenFile } from '../file/file-picker.tsx';
import { canBeCorrected, refusedLines } from '../form/receipt-values.ts';
import { ReceiptResultDialog } from '../result/result-dialog.tsx';
import {
  $isSystemDown,
  $outbox,
  deleteQueued,
  type OutboxItem,
  sendQueue,
} from './outbox.store.ts';
import { fileFrom } from './receipt-storage.ts';

interface OutboxListProps {
  site: SiteProps;
  /** The receipt that is back in the form, and so not listed. */
  corrected?: string | undefined;
  /** Null while another receipt is being filled in. */
  onCorrect: OutboxActionsProps['onCorrect'];
}

export function OutboxList({ site, corrected, onCorrect }: OutboxListProps) {
  const items = useStore($outbox).filter(({ receipt }) => receipt.id !== corrected);
  const isSignedIn = useStore($session).state === 'signed-in';
  const hasUnsent = items.some(({ state }) => state !== 'sent');
  const title = useRef<HTMLHeadingElement>(null);
  if (items.length === 0) return null;
  return (
    <section className="outbox" aria-labelledby="notas-guardadas" data-unsent>
      <div className="receipts-sum on-rays">
        <div className="sum-content">
          <h2 id="notas-guardadas" tabIndex={-1} ref={title}>
            {outboxTitle(items)}
          </h2>
          {isSignedIn && hasUnsent && (
            <p>
              Ficam guardadas neste aparelho, mesmo que você saia da conta, e só aparecem para você.
            </p>
          )}
        </div>
        <ReceiptOnDisc />
      </div>
      {isSignedIn ? (
        <>
          {hasUnsent && <SystemDown />}
          <ul className="receipt-cards" data-columns={Math.min(items.length, 2)}>
            {items.map((item) => (
              <li className="receipt-paper" key={item.receipt.id}>
                <OutboxCard
                  site={site}
                  item={item}
                  onCorrect={onCorrect}
                  // With its last card this list is gone: the page's title takes the focus.
                  onDeleted={() =>
                    focusFirstShown(
                      title.current ? [title.current] : document.querySelectorAll('h1'),
                    )
                  }
                />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="message message-info" role="status">
          Suas notas continuam guardadas neste aparelho. Para enviar, entre na sua conta:{' '}
          <a href={overThisPage(signInDialog)}>Entrar</a>
        </p>
      )}
    </section>
  );
}

function outboxTitle(items: readonly OutboxItem[]): string {
  const states = new Set(items.map(({ state }) => state));
  if (states.has('queued') || states.has('sending')) return 'Notas aguardando envio';
  if (states.has('sent')) return states.size > 1 ? 'Notas enviadas e recusadas' : 'Notas enviadas';
  if (!items.every(isToCorrect)) return items.length === 1 ? 'Nota recusada' : 'Notas recusadas';
  return items.length === 1 ? 'Corrija esta nota' : 'Corrija estas notas';
}

function isToCorrect(item: OutboxItem): boolean {
  return item.state === 'refused' && canBeCorrected(item.refusal);
}

function SystemDown() {
  if (!useStore($isSystemDown)) return null;
  return (
    <p className="message message-info">
      O sistema não respondeu. Vamos tentar de novo em alguns minutos.
    </p>
  );
}

const chips: Readonly<Record<OutboxItem['state'], { tone: Tone; label: string }>> = {
  queued: { tone: 'waiting', label: 'Aguardando envio' },
  sending: { tone: 'mute', label: 'Enviando' },
  refused: { tone: 'danger', label: 'Recusada' },
  sent: { tone: 'success', label: 'Enviada' },
};

function OutboxCard(props: Omit<OutboxActionsProps, 'title'>) {
  const { site, item } = props;
  const { id, content } = item.receipt;
  const title = `Compra de ${formatDate(content.purchaseDate)}`;
  return (
    <article className="receipt-card" aria-labelledby={`guardada-${id}`}>
      <header>
        <h3 id={`guardada-${id}`}>{title}</h3>
        <Chip {...chips[item.state]} />
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
        refusedLines(item.refusal, site).map((line) => (
          <p className="receipt-reason" key={line}>
            {line}
          </p>
        ))}
      <OutboxActions {...props} title={title} />
    </article>
  );
}

interface OutboxActionsProps {
  site: SiteProps;
  item: OutboxItem;
  title: string;
  onCorrect: ((receipt: OutboxItem['receipt']) => void) | null;
  onDeleted: () => void;
}

function OutboxActions({ site, item, title, onCorrect, onDeleted }: OutboxActionsProps) {
  const [open, setOpen] = useState<'picture' | 'deletion' | 'result' | null>(null);
  const close = () => setOpen(null);
  const { id, file } = item.receipt;
  const isSending = item.state === 'sending';
  const hiddenTitle = <span className="visually-hidden"> da {title.toLowerCase()}</span>;
  return (
    <>
      <div className="receipt-actions">
        <NextStep
          item={item}
          hiddenTitle={hiddenTitle}
          onCorrect={onCorrect}
          onResult={() => setOpen('result')}
        />
        {item.state === 'refused' && item.refusal.duplicateOf && (
          <a className="button-link" href={receiptPath(item.refusal.duplicateOf.position)}>
            Ver a Nota {item.refusal.duplicateOf.position}
          </a>
        )}
        {item.state !== 'sent' && (
          <>
            <button type="button" className="button-link" onClick={() => setOpen('picture')}>
              Ver nota{hiddenTitle}
            </button>
            <button
              type="button"
              className="button-link"
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
      {open === 'result' && item.state === 'sent' && (
        <ReceiptResultDialog site={site} receiptId={item.receiptId} onClose={close} />
      )}
    </>
  );
}

interface NextStepProps extends Pick<OutboxActionsProps, 'item' | 'onCorrect'> {
  hiddenTitle: ReactNode;
  onResult: () => void;
}

/** The same button in all states, so that it keeps the focus; what came too late has none. */
function NextStep({ item, hiddenTitle, onCorrect, onResult }: NextStepProps) {
  if (item.state === 'refused' && !isToCorrect(item)) return null;
  const isBlocked = item.state === 'refused' && !onCorrect;
  const hintId = isBlocked ? `antes-de-corrigir-${item.receipt.id}` : undefined;
  const press = {
    queued: sendQueue,
    sending: sendQueue,
    refused: () => onCorrect?.(item.receipt),
    sent: onResult,
  }[item.state];
  return (
    <>
      {isBlocked && (
        <p className="field-hint" id={hintId}>
          Para corrigir esta nota, antes salve ou limpe a que você está preenchendo
        </p>
      )}
      <button
        type="button"
        className="button button-small"
        ref={passFocusOnRemoval}
        aria-busy={item.state === 'sending'}
        aria-disabled={isBlocked}
        aria-describedby={hintId}
        onClick={() => void press()}
      >
        {nextSteps[item.state]}
        {(item.state === 'refused' || item.state === 'sent') && hiddenTitle}
      </button>
    </>
  );
}

const passFocusOnRemoval = (button: HTMLButtonElement) => () => {
  const next = button.nextElementSibling;
  if (button === document.activeElement && next instanceof HTMLElement) next.focus();
};

const nextSteps = {
  queued: 'Enviar agora',
  sending: 'Enviar agora',
  refused: 'Corrigir',
  sent: 'Resultado',
} as const;

type QueuedDialogProps = Pick<OutboxActionsProps, 'title'> & { onClose: () => void };

function QueuedPictureDialog(props: QueuedDialogProps & Pick<OutboxItem['receipt'], 'file'>) {
  const { title, file, onClose } = props;
  const picture = useMemo(() => fileFrom(file), [file]);
  return (
    <Dialog title={title} className="dialog-large" id="ver-guardada" onClose={onClose}>
      <ChosenFile file={picture} />
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

export function outboxText(items: readonly OutboxItem[]): string {
  const count = (state: OutboxItem['state']) => items.filter((item) => item.state === state).length;
  if (count('sending') > 0) return 'Enviando a nota guardada…';
  return (['sent', 'refused', 'queued'] as const)
    .filter((state) => count(state) > 0)
    .map((state) => `${chips[state].label}: ${count(state)}`)
    .join('. ');
}
