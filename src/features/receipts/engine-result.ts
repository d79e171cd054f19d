import type { LuckyNumber } from '../../contract/lucky-numbers.ts';
import type { Id } from '../../contract/primitives.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import { type InstantPrizeText, instantPrizeText, notEligibleText } from '../../rules/labels.ts';
import { cashbackMessage, notices } from '../../rules/messages.ts';

/** What one engine's result says (MYREC-25 to MYREC-31). */
export type EngineResult =
  | { kind: 'text'; text: string }
  | { kind: 'numbers'; numbers: readonly LuckyNumber[] }
  | { kind: 'prize'; text: InstantPrizeText; campaignPrizeId: Id }
  /** In reais. */
  | { kind: 'cashback'; value: number }
  | { kind: 'points'; points: number }
  /** Its chip alone speaks. */
  | { kind: 'nothing' };

export function engineResult(order: EngineOrder, couponStatus: string): EngineResult {
  const limit = cashbackMessage(order.details?.error?.code);
  if (limit) return { kind: 'text', text: limit };
  if (order.status === 'NOT_ELIGIBLE') {
    return { kind: 'text', text: notEligibleText(order.engineType, order.events) };
  }
  switch (order.engineType) {
    case 'DRAW':
      return numbersOf(order);
    case 'INSTANT_PRIZE':
      return instantPrizeOf(order, couponStatus);
    case 'CASHBACK':
      return cashbackOf(order);
    case 'COLLECT_TO_WIN':
      return pointsOf(order);
    default:
      return order.engineType satisfies never;
  }
}

function numbersOf({ details }: EngineOrder): EngineResult {
  const numbers = details?.luckyNumbers ?? [];
  return numbers.length > 0
    ? { kind: 'numbers', numbers }
    : { kind: 'text', text: notices.noLuckyNumbers };
}

function instantPrizeOf({ details, events }: EngineOrder, couponStatus: string): EngineResult {
  const campaignPrizeId = details?.winner?.campaignPrizeId;
  const won = campaignPrizeId !== null && campaignPrizeId !== undefined;
  const text = instantPrizeText(couponStatus, won);
  if (text === null) {
    const message = events.at(-1)?.message;
    return message ? { kind: 'text', text: message } : { kind: 'nothing' };
  }
  return won && text !== 'Não foi dessa vez :-('
    ? { kind: 'prize', text, campaignPrizeId }
    : { kind: 'text', text };
}

function cashbackOf({ details, status }: EngineOrder): EngineResult {
  const value = status === 'CANCELLED' ? 0 : (details?.transaction?.value ?? 0);
  return value > 0 ? { kind: 'cashback', value } : { kind: 'text', text: notices.noCashback };
}

function pointsOf({ details, status }: EngineOrder): EngineResult {
  const points = status === 'CANCELLED' ? 0 : (details?.transaction?.value ?? 0);
  return points > 0 ? { kind: 'points', points } : { kind: 'nothing' };
}
