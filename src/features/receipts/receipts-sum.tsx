import type { Receipt } from '../../contract/receipts.ts';
import { mascotPath } from '../../paths.ts';
import { type ReceiptsTotal, receiptsTotal } from './earnings.ts';

export function ReceiptsSum({ receipts }: { receipts: readonly Receipt[] }) {
  const total = receiptsTotal(receipts);
  const won = total.prizes + total.likely;
  return (
    <section className="receipts-sum" aria-label="Até agora">
      <dl>
        <Figure count={total.numbers} name={['número da sorte', 'números da sorte']} />
        {won > 0 && <Figure count={won} name={prizeName(total)} look="sum-prize" />}
        {total.waiting > 0 && (
          <Figure count={total.waiting} name={['nota em conferência', 'notas em conferência']} />
        )}
      </dl>
      <img
        src={mascotPath(won > 0 ? 'comemora' : 'le')}
        width="320"
        height="300"
        alt=""
        loading="lazy"
      />
    </section>
  );
}

function prizeName({ prizes }: ReceiptsTotal): [string, string] {
  return prizes > 0
    ? ['prêmio na hora', 'prêmios na hora']
    : ['provável prêmio na hora', 'prováveis prêmios na hora'];
}

interface FigureProps {
  count: number;
  name: [one: string, many: string];
  look?: string;
}

/** In a `dl` the name goes first; on the screen the figure does. */
function Figure({ count, name: [one, many], look }: FigureProps) {
  return (
    <div className={look}>
      <dt>{count === 1 ? one : many}</dt>
      <dd>{count}</dd>
    </div>
  );
}
