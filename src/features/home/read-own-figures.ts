import { call } from '../../client/call.ts';
import { listReceipts, type Receipt } from '../../contract/receipts.ts';
import { isClosed } from '../../environment.ts';
import { counted, type Fact } from '../../rules/campaign/news.ts';

export interface OwnFigures {
  figures: readonly Fact[];
  /** There is no receipt yet, and one can still be sent. */
  invites: boolean;
}

/** The user's receipts and valid numbers; null when the session has ended. */
export async function readOwnFigures(drawDay: string | null): Promise<OwnFigures | null> {
  const result = await call(listReceipts);
  if (!result.ok) return null;
  const invites = result.value.length === 0 && !isClosed();
  return { figures: invites ? [firstReceipt(drawDay)] : figuresOf(result.value), invites };
}

function firstReceipt(drawDay: string | null): Fact {
  return [
    'Sua 1ª nota',
    drawDay ? `já vale para o sorteio de ${drawDay}.` : 'está esperando você.',
  ];
}

function figuresOf(receipts: readonly Receipt[]): Fact[] {
  const numbers = receipts
    .flatMap(({ engineOrders }) => engineOrders)
    .flatMap(({ details }) => details?.luckyNumbers ?? [])
    .filter(({ voided }) => !voided);
  const figures = [counted(receipts.length, 'nota sua', 'notas suas')];
  if (numbers.length > 0) {
    figures.push(counted(numbers.length, 'número da sorte', 'números da sorte'));
  }
  return figures;
}
