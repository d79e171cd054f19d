import { seededRandom } from '../random.ts';
import type { ReceiptFacts } from '../receipt-facts.ts';

/** A piece of a printed receipt, top to bottom. */
export type Block =
  | { kind: 'lines'; lines: string[]; columns: number; font: Font; bold?: boolean }
  | { kind: 'qr'; text: string; share: number; aside: string[] }
  | { kind: 'bars'; text: string };

export type Font = 'mono' | 'cells' | 'tight' | 'sans' | 'narrow';

/** How the sale was paid: amounts near the total that are not the total. */
export interface Payment {
  gross: number;
  discount: number;
  paid: number;
  change: number;
  method: string;
}

export function paymentOf({ total, number }: ReceiptFacts): Payment {
  const random = seededRandom(number);
  const discount = random.next() < 0.35 ? random.between(10, 900) : 0;
  const isCash = random.next() < 0.4;
  const paid = isCash ? Math.ceil(total / 1000) * 1000 : total;
  const method = isCash
    ? 'Dinheiro'
    : random.pick(['Cartão de Crédito', 'Cartão de Débito', 'PIX']);
  return { gross: total + discount, discount, paid, change: paid - total, method };
}

export function qr(facts: ReceiptFacts, withQr: boolean, share: number): Block[] {
  return withQr ? [{ kind: 'qr', text: facts.qr, share, aside: [] }] : [];
}

export function twoLineItems({ items }: ReceiptFacts): string[] {
  return items.flatMap(({ name, total }, index) => [
    `${String(index + 1).padStart(3, '0')} 789100${1000 + index * 31} ${name}`,
    spread(48, `        1 UN X ${reais(total)} (${reais(total / 5)})`, reais(total)),
  ]);
}

export function groups(key: string): string {
  return key.replaceAll(/(.{4})/g, '$1 ').trim();
}

export function date({ day }: ReceiptFacts): string {
  return day.split('-').toReversed().join('/');
}

/** The office authorises seconds after the till has issued. */
export function later({ time }: ReceiptFacts): string {
  return `${time.slice(0, 6)}${String((Number(time.slice(6)) + 7) % 60).padStart(2, '0')}`;
}

export function protocol({ number }: ReceiptFacts): string {
  return `1412600${String(number * 37)
    .padStart(8, '0')
    .slice(0, 8)}`;
}

export function reais(centavos: number): string {
  return (centavos / 100).toLocaleString('pt-BR', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
}

export function centred(width: number, ...lines: string[]): string[] {
  return lines.map((text) => text.padStart(Math.floor((width + text.length) / 2)));
}

export function spread(width: number, left: string, right: string): string {
  return left + right.padStart(Math.max(right.length + 1, width - left.length));
}
