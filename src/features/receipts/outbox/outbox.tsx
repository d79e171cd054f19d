import { useStore } from '@nanostores/react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { type Id, isSameId } from '../../../contract/primitives.ts';
import type { SiteProps } from '../../../environment.ts';
import {
  contactDialog,
  newReceiptPath,
  overThisPage,
  receiptPath,
  signInDialog,
} from '../../../paths.ts';
import { formatDate } from '../../../rules/dates.ts';
import { formatReais } from '../../../rules/money.ts';
import { showIdentifierEnd } from '../../../rules/receipts/receipt-identity.ts';
import { focusFirstShown } from '../../../ui/focus.ts';
import { Chip, type Tone } from '../../../ui/status.tsx';
import { $session } from '../../session/session.store.ts';
import { EarlierReceipt, ReceiptOnDisc } from '../receipt-parts.tsx';
import {
  DeleteQueuedDialog,
  QueuedPictureDialog,
  ReceiptResultDialog,
} from '../result/result-dialog.tsx';
import {
  $isOnline,
  $outbox,
  $queueProblem,
  deleteQueued,
  type OutboxItem,
  sendAgain,
  sendQueue,
} from './outbox.store.ts';
import {
  isDuplicate,
  isToCorrect,
  isUnexplained,
  isWaiting,
  itemLabel,
  outboxTitle,
  problemText,
  refusedLines,
  signedOutText,
  storedText,
} from './outbox-texts.ts';

interface OutboxListProps {
  site: SiteProps;
  corrected?: string | undefined;
  isExplained?: boolean;
  /** Receipts that the page lists below once they are sent. */
  listedIds?: readonly Id[];
  /** Null while another receipt is being filled in. */
  onCorrect: OutboxActionsProps['onCorrect'];
}

export function OutboxList(props: OutboxListProps) {
  const { site, corrected, isExplained, listedIds = [], onCorrect } = props;
  const items = useStore($outbox).filter(({ receipt }) => receipt.id !== corrected);
  const isSignedIn = useStore($session).state === 'signed-in';
  const isRefused = items.every(({ state }) => state === 'refused');
  const figureClass = isRefused ? 'receipts-sum-calm' : 'on-rays';
  const waitingCount = items.filter(isWaiting).length;
  const hasSum = !(isExplained && waitingCount > 0);
  const cards = items.filter((item) => !isListed(item, listedIds));
  const [resultId, setResultId] = useState<Id | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const passFocusToTitle = useCallback(
    (card: HTMLLIElement) => () => {
      if (card.contains(document.activeElement)) title.current?.focus();
    },
    [],
  );
  const [only, ...others] = items;
  if (!only) return null;
  const heading = { id: 'notas-guardadas', tabIndex: -1, ref: title };
  return (
    <section className="outbox" aria-labelledby={heading.id}>
      {/* The title is the same element in every look, so that it keeps the focus. */}
      <div className={hasSum ? `receipts-sum ${figureClass}` : 'visually-hidden'}>
        <div className={hasSum ? 'sum-content' : undefined}>
          <h2 {...heading}>{outboxTitle(items)}</h2>
          {isSignedIn && waitingCount > 0 && !isExplained && <p>{storedText(waitingCount)}</p>}
          {only.state === 'sent' && others.length + cards.length === 0 && (
            <button
              type="button"
              className="button button-small sum-result"
              onClick={() => setResultId(only.receiptId)}
            >
              Resultado
            </button>
          )}
        </div>
        {hasSum && <ReceiptOnDisc />}
      </div>
      {isSignedIn ? (
        <>
          <QueueProblem isWaiting={waitingCount > 0} />
          {cards.length > 0 && (
            <ul className="receipt-cards" data-columns={Math.min(cards.length, 2)}>
              {cards.map((item) => (
                <li className="receipt-paper" key={item.receipt.id} ref={passFocusToTitle}>
                  <OutboxCard
                    site={site}
                    item={item}
                    hasState={others.length > 0 || !isDuplicate(item)}
                    onResult={setResultId}
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
          )}
        </>
      ) : (
        <p className="message message-info" role="status">
          {signedOutText(items)}{' '}
          <a className="button button-small" href={overThisPage(signInDialog)}>
            Entrar
          </a>
        </p>
      )}
      {resultId !== null && (
        <ReceiptResultDialog site={site} receiptId={resultId} onClose={() => setResultId(null)} />
      )}
    </section>
  );
}

function isListed(item: OutboxItem, listedIds: readonly Id[]): boolean {
  return item.state === 'sent' && listedIds.some((id) => isSameId(id, item.receiptId));
}

/** In the page before it has a text, so that screen readers announce that. */
function QueueProblem({ isWaiting }: { isWaiting: boolean }) {
  const problem = useStore($queueProblem);
  const text = isWaiting && problem && problemText(problem);
  return (
    <p className={text ? 'message message-info' : 'visually-hidden'} role="status">
      {text}
    </p>
  );
}

const tones: Readonly<Record<OutboxItem['state'], Tone>> = {
  queued: 'waiting',
  sending: 'mute',
  refused: 'danger',
  sent: 'success',
};

interface OutboxCardProps extends Omit<OutboxActionsProps, 'title'> {
  /** False where the list's title says it already. */
  hasState: boolean;
}

function OutboxCard({ hasState, ...props }: OutboxCardProps) {
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

/** Of a duplicate the chip or the title says what it is; this says of which, and what helps. */
function Refusal({ site, ...item }: RefusalProps) {
  const { refusal } = item;
  if (isDuplicate(item)) {
    return refusal.duplicateOf ? (
      <EarlierReceipt className="receipt-reason" {...refusal.duplicateOf} />
    ) : (
      <div className="receipt-reason">
        <p>Ela já está no seu cadastro ou no de outra pessoa.</p>
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
  const press = {
    queued: sendQueue,
    sending: sendQueue,
    refused: () => (isAgain ? sendAgain(item.receipt) : onCorrect?.(item.receipt)),
    sent: () => item.state === 'sent' && onResult(item.receiptId),
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
        className={nextStepClass(item, cannotSend)}
        ref={passFocusOnRemoval}
        aria-busy={item.state === 'sending'}
        aria-disabled={isBlocked}
        aria-describedby={hintId}
        onClick={() => void press()}
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
