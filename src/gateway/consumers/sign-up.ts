import { randomInt } from 'node:crypto';
import type { Campaign, OptIn } from '../../contract/campaign.ts';
import type { ConsumerType, createConsumerEndpoint, SignUpBody } from '../../contract/consumer.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { isSameId } from '../../contract/primitives.ts';
import { type Attribution, readAttribution } from '../../rules/campaign/attribution.ts';
import { duplicateMessages, refusalDetails } from '../../rules/messages/messages.ts';
import { addressViolations, normaliseAddress } from '../../rules/people/address.ts';
import { allowedStates, isPrivacy, referralCodeField } from '../../rules/people/campaign-fields.ts';
import { normaliseDocument } from '../../rules/people/cpf-cnpj.ts';
import { normaliseEmail, normalisePhone } from '../../rules/people/person-fields.ts';
import { newReferralCode, signUpRules, signUpViolations } from '../../rules/people/sign-up.ts';
import { checkLength, type FieldViolation, fieldViolations } from '../../rules/violation.ts';
import { insertAttribution } from '../attribution/queries.ts';
import { checkOpen } from '../campaign/published-campaign.ts';
import type { Queries } from '../db/database.ts';
import { findFormerOptIns } from '../db/queries/campaigns.ts';
import { queueConfirmation } from '../emails/queue-email.ts';
import type { Gateway } from '../gateway.ts';
import { checkBot, limitAddress } from '../http/rate-limit.ts';
import type { RouteCall } from '../http/route.ts';
import { isRefusal, notAllowedNow, type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { PreparedUser } from '../services/identity/identity.ts';
import { readAnswers, type StoredField, valuesByKey } from './additional-answers.ts';
import { consentTo, type GivenConsent, insertConsents } from './consents.ts';
import {
  cancelUserRemoval,
  findReferrerId,
  findTakenFields,
  insertConsumer,
  type NewConsumer,
  wasErased,
} from './queries.ts';

type CreateConsumerAnswer = AnswerOf<typeof createConsumerEndpoint>;

interface PreparedSignUp {
  person: Omit<NewConsumer, 'identityId' | 'mgmCode' | 'referredBy'>;
  user: PreparedUser;
  consents: GivenConsent[];
  referralCode: string | null;
  attribution: Attribution | null;
}

/** Mobile carriers put whole towns behind one address: above the limit, calls take turns. */
const signUpLimits = { address: { calls: 600, seconds: 3600, queueWhenExceeded: true } };

type SignUpCall = Pick<
  RouteCall<SignUpBody, CreateConsumerAnswer, 'public'>,
  'body' | 'request' | 'address' | 'now' | 'idempotent'
>;

export async function createConsumer(
  gateway: Gateway,
  { body, request, address, now, idempotent }: SignUpCall,
): Promise<CreateConsumerAnswer | Refusal> {
  const origin = request.headers.get('origin') ?? gateway.settings.siteUrl;
  const prepared = await prepareSignUp(gateway, { body, origin, address, now });
  if (isRefusal(prepared)) return prepared;
  return idempotent((queries) => writeSignUp(gateway, queries, prepared));
}

async function prepareSignUp(
  gateway: Gateway,
  call: { body: SignUpBody; origin: string; address: string; now: Date },
): Promise<PreparedSignUp | Refusal> {
  const { body, origin, address, now } = call;
  const { database, snapshot } = gateway;
  const { campaign } = snapshot;
  const closed = await checkOpen(database, snapshot, now);
  if (closed) return closed;
  if (!snapshot.hotsite.registration.enabled) {
    return notAllowedNow(refusalDetails.registrationClosed);
  }
  const { signUp, violations } = readSignUp(body, campaign, now);
  if (violations.length > 0) return refuseFields(violations);
  const token = body.recaptchaToken;
  const callRefusal =
    (await checkBot(gateway, { token, action: 'signup', address })) ??
    (await limitAddress(gateway, 'sign-up', address, signUpLimits));
  if (callRefusal) return callRefusal;
  const optIns = await findAcceptedOptIns(gateway, body.optIns);
  if (!optIns) return refuseFields([{ field: 'optIns', violation: 'OPTION' }]);
  // `eraseStoredResponses` finds this call's stored answer by this very time.
  const person = { ...signUp.person, campaignId: gateway.campaignId, createdAt: now };
  const duplicate = await checkDuplicate(gateway.database, person);
  if (duplicate) return duplicate;
  return {
    person,
    user: await gateway.identity.prepareUser({
      email: person.email,
      password: body.password,
      address,
      cancelUserRemoval: (identityId) => cancelUserRemoval(gateway.database, identityId),
    }),
    consents: optIns.map((optIn) => consentTo(optIn, origin, now)),
    referralCode: signUp.referralCode,
    attribution: readAttribution(body.attribution ?? {}),
  };
}

/** All or nothing. Refused with DUPLICATE when the document or the e-mail is registered. */
async function writeSignUp(
  gateway: Gateway,
  queries: Queries,
  { person, user, consents, referralCode, attribution }: PreparedSignUp,
): Promise<CreateConsumerAnswer | Refusal> {
  const identityId = await user.create(queries);
  if (identityId === null) {
    return (
      (await checkDuplicate(queries, person)) ?? refuseDuplicate({ document: false, email: true })
    );
  }
  const referredBy =
    referralCode && (await findReferrerId(queries, person.campaignId, referralCode));
  const consumer = { ...person, identityId, referredBy: referredBy || null };
  const id = await insertWithCode(queries, consumer);
  if (isRefusal(id)) return id;
  // The consumer with this document may have been erased while the insert waited for the row.
  if (await wasErased(queries, person)) return refuseDuplicate({ document: true, email: false });
  await insertConsents(queries, id, consents);
  const { campaignId, email: to, createdAt } = person;
  if (attribution) {
    const signedUp = { campaignId, consumerId: id, receiptId: null, createdAt };
    await insertAttribution(queries, signedUp, attribution);
  }
  await queueConfirmation(gateway, queries, {
    campaignId,
    consumerId: id,
    to,
    event: { kind: 'WELCOME' },
    cause: 'STRANGER',
    dedupeKey: `welcome/${id}`,
    now: createdAt,
  });
  return { id };
}

const codeAttempts = 5;

/** Once in billions of sign-ups a new referral code is taken: then another one is tried. */
async function insertWithCode(
  queries: Queries,
  consumer: Omit<NewConsumer, 'mgmCode'>,
): Promise<number | Refusal> {
  for (let attempt = 1; attempt <= codeAttempts; attempt += 1) {
    const id = await insertConsumer(queries, { ...consumer, mgmCode: newReferralCode(randomInt) });
    const result = id ?? (await checkDuplicate(queries, consumer));
    if (result !== null) return result;
  }
  throw new Error('The new consumer clashes with neither document nor e-mail');
}

async function checkDuplicate(
  queries: Queries,
  person: Pick<NewConsumer, 'campaignId' | 'document' | 'email'>,
): Promise<Refusal | null> {
  const { document, email } = await findTakenFields(queries, person);
  const takenFields = { document: document || (await wasErased(queries, person)), email };
  return takenFields.document || takenFields.email ? refuseDuplicate(takenFields) : null;
}

function refuseDuplicate(takenFields: { document: boolean; email: boolean }): Refusal {
  const fields = [
    ...(takenFields.document ? [{ field: 'document', message: duplicateMessages.document }] : []),
    ...(takenFields.email ? [{ field: 'email', message: duplicateMessages.email }] : []),
  ];
  return refuse('DUPLICATE', { fields });
}

interface ReadSignUp {
  person: Omit<NewConsumer, 'campaignId' | 'identityId' | 'mgmCode' | 'referredBy' | 'createdAt'>;
  /** Referral code of the consumer who invited this one; null without one. */
  referralCode: string | null;
}

function readSignUp(
  body: SignUpBody,
  campaign: Campaign,
  now: Date,
): { signUp: ReadSignUp; violations: FieldViolation[] } {
  const rules = signUpRules(campaign);
  const type = body.type ?? rules.types[0] ?? 'PERSON';
  const { fields, violation } = readAnswers(body.additionalFields ?? [], campaign.additionalFields);
  const address = body.address ? normaliseAddress(body.address) : null;
  const additionalFields = valuesByKey(fields);
  const input = { ...body, type, address, additionalFields };
  const violations = [
    ...signUpViolations(input, rules, now),
    ...(rules.addressRequired || !address
      ? []
      : addressViolations(address, allowedStates(rules.additionalFields))),
    ...fieldViolations([
      ['campaignId', isSameId(body.campaignId, campaign.id) ? null : 'OPTION'],
      ['additionalFields', violation],
      ['optIns', body.optIns.some((code) => isPrivacy({ code })) ? null : 'REQUIRED'],
      ['name', checkLength(body.name)],
      ['representativeName', checkLength(body.representativeName)],
    ]),
  ];
  const signUp = {
    person: { ...personOf(body, type), address, additionalFields: fields },
    referralCode: referralCode(body, fields),
  };
  return { signUp, violations: firstPerField(violations) };
}

function personOf(body: SignUpBody, type: ConsumerType) {
  const isCompany = type === 'CORPORATE';
  return {
    type,
    name: body.name.trim(),
    email: normaliseEmail(body.email),
    document: normaliseDocument(body.document),
    phone: normalisePhone(body.phone),
    representativeName: isCompany ? (body.representativeName?.trim() ?? null) : null,
    representativeDocument: isCompany ? normaliseDocument(body.representativeDocument ?? '') : null,
    birthDate: isCompany ? null : (body.birthDate ?? null),
  };
}

/** Null for a code that no version has. Call it after the limits: it reads every version. */
async function findAcceptedOptIns(
  { snapshot, campaignId, database }: Gateway,
  codes: readonly string[],
): Promise<OptIn[] | null> {
  const known = snapshot.campaign.registerOptins;
  const isIn = (optIns: readonly OptIn[], code: string) =>
    optIns.some((optIn) => optIn.code === code);
  const others = codes.filter((code) => !isIn(known, code));
  const former = others.length > 0 ? await findFormerOptIns(database, campaignId, others) : [];
  if (!others.every((code) => isIn(former, code))) return null;
  return [...known, ...former].filter(({ code }) => codes.includes(code));
}

/** A code that was typed counts before the code of a link, which may be weeks old. */
function referralCode({ mgmCode }: SignUpBody, stored: readonly StoredField[]): string | null {
  const code = stored.find(({ key }) => key === referralCodeField)?.value ?? mgmCode ?? '';
  return code.trim().toUpperCase() || null;
}

function firstPerField(violations: readonly FieldViolation[]): FieldViolation[] {
  const first = new Map<string, FieldViolation>();
  for (const violation of violations) {
    if (!first.has(violation.field)) first.set(violation.field, violation);
  }
  return [...first.values()];
}
