import { call } from '../../client/call.ts';
import { listReceipts, type Receipt } from '../../contract/receipts.ts';
import { counted, type Fact } from '../../rules/campaign/news.ts';

/** The user's receipts and valid numbers; null when the session has ended. */
export async function readOwnFigures(): Promise<Fact[] | null> {
  const result = await call(listReceipts);
  return result.ok ? figuresOf(result.value) : null;
}

function figuresOf(receipts: readonly Receipt[]): Fact[] {
  if (receipts.length === 0) return [['Sua 1ª nota', 'está esperando você.']];
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
