import { array, boolean, enums, type Infer, number, string, type, unknown } from 'superstruct';
import { AttributionBody, Consumer, ConsumerAddress } from './consumer.ts';
import { get, post } from './endpoint.ts';
import { Id, list, maybe } from './primitives.ts';
import { PrizeDelivery, Receipt, ReceiptItem } from './receipts.ts';
import { SupportIncident } from './support.ts';
import { CashbackWallet, PointsWallet, Redemption } from './wallets.ts';

/** Proof of a consent: LGPD (Lei 13.709/2018), art. 8, § 2. */
export const ConsentRecord = type({
  code: string(),
  text: string(),
  /** SHA-256 of the text, hex. */
  version: string(),
  origin: maybe(string()),
  givenAt: string(),
  withdrawnAt: maybe(string()),
});
export type ConsentRecord = Infer<typeof ConsentRecord>;

export const Consent = type({
  code: string(),
  name: string(),
  /** Today's text; null when the campaign no longer asks for this consent. */
  text: maybe(string()),
  required: boolean(),
  given: boolean(),
  /** The last ten times; `PersonalData` has all. */
  history: list(array(ConsentRecord)),
});
export type Consent = Infer<typeof Consent>;

export const PersonalData = type({
  generatedAt: string(),
  filesAvailableUntil: string(),
  registeredAt: string(),
  lastSignInAt: maybe(string()),
  referred: boolean(),
  /** The page or advertisement that led to the sign-up (no `receiptId`), or to a receipt. */
  attributions: list(array(type({ ...AttributionBody.schema, receiptId: maybe(Id) }))),
  ledgerPseudonym: string(),
  profile: Consumer,
  consents: array(ConsentRecord),
  receipts: array(
    type({
      ...Receipt.schema,
      cnpj: string(),
      products: array(type({ campaignProductId: Id, quantity: number(), unitaryValue: number() })),
      additionalFields: array(unknown()),
      reviewReasons: list(array(string())),
      doubts: list(array(string())),
      instantPrizeSentAt: maybe(string()),
      /** From the tax office's page, if it confirmed the receipt. */
      items: maybe(array(ReceiptItem)),
      purchaseTime: maybe(string()),
    }),
  ),
  /** Receipts that the tax office was asked about for the person, also ones never sent. */
  readings: list(
    array(
      type({
        accessKey: string(),
        createdAt: string(),
        outcome: maybe(string()),
        items: maybe(array(ReceiptItem)),
      }),
    ),
  ),
  cashback: type({
    ...CashbackWallet.schema,
    payees: list(
      array(
        type({
          withdrawal: Id,
          name: string(),
          document: string(),
          keyType: maybe(string()),
          key: maybe(string()),
          bank: maybe(string()),
          accountBranch: maybe(string()),
          accountNumber: maybe(string()),
        }),
      ),
    ),
  }),
  points: type({
    ...PointsWallet.schema,
    entries: array(type({ points: number(), createdAt: string() })),
  }),
  drawnPrizes: array(
    type({ prize: string(), number: string(), drawnAt: string(), city: maybe(string()) }),
  ),
  deliveries: list(
    array(
      type({
        ...PrizeDelivery.schema,
        formerCodes: list(array(string())),
        prize: string(),
        wonAt: string(),
      }),
    ),
  ),
  redemptions: array(
    type({
      ...Redemption.schema,
      address: maybe(ConsumerAddress),
      trackingCode: maybe(string()),
      formerCodes: list(array(string())),
      /** Since when the parcel is back with the sender. */
      returnedAt: maybe(string()),
    }),
  ),
  pollAnswers: array(
    type({
      poll: string(),
      createdAt: string(),
      answers: array(type({ question: string(), answer: unknown() })),
    }),
  ),
  incidents: array(
    type({ ...SupportIncident.schema, email: string(), subject: string(), createdAt: string() }),
  ),
  /** Emails sent to the person: only kind and time, since their text is not stored. */
  emails: list(array(type({ kind: string(), createdAt: string(), sentAt: maybe(string()) }))),
});
export type PersonalData = Infer<typeof PersonalData>;

const base = '/api/consumer/me';

export const getPersonalDataEndpoint = get({
  path: `${base}/data`,
  access: 'consumer',
  recentSignIn: true,
  answer: PersonalData,
});

export const listConsentsEndpoint = get({
  path: `${base}/consent`,
  access: 'consumer',
  answer: array(Consent),
});

/** A required consent is refused with NOT_ALLOWED_NOW: it ends with the erasure. */
export const withdrawConsentEndpoint = post({
  path: `${base}/consent/:code/withdraw`,
  access: 'consumer',
  answer: array(Consent),
});

export const giveConsentEndpoint = post({
  path: `${base}/consent/:code/give`,
  access: 'consumer',
  answer: array(Consent),
});

const heldReward = enums(['DRAW', 'INSTANT_PRIZE', 'CASHBACK', 'REDEMPTION']);

/** Ends the account. NOT_ALLOWED_NOW while a withdrawal or redemption is under way. */
export const eraseMeEndpoint = post({
  path: `${base}/erasure`,
  access: 'consumer',
  recentSignIn: true,
  answer: type({
    erasedAt: string(),
    held: maybe(type({ until: string(), rewards: array(heldReward) })),
  }),
});
