import { call } from '../../client/call.ts';
import { listReceiptsEndpoint, type Receipt } from '../../contract/receipts.ts';
import { isClosed } from '../../environment.ts';
import { counted, type Fact } from '../../rules/campaign/news.ts';

export interface OwnFacts {
  facts: readonly Fact[];
  /** There is no receipt yet, and one can still be sent. */
  invites: boolean;
}

/** The user's receipts and valid numbers; null when the session has ended. */
export async function readOwnFacts(drawDay: string | null): Promise<OwnFacts | null> {
  const result = await call(listReceiptsEndpoint);
  if (!result.ok) return null;
  const invites = result.value.length === 0 && !isClosed();
  return { facts: invites ? [firstReceipt(drawDay)] : factsOf(result.value), invites };
}

function firstReceipt(drawDay: string | null): Fact {
  return ['Sua 1ª nota', drawDay ? `pode concorrer em ${drawDay}.` : 'está esperando você.'];
}

function factsOf(receipts: readonly Receipt[]): Fact[] {
  // As luckyNumbersNewestFirst of the receipts, which would bring the script of their pages.
  const details = receipts.flatMap(({ engineOrders }) =>
    engineOrders.map((order) => order.details),
  );
  const numbers = details.flatMap((of) => of?.luckyNumbers ?? []).filter(({ voided }) => !voided);
  const drawn = details
    .flatMap((of) => of?.deliveries ?? [])
    .filter(({ number, status }) => number && status !== 'PASSED_ON');
  const facts = [counted(receipts.length, 'nota enviada', 'notas enviadas')];
  if (drawn.length > 0) {
    facts.push(counted(drawn.length, 'número sorteado', 'números sorteados'));
  } else if (numbers.length > 0) {
    facts.push(counted(numbers.length, 'número da sorte', 'números da sorte'));
  }
  return facts;
}
