import { setTimeout as pause } from 'node:timers/promises';
import { createReceiptEndpoint } from '../../../src/contract/receipts.ts';
import { redeemEndpoint, withdrawCashbackEndpoint } from '../../../src/contract/wallets.ts';
import type { TestConsumer, TestGateway } from '../../support/gateway.ts';
import { moderate } from '../../support/moderation.ts';
import { acceleratedProducts, receiptBody } from '../../support/receipt-body.ts';
import type { Random } from '../../support/receipts/random.ts';
import { type Act, type Outcome, sendUntilAnswered } from './send-until-answered.ts';

/** What a user did, and its result. */
export interface Sent {
  readonly who: TestConsumer;
  readonly act: Act;
  readonly outcome: Outcome;
  /** A receipt that moderation took back. */
  rejected?: boolean;
}

export interface Crowd {
  /** The moderator's gateway, over the same database. */
  readonly desk: TestGateway;
  readonly people: readonly [TestConsumer, ...TestConsumer[]];
  readonly urls: readonly string[];
  readonly random: Random;
}

const prizes = [501, 502, 504] as const;

/**
 * People act `rate` times a second, however long answers take: eight of ten send a receipt, which
 * moderation may approve and then take back; the others redeem points or withdraw their cashback.
 * @returns everything that was sent, once all of it is answered.
 */
export async function actSteadily(
  crowd: Crowd,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Sent[]> {
  const started = performance.now();
  const acting: Promise<Sent>[] = [];
  for (let act = 0; act < rate * seconds; act += 1) {
    const due = started + (1000 * act) / rate;
    await pause(Math.max(0, due - performance.now()));
    acting.push(actOnce(crowd, `act-${act}`));
  }
  return Promise.all(acting);
}

async function actOnce(crowd: Crowd, key: string): Promise<Sent> {
  const { desk, people, urls, random } = crowd;
  const who = random.pick(people);
  const act = { ...choose(who, random), token: who.token, key };
  const sent: Sent = { who, act, outcome: await sendUntilAnswered(act, urls) };
  if (sent.outcome.status !== 201 || act.endpoint.path !== createReceiptEndpoint.path) return sent;
  const { id } = JSON.parse(sent.outcome.text);
  if (random.next() < 0.5) await moderate(desk, id, { to: 'APPROVED' });
  if (random.next() < 0.1) {
    await moderate(desk, id, { to: 'REJECTED', reason: 'Nota ilegível' });
    sent.rejected = true;
  }
  return sent;
}

function choose(who: TestConsumer, random: Random): Pick<Act, 'endpoint' | 'body'> {
  const chance = random.next();
  if (chance < 0.1) return { endpoint: withdrawCashbackEndpoint };
  if (chance < 0.2) {
    const prizeId = random.pick(prizes);
    const quantity = prizeId === 504 ? 2 : 1;
    return { endpoint: redeemEndpoint, body: { items: [{ prizeId, quantity }] } };
  }
  const totalAmount = random.between(1000, 9000) / 100;
  const products = chance < 0.5 ? { products: acceleratedProducts(totalAmount) } : {};
  return {
    endpoint: createReceiptEndpoint,
    body: receiptBody(who, new Date(), { totalAmount, ...products }),
  };
}
