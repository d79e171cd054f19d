import { errorMessages } from '../../client/error-messages.ts';
import type { ApiError } from '../../contract/errors.ts';
import { receiptLabels } from './receipt-values.ts';
import type { OutboxItem } from './waiting-receipts.store.ts';

export const waitingLabels: Readonly<Record<OutboxItem['state'], string>> = {
  waiting: 'Aguardando conexão',
  sending: 'Enviando',
  refused: 'Recusada',
  sent: 'Enviada',
};

/** What assistive technology is told while receipts wait. */
export function waitingText(items: readonly OutboxItem[]): string {
  const count = (state: OutboxItem['state']) => items.filter((each) => each.state === state).length;
  if (count('sending') > 0) return 'Enviando a nota guardada…';
  return (['sent', 'refused', 'waiting'] as const)
    .filter((state) => count(state) > 0)
    .map((state) => `${waitingLabels[state]}: ${count(state)}`)
    .join('. ');
}

/** The gateway's sentences, as the form would show them (ERR-01, ERR-02). */
export function refusedLines(
  refusal: ApiError,
  site: Parameters<typeof receiptLabels>[0],
): string[] {
  return errorMessages(refusal, receiptLabels(site));
}
