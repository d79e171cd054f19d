import { useStore } from '@nanostores/react';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { type Id, isSameId } from '../../../contract/primitives.ts';
import { overThisPage, signInDialog } from '../../../paths.ts';
import { focusFirstShown } from '../../../ui/focus.ts';
import { $session } from '../../session/session.store.ts';
import { ReceiptOnDisc } from '../receipt-parts.tsx';
import { ReceiptResultDialog } from '../result/result-dialog.tsx';
import { $outbox, $queueProblem, type OutboxItem } from './outbox.store.ts';
import { OutboxCard, type OutboxCardProps } from './outbox-card.tsx';
import {
  isDuplicate,
  isWaiting,
  outboxTitle,
  problemText,
  signedOutText,
  storedText,
} from './outbox-texts.ts';

interface OutboxListProps extends Pick<OutboxCardProps, 'site' | 'onCorrect'> {
  corrected?: string | undefined;
  isExplained?: boolean;
  /** Receipts that the page lists below once they are sent. */
  listedIds?: readonly Id[];
}

const titleId = 'notas-guardadas';

export function OutboxList(props: OutboxListProps) {
  const { site, corrected, isExplained = false, listedIds = [], onCorrect } = props;
  const items = useStore($outbox).filter(({ receipt }) => receipt.id !== corrected);
  const isSignedIn = useStore($session).state === 'signed-in';
  const [resultId, setResultId] = useState<Id | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const cards = items.filter((item) => !isListed(item, listedIds));
  if (items.length === 0) return null;
  return (
    <section className="outbox" aria-labelledby={titleId}>
      <OutboxHead
        items={items}
        cardCount={cards.length}
        isExplained={isExplained}
        title={title}
        onResult={setResultId}
      />
      {isSignedIn ? (
        <>
          <QueueProblem isWaiting={items.some(isWaiting)} />
          {cards.length > 0 && (
            <OutboxCards
              site={site}
              cards={cards}
              isAlone={items.length === 1}
              title={title}
              onResult={setResultId}
              onCorrect={onCorrect}
            />
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

interface PartProps extends Pick<OutboxCardProps, 'onResult'> {
  title: RefObject<HTMLHeadingElement | null>;
}

interface OutboxHeadProps extends PartProps {
  items: readonly OutboxItem[];
  cardCount: number;
  isExplained: boolean;
}

function OutboxHead({ items, cardCount, isExplained, title, onResult }: OutboxHeadProps) {
  const isSignedIn = useStore($session).state === 'signed-in';
  const waitingCount = items.filter(isWaiting).length;
  const hasSum = !(isExplained && waitingCount > 0);
  const areAllRefused = items.every(({ state }) => state === 'refused');
  const figureClass = areAllRefused ? 'receipts-sum-calm' : 'on-rays';
  const [first] = items;
  const isSentAlone = items.length === 1 && cardCount === 0;
  return (
    // The title is the same element in every look, so that it keeps the focus.
    <div className={hasSum ? `receipts-sum ${figureClass}` : 'visually-hidden'}>
      <div className={hasSum ? 'sum-content' : undefined}>
        <h2 id={titleId} tabIndex={-1} ref={title}>
          {outboxTitle(items)}
        </h2>
        {isSignedIn && waitingCount > 0 && !isExplained && <p>{storedText(waitingCount)}</p>}
        {first?.state === 'sent' && isSentAlone && (
          <button
            type="button"
            className="button button-small sum-result"
            onClick={() => onResult(first.receiptId)}
          >
            Resultado
          </button>
        )}
      </div>
      {hasSum && <ReceiptOnDisc />}
    </div>
  );
}

interface OutboxCardsProps extends PartProps, Pick<OutboxCardProps, 'site' | 'onCorrect'> {
  cards: readonly OutboxItem[];
  isAlone: boolean;
}

function OutboxCards({ cards, isAlone, title, ...shared }: OutboxCardsProps) {
  const passFocusToTitle = useCallback(
    (card: HTMLLIElement) => () => {
      if (card.contains(document.activeElement)) title.current?.focus();
    },
    [title],
  );
  // With its last card this list is gone: the page's title takes the focus.
  const focusTitle = () =>
    focusFirstShown(title.current ? [title.current] : document.querySelectorAll('h1'));
  return (
    <ul className="receipt-cards" data-columns={Math.min(cards.length, 2)}>
      {cards.map((item) => (
        <li className="receipt-paper" key={item.receipt.id} ref={passFocusToTitle}>
          <OutboxCard
            {...shared}
            item={item}
            hasState={!isAlone || !isDuplicate(item)}
            onDeleted={focusTitle}
          />
        </li>
      ))}
    </ul>
  );
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
