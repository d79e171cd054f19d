import { call } from '../../client/call.ts';
import { listReceipts, type Receipt } from '../../contract/receipts.ts';

/** A sentence about the user's receipts and valid numbers; null when the session has ended. */
export async function readMine(): Promise<string | null> {
  const result = await call(listReceipts);
  return result.ok ? mineText(sumUp(result.value)) : null;
}

function sumUp(receipts: readonly Receipt[]): { receipts: number; numbers: number } {
  const numbers = receipts
    .flatMap(({ engineOrders }) => engineOrders)
    .flatMap(({ details }) => details?.luckyNumbers ?? [])
    .filter(({ voided }) => !voided);
  return { receipts: receipts.length, numbers: numbers.length };
}

function mineText({ receipts, numbers }: ReturnType<typeof sumUp>): string {
  if (receipts === 0) return 'Sua primeira nota está esperando você.';
  const sent = receipts === 1 ? '1 nota' : `${receipts.toLocaleString('pt-BR')} notas`;
  if (numbers === 0) return `Você já enviou ${sent}.`;
  const lucky = numbers === 1 ? '1 número' : `${numbers.toLocaleString('pt-BR')} números`;
  return `Você tem ${sent} e ${lucky} da sorte.`;
}
