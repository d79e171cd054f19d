import type { LuckyNumber } from '../../contract/lucky-numbers.ts';
import { environment } from '../../environment.ts';
import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import { numbersText } from './earnings.ts';

/** How many of them count. */
export function NumbersCount({ numbers }: { numbers: readonly LuckyNumber[] }) {
  const text = numbersText(numbers);
  return text && <p>{text}</p>;
}

/** Lucky numbers as tickets: the main ones, then extras and void ones under their own words. */
export function Tickets({ numbers }: { numbers: readonly LuckyNumber[] }) {
  const valid = numbers.filter(({ voided }) => !voided);
  const main = valid.filter(({ type }) => type !== 'BONUS');
  return (
    <>
      {main.length > 0 && (
        <ul className="tickets" aria-label="Números da sorte">
          {main.map(ticket(''))}
        </ul>
      )}
      <MoreTickets
        id="extras"
        title={environment().site.hotsite.accelerator?.extras ?? 'Números extras'}
        look="ticket-extra"
        numbers={valid.filter(({ type }) => type === 'BONUS')}
      />
      <MoreTickets
        id="anulados"
        title="Números anulados"
        look="ticket-void"
        numbers={numbers.filter(({ voided }) => voided)}
      />
    </>
  );
}

interface MoreTicketsProps {
  id: string;
  title: string;
  look: string;
  numbers: readonly LuckyNumber[];
}

function MoreTickets({ id, title, look, numbers }: MoreTicketsProps) {
  if (numbers.length === 0) return null;
  return (
    <>
      <p className="ticket-key" id={`numeros-${id}`}>
        <span className={look} aria-hidden="true" />
        {title}
      </p>
      <ul className="tickets" aria-labelledby={`numeros-${id}`}>
        {numbers.map(ticket(look))}
      </ul>
    </>
  );
}

function ticket(look: string) {
  return ({ series, generatedNumber }: LuckyNumber) => {
    const [head = '', tail = ''] = formatLuckyNumber(series, generatedNumber).split('.');
    return (
      <li className={`ticket ${look}`.trim()} key={`${head}.${tail}`}>
        <b>{head}</b>.{tail}
      </li>
    );
  };
}
