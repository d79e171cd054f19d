import { formatDate } from '../../rules/dates.ts';
import { formatMoney } from '../../rules/money.ts';
import { showIdentifierEnd } from './identifier-mask.ts';
import { WaitingActions } from './waiting-actions.tsx';
import { refusedLines, waitingLabels } from './waiting-text.ts';

const tones = { waiting: 'waiting', sending: 'mute', refused: 'danger', sent: 'success' } as const;

type WaitingCardProps = Omit<Parameters<typeof WaitingActions>[0], 'title'>;

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
        refusedLines(item.refusal, site).map((line) => (
          <p className="receipt-reason" key={line}>
            {line}
          </p>
        ))}
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
