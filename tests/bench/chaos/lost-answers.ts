import {
  createReceiptEndpoint,
  type EngineOrder,
  listReceiptsEndpoint,
} from '../../../src/contract/receipts.ts';
import {
  getCashbackWalletEndpoint,
  listRedemptionsEndpoint,
  withdrawCashbackEndpoint,
} from '../../../src/contract/wallets.ts';
import type { TestConsumer, TestGateway } from '../../support/gateway.ts';
import type { Sent } from './mixed-load.ts';
import { isAcknowledged, sendUntilAnswered } from './send-until-answered.ts';

/** Retries of answered acts that are looked at; the newest are the likeliest to be lost. */
const retried = 300;

/** What people were answered and the gateway does not know, knows twice or tells otherwise. */
export async function lostAnswers(
  desk: TestGateway,
  sent: readonly Sent[],
  urls: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const who of new Set(sent.map((each) => each.who))) {
    const own = sent.filter((each) => each.who === who && isAcknowledged(each.outcome));
    found.push(...(await lostOf(desk, who, own)));
  }
  for (const { act, outcome } of sent
    .filter((each) => isAcknowledged(each.outcome))
    .slice(-retried)) {
    const again = await sendUntilAnswered(act, urls);
    if (again.text !== outcome.text) found.push(`${act.key} is answered otherwise: ${again.text}`);
  }
  return found;
}

async function lostOf(
  desk: TestGateway,
  { token }: TestConsumer,
  own: readonly Sent[],
): Promise<string[]> {
  const receipts = (await desk.call(listReceiptsEndpoint, { token })).body;
  const { transactions } = (await desk.call(getCashbackWalletEndpoint, { token })).body;
  const redemptions = (await desk.call(listRedemptionsEndpoint, { token })).body;
  const withdrawals = transactions.filter(({ type }) => type === 'WITHDRAW');
  const known = [...receipts, ...redemptions, ...withdrawals].length;
  const found =
    known === own.length ? [] : [`${own.length} acts were answered, ${known} are known`];
  for (const { act, outcome, rejected } of own) {
    const answer = JSON.parse(outcome.text);
    const kept = act.endpoint.path === createReceiptEndpoint.path ? receipts : redemptions;
    const same = (act.endpoint.path === withdrawCashbackEndpoint.path ? withdrawals : kept).filter(
      ({ id }) => id === answer.id,
    );
    if (same.length !== 1) found.push(`${act.key} is there ${same.length} times`);
    const [repeated] = same;
    if (!repeated || !('engineOrders' in repeated)) continue;
    const earned = rejected ? numbersOf : rewardsOf;
    if (earned(repeated.engineOrders) !== earned(answer.engineOrders)) {
      found.push(`${act.key} was repeated ${outcome.text}, now ${JSON.stringify(repeated)}`);
    }
  }
  return found;
}

function numbersOf(orders: readonly EngineOrder[]): string {
  const numbers = orders.flatMap(({ details }) => details?.luckyNumbers ?? []);
  return numbers.map(({ series, generatedNumber }) => `${series}.${generatedNumber}`).join();
}

const rewardsOf = (orders: readonly EngineOrder[]): string => JSON.stringify(orders);
