import { array, boolean, enums, type Infer, number, string, type, union } from 'superstruct';
import { engineTypes } from '../rules/rewards/engines-and-reward-status.ts';
import { get } from './endpoint.ts';
import { Id, list, Moment, maybe } from './primitives.ts';

export const KnownEngineType = enums(engineTypes);

const DrawRule = type({
  inputType: string(),
  type: string(),
  quantity: number(),
  minAmount: maybe(number()),
  maxAmount: maybe(number()),
  bonusGeneratorType: maybe(string()),
  bonusGeneratorQty: maybe(number()),
});

export const EnginePrize = type({
  id: Id,
  campaignPrizeId: Id,
  points: number(),
  description: string(),
  mainImageUrl: maybe(string()),
});
export type EnginePrize = Infer<typeof EnginePrize>;

export const CheckoutRule = type({ type: string(), referenceValue: Id, value: number() });
export type CheckoutRule = Infer<typeof CheckoutRule>;

/** Only the members of its own type are present. */
export const EngineDetails = type({
  seriesType: maybe(string()),
  seriesQty: maybe(number()),
  numbersPerSeries: maybe(number()),
  orderNumber: maybe(number()),
  extractionAt: maybe(Moment),
  /** A special extraction, on another weekday than Wednesday and Saturday. */
  specialExtraction: maybe(boolean()),
  /** How many alternates a draw names, in case winners are disqualified. */
  alternates: maybe(number()),
  /** Who gets the prize of a disqualified winner: the next number, or the Treasury. */
  disqualified: maybe(enums(['NEXT', 'TREASURY'])),
  rules: list(array(DrawRule)),
  totalPrizes: maybe(number()),
  maxRewardsByConsumer: maybe(number()),
  segregateByEstablishment: maybe(boolean()),
  generatedInstantPrizes: maybe(number()),
  transferType: maybe(enums(['DIGITAL_WALLET', 'INSTANT_PAYMENT'])),
  percentage: maybe(number()),
  maxAmountByConsumer: maybe(number()),
  maxCouponsByConsumer: maybe(number()),
  totalAmount: maybe(number()),
  pointsAlias: maybe(string()),
  pointsMonetaryFactor: maybe(number()),
  prizes: list(array(EnginePrize)),
  checkoutRules: list(array(CheckoutRule)),
});
export type EngineDetails = Infer<typeof EngineDetails>;

export const Engine = type({
  id: Id,
  type: KnownEngineType,
  moderationType: maybe(string()),
  name: string(),
  engineId: maybe(Id),
  cumulative: maybe(boolean()),
  regulationUrl: maybe(string()),
  /** Consumer types (PERSON, CORPORATE) that may not take part; absent: all may. */
  excludedConsumerTypes: maybe(array(string())),
  details: EngineDetails,
});
export type Engine = Infer<typeof Engine>;

/** Shown as series.number, the number in five digits. */
export const ShownNumber = type({
  id: maybe(Id),
  series: union([number(), string()]),
  generatedNumber: union([number(), string()]),
  type: maybe(string()),
  createdAt: maybe(string()),
  voided: maybe(boolean()),
});
export type ShownNumber = Infer<typeof ShownNumber>;

/** `?consumerId=` must be the caller's own id. */
export const listLuckyNumbersEndpoint = get({
  path: '/api/campaign/engine/draw/luckynumber',
  access: 'consumer',
  answer: array(ShownNumber),
});
