import { array, boolean, enums, type Infer, number, string, type, unknown } from 'superstruct';
import { CashbackWallet } from './cashback.ts';
import { Address, Consumer } from './consumer.ts';
import { get, post } from './endpoint.ts';
import { PointsWallet, Redemption } from './points.ts';
import { Id, list, maybe } from './primitives.ts';
import { Receipt } from './receipts.ts';
import { SupportIncident } from './support.ts';

/** One time that a consent was given: the proof of LGPD (Lei 13.709/2018), art. 8, § 2. */
export const ConsentRecord = type({
  code: string(),
  /** Word for word. */
  text: string(),
  /** SHA-256 of the text, hexadecimal. */
  version: string(),
  /** From which site. */
  origin: maybe(string()),
  givenAt: string(),
  withdrawnAt: maybe(string()),
});
export type ConsentRecord = Infer<typeof ConsentRecord>;

export const Consent = type({
  code: string(),
  name: string(),
  /** The text of now; null when the campaign no longer asks it. */
  text: maybe(string()),
  /** Taking part is not possible without it. */
  required: boolean(),
  given: boolean(),
  /** Newest first. */
  history: list(array(ConsentRecord)),
});
export type Consent = Infer<typeof Consent>;

/** Everything held about a person (LGPD, art. 18, II and V); amounts are decimal reais. */
export const PersonalData = type({
  generatedAt: string(),
  /** The receipts' `imageUrl` work until then. */
  filesAvailableUntil: string(),
  registeredAt: string(),
  lastSignInAt: maybe(string()),
  /** Whether another person's code brought them here. */
  referred: boolean(),
  /** How the public ledger names the person. */
  ledgerPseudonym: string(),
  profile: Consumer,
  consents: array(ConsentRecord),
  receipts: array(
    type({
      ...Receipt.schema,
      cnpj: string(),
      products: array(type({ campaignProductId: Id, quantity: number(), unitaryValue: number() })),
      additionalFields: array(unknown()),
    }),
  ),
  cashback: CashbackWallet,
  points: type({
    ...PointsWallet.schema,
    entries: array(type({ points: number(), createdAt: string() })),
  }),
  /** The number as it is shown. */
  drawnPrizes: array(type({ prize: string(), number: string(), drawnAt: string() })),
  redemptions: array(type({ ...Redemption.schema, address: maybe(Address) })),
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
});
export type PersonalData = Infer<typeof PersonalData>;

const base = '/api/consumer/me';

export const getPersonalData = get({
  path: `${base}/data`,
  access: 'consumer',
  recentSignIn: true,
  answer: PersonalData,
});

export const listConsents = get({
  path: `${base}/consent`,
  access: 'consumer',
  answer: array(Consent),
});

/** Refused with NOT_ALLOWED_NOW for a required consent: it ends with the erasure. */
export const withdrawConsent = post({
  path: `${base}/consent/:code/withdraw`,
  access: 'consumer',
  answer: array(Consent),
});

/** Agrees to the text of now; an earlier agreement to it stays. */
export const giveConsent = post({
  path: `${base}/consent/:code/give`,
  access: 'consumer',
  answer: array(Consent),
});

export const HeldReward = enums(['DRAW', 'INSTANT_PRIZE', 'CASHBACK', 'REDEMPTION']);

/**
 * Erases the person's data and ends the account. Refused with NOT_ALLOWED_NOW while a withdrawal or
 * a redemption is under way.
 */
export const eraseMe = post({
  path: `${base}/erasure`,
  access: 'consumer',
  recentSignIn: true,
  answer: type({
    erasedAt: string(),
    /** Name and document are kept until then for these; null when nothing is. */
    held: maybe(type({ until: string(), rewards: array(HeldReward) })),
  }),
});
