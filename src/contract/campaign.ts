import { array, boolean, enums, type Infer, number, record, string, type } from 'superstruct';
import { get } from './endpoint.ts';
import { Engine } from './engines.ts';
import { Id, list, Moment, maybe } from './primitives.ts';

/** With a negative displayOrder the text is shown without a checkbox. */
export const OptIn = type({
  id: Id,
  code: string(),
  name: string(),
  description: maybe(string()),
  required: boolean(),
  displayOrder: number(),
});
export type OptIn = Infer<typeof OptIn>;

/** Asked at sign-up (REGISTER) or with the receipt (COUPON). */
export const AdditionalField = type({
  id: Id,
  target: enums(['REGISTER', 'COUPON']),
  type: string(),
  key: string(),
  label: string(),
  order: number(),
  required: boolean(),
  updatable: maybe(boolean()),
  options: list(array(string())),
  group: maybe(type({ id: Id, name: string(), description: maybe(string()) })),
});
export type AdditionalField = Infer<typeof AdditionalField>;

/** The gateway answers only PUBLIC ones. */
const Parameter = type({
  id: Id,
  visibility: enums(['PUBLIC', 'PRIVATE']),
  code: string(),
  value: maybe(string()),
});

export const Campaign = type({
  id: Id,
  customerId: maybe(Id),
  status: string(),
  name: string(),
  description: maybe(string()),
  startsAt: Moment,
  endsAt: Moment,
  productsQty: maybe(number()),
  prizesQty: maybe(number()),
  eligibleDocumentsQty: maybe(number()),
  registerOptins: list(array(OptIn)),
  additionalFields: list(array(AdditionalField)),
  parameters: list(array(Parameter)),
  engines: list(array(Engine)),
  all: maybe(boolean()),
  exclusivePerson: maybe(boolean()),
  exclusiveCorporate: maybe(boolean()),
  corporate: maybe(boolean()),
});
export type Campaign = Infer<typeof Campaign>;

/** The two placeholders (regular, accelerator) stand for receipt lines. */
export const Product = type({
  id: Id,
  name: string(),
  ean: maybe(string()),
  hotsiteEnabled: boolean(),
  bonusGenerator: boolean(),
  required: maybe(boolean()),
  factor: maybe(number()),
  images: list(array(string())),
  order: number(),
  categoryId: maybe(Id),
  brandId: maybe(Id),
  aliases: list(array(string())),
  /** Bar codes (GTIN) beside `ean`, such as those of packs. */
  codes: maybe(array(string())),
  /** How shops print it. Each text is a set of words that a receipt's line must all contain. */
  receiptWords: maybe(array(string())),
});
export type Product = Infer<typeof Product>;

/** `quantity` is the stock left. */
export const CampaignPrize = type({
  id: Id,
  description: string(),
  quantity: number(),
  unitaryValue: maybe(number()),
  category: maybe(type({ id: Id, name: string() })),
  hotsiteImageUrl: maybe(string()),
  mainImageUrl: maybe(string()),
});
export type CampaignPrize = Infer<typeof CampaignPrize>;

export const FaqItem = type({
  questionOrder: number(),
  question: string(),
  answer: string(),
  /** The heading it is shown under. */
  group: maybe(string()),
});
export type FaqItem = Infer<typeof FaqItem>;

const base = '/api/campaign/:campaignId';

export const getCampaignEndpoint = get({ path: base, access: 'public', answer: Campaign });
export const getProductsEndpoint = get({
  path: `${base}/product`,
  access: 'public',
  answer: array(Product),
});
export const getPrizesEndpoint = get({
  path: `${base}/prize`,
  access: 'public',
  answer: array(CampaignPrize),
});
export const getFaqEndpoint = get({
  path: `${base}/faq`,
  access: 'public',
  answer: array(FaqItem),
});

export const listPicturesEndpoint = get({
  path: `${base}/picture`,
  access: 'public',
  answer: record(string(), string()),
});

export const pictureFile = `${base}/picture/:sha256`;
