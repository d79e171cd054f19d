import type { Campaign, CampaignPrize } from '../../../contract/campaign.ts';
import type { ShownNumber } from '../../../contract/engines.ts';
import { type Id, isSameId } from '../../../contract/primitives.ts';
import type { EngineOrder, Receipt } from '../../../contract/receipts.ts';
import { environment } from '../../../environment.ts';
import type { MascotPose } from '../../../paths.ts';
import { dayInSaoPaulo, formatDayOf, instantOf } from '../../../rules/dates.ts';
import {
  deliveryMessage,
  instantPrizeTexts,
  notEligibleText,
  type SentenceWithFace,
} from '../../../rules/messages/labels.ts';
import { cashbackMessage, receiptTexts } from '../../../rules/messages/receipt-messages.ts';
import { formatReais } from '../../../rules/money.ts';
import { isDenied, receiptStage } from '../../../rules/receipts/receipt-status.ts';
import { formatPoints, pointsAlias } from '../../../rules/rewards/cashback-and-points.ts';
import {
  awaitsModeration,
  type InstantPrizeOutcome,
  prizeOutcome,
  shownOrderStatus,
} from '../../../rules/rewards/engines-and-reward-status.ts';
import { formatLuckyNumber, luckyNumberName } from '../../../rules/rewards/lucky-number-format.ts';
import { formatWhole } from '../../../rules/text.ts';

export interface RewardedReceipt {
  readonly status: Receipt['status'];
  readonly engineOrders: readonly EngineOrder[];
}

export function bringsPrize(order: EngineOrder, receiptStatus: string): boolean {
  return engineResult(order, receiptStatus).kind === 'prize';
}

export interface PrizeResult {
  kind: 'prize';
  outcome: Exclude<InstantPrizeOutcome, 'lost'>;
  campaignPrizeId: Id;
}

export type EngineResult =
  | ({ kind: 'text' } & SentenceWithFace)
  | { kind: 'numbers'; numbers: readonly ShownNumber[] }
  | PrizeResult
  | { kind: 'cashback'; value: number }
  | { kind: 'points'; points: number }
  | { kind: 'nothing' };

export function engineResult(order: EngineOrder, receiptStatus: string): EngineResult {
  const limit = cashbackMessage(order.details?.error?.code);
  if (limit) return { kind: 'text', text: limit };
  if (order.status === 'NOT_ELIGIBLE') {
    return { kind: 'text', text: notEligibleText(order.engineType, order.events) };
  }
  if (order.status === 'TO_REQUEST') {
    const text = order.events.at(-1)?.message;
    // The engine's chip already says that it is waiting.
    return text ? { kind: 'text', text } : { kind: 'nothing' };
  }
  switch (order.engineType) {
    case 'DRAW':
      return numbersOf(order);
    case 'INSTANT_PRIZE':
      return instantPrizeOf(order, receiptStatus);
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
    : { kind: 'text', ...receiptTexts.noLuckyNumbers };
}

function instantPrizeOf({ details, events }: EngineOrder, receiptStatus: string): EngineResult {
  const campaignPrizeId = details?.winner?.campaignPrizeId ?? null;
  const outcome = campaignPrizeId === null ? 'lost' : prizeOutcome(receiptStatus);
  if (outcome === null) {
    const message = events.at(-1)?.message;
    return message ? { kind: 'text', text: message } : { kind: 'nothing' };
  }
  return campaignPrizeId === null || outcome === 'lost'
    ? { kind: 'text', ...instantPrizeTexts.lost }
    : { kind: 'prize', outcome, campaignPrizeId };
}

function cashbackOf({ details, status }: EngineOrder): EngineResult {
  const value = status === 'CANCELLED' ? 0 : (details?.transaction?.value ?? 0);
  return value > 0 ? { kind: 'cashback', value } : { kind: 'text', text: receiptTexts.noCashback };
}

function pointsOf({ details, status }: EngineOrder): EngineResult {
  const points = status === 'CANCELLED' ? 0 : (details?.transaction?.value ?? 0);
  return points > 0 ? { kind: 'points', points } : { kind: 'nothing' };
}

/** Separates engines that brought something, prizes first, from those with at most a sentence. */
export function splitByEarnings(orders: readonly EngineOrder[], receiptStatus: string) {
  const empty = orders.filter((order) =>
    ['text', 'nothing'].includes(engineResult(order, receiptStatus).kind),
  );
  const earned = orders.filter((order) => !empty.includes(order));
  const prizes = earned.filter((order) => bringsPrize(order, receiptStatus));
  const others = earned.filter((order) => !prizes.includes(order));
  return { earned: [...prizes, ...others], empty };
}

export function numberText({ series, generatedNumber }: ShownNumber): string {
  return formatLuckyNumber({ series, number: generatedNumber });
}

/** '12 números da sorte', without void ones; null when there are none. */
export function numbersCountText(numbers: readonly ShownNumber[]): string | null {
  const { count, name } = countNumbers(numbers);
  return count === 0 ? null : `${formatWhole(count)} ${name}`;
}

export function countNumbers(numbers: readonly ShownNumber[]): { count: number; name: string } {
  const count = validNumbers(numbers).length;
  return { count, name: luckyNumberName(count) };
}

export function engineName(
  { engines }: Campaign,
  { campaignEngineId, engineType }: EngineOrder,
): string {
  const engine =
    engines.find(({ id }) => isSameId(id, campaignEngineId)) ??
    engines.find(({ type }) => type === engineType);
  return engine?.name ?? '';
}

/** The campaign's text for an engine. A confirmed prize has it until its delivery has a sentence. */
export function engineTextOf(
  { engineType, details }: EngineOrder,
  receiptStatus: string,
  texts: Readonly<Record<string, string>> = {},
): string | undefined {
  const isConfirmed = engineType === 'INSTANT_PRIZE' && prizeOutcome(receiptStatus) === 'won';
  if (!isConfirmed) return texts[engineType];
  return deliveryTexts({ details }).length > 0 ? undefined : texts['INSTANT_PRIZE_CONFIRMED'];
}

/** How far each prize of an engine is on its way, as soon as there is something to say. */
export function deliveryTexts({ details }: Pick<EngineOrder, 'details'>): string[] {
  return (details?.deliveries ?? []).flatMap((delivery) => {
    const sentence = deliveryMessage(delivery);
    if (!sentence) return [];
    return delivery.number ? `O número ${delivery.number} foi sorteado. ${sentence}` : sentence;
  });
}

/**
 * 'Sorteio em 12/12/2026', and 'Sorteio de' after that day, which is true even of a draw put off;
 * null without a draw, or if not all draws are on one known day.
 */
export function drawDayText({ engines }: Pick<Campaign, 'engines'>): string | null {
  const draws = engines.filter(({ type }) => type === 'DRAW');
  const [at, ...others] = draws.map(({ details: { extractionAt } }) => extractionAt);
  const day = at && formatDayOf(at);
  if (!day || others.some((other) => !other || formatDayOf(other) !== day)) return null;
  const isPast = dayInSaoPaulo(instantOf(at)) < dayInSaoPaulo(environment().now());
  return `Sorteio ${isPast ? 'de' : 'em'}\u00a0${day}`;
}

/** Once a number of the receipt has won, what becomes of its prize stands in place of the draw's day. */
export function waitingText(
  receipt: RewardedReceipt,
  campaign: Pick<Campaign, 'engines'>,
): string | null {
  const { engineOrders, status } = receipt;
  const isUnchecked = engineOrders.some((order) => awaitsModeration(order, status));
  const day = luckyNumbersNewestFirst([receipt]).length > 0 ? drawDayText(campaign) : null;
  const ofDraws = engineOrders.filter(({ engineType }) => engineType === 'DRAW');
  const won = ofDraws.flatMap(deliveryTexts).join(' ');
  const parts = [isUnchecked && 'Falta só conferirmos a nota.', won || day];
  return parts.filter(Boolean).join(' ') || null;
}

export function hasWaitingEngine({ engineOrders }: RewardedReceipt): boolean {
  return engineOrders.some(({ status }) => status === 'TO_REQUEST');
}

export function pointsText(points: number, campaign: Pick<Campaign, 'engines'>): string {
  return formatPoints(points, pointsAlias(campaign));
}

export function earnings(
  { engineOrders, status }: RewardedReceipt,
  campaign: Pick<Campaign, 'engines'>,
): { engineId: Id; kind: EngineResult['kind']; text: string }[] {
  return engineOrders.flatMap((order) => {
    const result = engineResult(order, status);
    const text = earningText(result, campaign);
    return text === null ? [] : [{ engineId: order.campaignEngineId, kind: result.kind, text }];
  });
}

/** As `earnings`, but names the number where there is only one. */
export function earningsInLine(receipt: RewardedReceipt, campaign: Pick<Campaign, 'engines'>) {
  const [onlyNumber, second] = luckyNumbersNewestFirst([receipt]);
  return earnings(receipt, campaign).map((earning) =>
    earning.kind === 'numbers' && onlyNumber && !second
      ? {
          ...earning,
          text: `nº ${numberText(onlyNumber)}`,
        }
      : earning,
  );
}

export function prizesOf({ engineOrders, status }: RewardedReceipt) {
  return engineOrders
    .map((order) => engineResult(order, status))
    .filter((result) => result.kind === 'prize');
}

export interface OrderNumbers {
  order: EngineOrder;
  numbers: readonly ShownNumber[];
}

export interface Highlights {
  prize: (PrizeResult & { order: EngineOrder }) | undefined;
  numbers: OrderNumbers | undefined;
  lostOrder: EngineOrder | undefined;
  others: readonly EngineOrder[];
  prizeCount: number;
  bestStatus: string | undefined;
}

/** What the scene shows first: the prize, the numbers, or that no prize came; then the others. */
export function highlights({ engineOrders, status }: RewardedReceipt): Highlights {
  const results = engineOrders.map((order) => ({ order, result: engineResult(order, status) }));
  const prizes = results.flatMap(({ order, result }) =>
    result.kind === 'prize' ? [{ order, ...result }] : [],
  );
  const [numbers] = results.flatMap(({ order, result }): OrderNumbers[] =>
    result.kind === 'numbers' && countNumbers(result.numbers).count > 0
      ? [{ order, numbers: result.numbers }]
      : [],
  );
  const [prize] = prizes;
  const best = (prize ?? numbers)?.order;
  // A loss is shown first only if nothing was won.
  const lostOrder = best
    ? undefined
    : results.find(({ order, result }) => isLost(order, result))?.order;
  const shownFirst = [prize?.order, numbers?.order, lostOrder];
  const others = engineOrders.filter((order) => !shownFirst.includes(order));
  const bestStatus = best && shownOrderStatus(best, status);
  return { prize, numbers, lostOrder, others, prizeCount: prizes.length, bestStatus };
}

function isLost({ engineType, status, details }: EngineOrder, { kind }: EngineResult): boolean {
  const isDone = engineType === 'INSTANT_PRIZE' && status === 'REQUESTED';
  return isDone && kind === 'text' && !details?.winner;
}

export function giftText(prizeCount: number): string {
  return `Sua nota trouxe ${prizeCount === 1 ? 'um presente' : `${prizeCount} presentes`}!`;
}

export function nothingWonTexts(receipt: RewardedReceipt): { lead: string; pose: MascotPose } {
  if (isDenied(receipt.status)) return { lead: 'Esta nota não valeu', pose: 'duvida' };
  return hasWaitingEngine(receipt)
    ? { lead: 'Vamos conferir a sua nota', pose: 'le' }
    : { lead: 'Obrigado por participar', pose: 'acena' };
}

/** What the scene shows first, as screen readers say it. */
export function resultSentence(receipt: RewardedReceipt): string {
  const { prize, numbers, prizeCount } = highlights(receipt);
  if (prize) return giftText(prizeCount);
  return (numbers && numbersCountText(numbers.numbers)) ?? nothingWonTexts(receipt).lead;
}

/** A prize, with the number of its receipt: the oldest is 1. */
export interface ListedPrize extends PrizeResult {
  number: number;
}

export function luckyNumbersNewestFirst(receipts: readonly RewardedReceipt[]): ShownNumber[] {
  const numbers = receipts
    .flatMap(({ engineOrders }) => engineOrders)
    .flatMap(({ details }) => details?.luckyNumbers ?? []);
  return validNumbers(numbers).reverse();
}

export function validNumbers(numbers: readonly ShownNumber[]): ShownNumber[] {
  return numbers.filter(({ voided }) => !voided);
}

export function receiptsTotal(receipts: readonly RewardedReceipt[]) {
  const prizes = receipts.flatMap((receipt, index) =>
    prizesOf(receipt).map((prize): ListedPrize => ({ ...prize, number: index + 1 })),
  );
  return {
    numbers: luckyNumbersNewestFirst(receipts).length,
    prizes: prizes.reverse(),
    waiting: receipts.filter(({ status }) => receiptStage(status) === 'review').length,
  };
}

function earningText(result: EngineResult, campaign: Pick<Campaign, 'engines'>): string | null {
  switch (result.kind) {
    case 'numbers':
      return numbersCountText(result.numbers);
    case 'prize':
      return result.outcome === 'won' ? 'prêmio na hora' : 'provável prêmio na hora';
    case 'cashback':
      return `${formatReais(result.value)} de cashback`;
    case 'points':
      return pointsText(result.points, campaign);
    case 'text':
    case 'nothing':
      return null;
    default:
      return result satisfies never;
  }
}

export function prizePictureUrl(prize: CampaignPrize): string | null {
  const path = prizePicturePath(prize);
  return path && (environment().site.pictures?.[path] ?? path);
}

export function prizePicturePath({ hotsiteImageUrl, mainImageUrl }: CampaignPrize): string | null {
  return hotsiteImageUrl ?? mainImageUrl ?? null;
}
