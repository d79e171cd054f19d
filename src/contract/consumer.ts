import {
  array,
  boolean,
  enums,
  type Infer,
  object,
  optional,
  record,
  string,
  type,
  union,
} from 'superstruct';
import { get, send } from './endpoint.ts';
import { Day, Id, list, maybe, Unread } from './primitives.ts';

export type { ConsumerType } from '../rules/campaign/parameters.ts';
export type { Address } from '../rules/people/address.ts';

const consumerType = enums(['PERSON', 'CORPORATE']);

export const ConsumerAddress = type({
  postcode: string(),
  street: string(),
  number: string(),
  complement: maybe(string()),
  district: string(),
  city: string(),
  state: string(),
});

export const InstantPaymentKeyType = enums(['CPF', 'EMAIL', 'PHONE', 'RANDOM']);
export type InstantPaymentKeyType = Infer<typeof InstantPaymentKeyType>;

export const Consumer = type({
  id: Id,
  name: string(),
  email: string(),
  document: string(),
  phone: string(),
  type: consumerType,
  representativeName: maybe(string()),
  representativeDocument: maybe(string()),
  birthDate: maybe(string()),
  mgmCode: maybe(string()),
  bankInfo: maybe(
    type({
      instantPaymentKeyType: maybe(InstantPaymentKeyType),
      instantPaymentKeyValue: maybe(string()),
      bank: maybe(string()),
      accountBranch: maybe(string()),
      accountNumber: maybe(string()),
    }),
  ),
  address: maybe(ConsumerAddress),
  optIns: list(array(string())),
  additionalFields: list(
    array(type({ campaignAdditionalFieldId: Id, key: maybe(string()), value: maybe(string()) })),
  ),
});
export type Consumer = Infer<typeof Consumer>;

/** id -1 when the campaign has no such field. */
export const AdditionalFieldValue = object({
  campaignAdditionalFieldId: Id,
  key: optional(string()),
  value: string(),
});
export type AdditionalFieldValue = Infer<typeof AdditionalFieldValue>;

/** Values that are not plain names are dropped; they never make a call fail. */
export const AttributionBody = type({
  partner: maybe(string()),
  source: maybe(string()),
  medium: maybe(string()),
  campaign: maybe(string()),
  fields: maybe(record(string(), string())),
});

const AddressBody = object(ConsumerAddress.schema);

/** A company has no person fields, and a person no company fields. */
export const SignUpBody = object({
  type: optional(consumerType),
  name: string(),
  document: string(),
  representativeName: maybe(string()),
  representativeDocument: maybe(string()),
  phone: string(),
  birthDate: maybe(Day),
  email: string(),
  password: string(),
  campaignId: Id,
  recaptchaToken: optional(string()),
  optIns: array(string()),
  additionalFields: optional(array(AdditionalFieldValue)),
  address: maybe(AddressBody),
  mgmCode: maybe(string()),
  attribution: maybe(AttributionBody),
});
export type SignUpBody = Infer<typeof SignUpBody>;

export const createConsumerEndpoint = send('POST', {
  path: '/api/consumer',
  access: 'public',
  botAction: 'signup',
  body: SignUpBody,
  answer: type({ id: Id }),
});

export const getMeEndpoint = get({
  path: '/api/consumer/me',
  access: 'consumer',
  answer: Consumer,
});

export const updateConsumerEndpoint = send('PATCH', {
  path: '/api/consumer',
  access: 'consumer',
  body: object({
    phone: optional(string()),
    additionalFields: optional(array(AdditionalFieldValue)),
    address: optional(AddressBody),
  }),
  answer: Consumer,
});

export const setInstantPaymentKeyEndpoint = send('PATCH', {
  path: '/api/consumer/bank-info/instant-payment',
  access: 'consumer',
  recentSignIn: true,
  body: object({
    instantPaymentKeyType: InstantPaymentKeyType,
    instantPaymentKeyValue: optional(string()),
  }),
  answer: Unread,
});

export const setTransferAccountEndpoint = send('PATCH', {
  path: '/api/consumer/bank-info/transfer',
  access: 'consumer',
  recentSignIn: true,
  body: object({ bank: string(), accountBranch: string(), accountNumber: string() }),
  answer: Unread,
});

export const requestNewPasswordEndpoint = send('POST', {
  path: '/api/consumer/password/reset',
  access: 'public',
  botAction: 'reset_password',
  body: object({ campaignId: Id, email: string(), recaptchaToken: optional(string()) }),
  answer: Unread,
});

/** Members named as by the public service; `erro` when the postal code is unknown. */
export const findPostalAddressEndpoint = get({
  path: '/api/postal/:postcode/json',
  access: 'public',
  answer: type({
    logradouro: maybe(string()),
    bairro: maybe(string()),
    localidade: maybe(string()),
    uf: maybe(string()),
    erro: maybe(union([boolean(), string()])),
  }),
});
