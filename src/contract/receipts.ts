import {
  array,
  boolean,
  enums,
  type Infer,
  number,
  object,
  optional,
  string,
  type,
} from 'superstruct';
import { AdditionalFieldValue, AttributionBody } from './consumer.ts';
import { get, send } from './endpoint.ts';
import { KnownEngineType, ShownNumber } from './engines.ts';
import { Day, Id, list, maybe } from './primitives.ts';

export const PrizeDelivery = type({
  campaignPrizeId: Id,
  /** The lucky number that was drawn; null for an instant prize. */
  number: maybe(string()),
  status: string(),
  trackingCode: maybe(string()),
});
export type PrizeDelivery = Infer<typeof PrizeDelivery>;

export const EngineOrder = type({
  engineType: KnownEngineType,
  campaignEngineId: Id,
  status: string(),
  rewarded: maybe(boolean()),
  events: list(array(type({ status: maybe(string()), message: maybe(string()) }))),
  details: maybe(
    type({
      luckyNumbers: maybe(array(ShownNumber)),
      transaction: maybe(type({ value: maybe(number()) })),
      winner: maybe(type({ campaignPrizeId: maybe(Id) })),
      error: maybe(type({ code: maybe(string()) })),
      /** Where the prizes won with this receipt are, once the winner has been notified. */
      deliveries: maybe(array(PrizeDelivery)),
    }),
  ),
});
export type EngineOrder = Infer<typeof EngineOrder>;

/** NOT_CONFIRMED also means that the office cannot be asked. */
export const TaxOfficeState = enums(['CONFIRMED', 'NOT_CONFIRMED', 'WAITING']);
export type TaxOfficeState = Infer<typeof TaxOfficeState>;

/** A line of a receipt as the tax office shows it; amounts are decimal reais. */
export const ReceiptItem = type({
  /** The shop's own code or the product's GTIN. */
  code: maybe(string()),
  description: string(),
  quantity: maybe(number()),
  unitPrice: maybe(number()),
  total: maybe(number()),
});
export type ReceiptItem = Infer<typeof ReceiptItem>;

/** As its owner sees it ("coupon" on the wire, "nota" on the screen). */
export const Receipt = type({
  id: Id,
  identifier: string(),
  purchaseDate: string(), // yyyy-MM-dd
  createdAt: string(),
  totalAmount: number(),
  status: string(),
  imageUrl: maybe(string()),
  allowImageReplacement: maybe(boolean()),
  rewarded: maybe(boolean()),
  /** Null where the tax office was not asked. */
  taxOffice: maybe(TaxOfficeState),
  moderationList: list(
    array(type({ rejectionReason: maybe(string()), rejectionCode: maybe(string()) })),
  ),
  engineOrders: list(array(EngineOrder)),
});
export type Receipt = Infer<typeof Receipt>;

/** Amounts are decimal reais, imageBase64 is the plain file. */
export const ReceiptBody = object({
  identifier: string(),
  cnpj: string(),
  totalAmount: number(),
  customerDocument: string(),
  purchaseDate: Day,
  imageBase64: string(),
  recaptchaToken: optional(string()),
  products: array(object({ quantity: number(), unitaryValue: number(), campaignProductId: Id })),
  additionalFields: optional(array(AdditionalFieldValue)),
  attribution: maybe(AttributionBody),
});
export type ReceiptBody = Infer<typeof ReceiptBody>;

const base = '/api/campaign/:campaignId/coupon';

export const listReceiptsEndpoint = get({ path: base, access: 'consumer', answer: array(Receipt) });

export const listReceiptsV2Endpoint = get({
  path: '/api/v2/campaign/:campaignId/coupon',
  access: 'consumer',
  answer: array(Receipt),
});

export const getReceiptDetailsEndpoint = get({
  path: `${base}/:couponId/details`,
  access: 'consumer',
  answer: Receipt,
});

/** Sending more than 5 MB takes minutes on a slow line. */
export const uploadTimeoutMs = 180_000;

export const createReceiptEndpoint = send('POST', {
  path: base,
  access: 'consumer',
  timeoutMs: uploadTimeoutMs,
  botAction: 'create_coupon',
  body: ReceiptBody,
  answer: type({
    id: Id,
    status: maybe(string()),
    rewarded: maybe(boolean()),
    engineOrders: list(array(EngineOrder)),
    /** A signed promise of the receipt's entries in the log, which its owner keeps as evidence. */
    promise: maybe(string()),
  }),
});

export const replaceReceiptImageEndpoint = send('PUT', {
  path: `${base}/:couponId/image`,
  access: 'consumer',
  timeoutMs: uploadTimeoutMs,
  body: object({ imageBase64: string() }),
  answer: maybe(Receipt),
});
