import { hash } from 'node:crypto';
import type { Campaign, OptIn } from '../../contract/campaign.ts';
import type { Consent, ConsentRecord } from '../../contract/personal-data.ts';
import { refusalDetails } from '../../rules/messages/messages.ts';
import { tickableOptIns } from '../../rules/people/campaign-fields.ts';
import { named, type Queries } from '../db/database.ts';
import { lockConsumer } from '../db/queries/consumers.ts';
import { notAllowedNow, type Refusal, refuse } from '../refusal.ts';

export async function readConsents(
  queries: Queries,
  campaign: Campaign,
  consumerId: number,
): Promise<Consent[]> {
  const storedConsents = await findConsents(queries, consumerId, { newestPerCode: 10 });
  const codes = [...tickableOptIns(campaign.registerOptins), ...storedConsents].map(
    ({ code }) => code,
  );
  return [...new Set(codes)].map((code) =>
    consentAnswer(
      code,
      findOptIn(campaign, code),
      storedConsents.filter((consent) => consent.code === code),
    ),
  );
}

/** Ends a consent (LGPD, Lei 13.709/2018, art. 8, § 5); its record stays, with the moment. */
export async function withdrawConsent(
  queries: Queries,
  campaign: Campaign,
  { consumerId, code, now }: { consumerId: number; code: string; now: Date },
): Promise<Consent[] | Refusal> {
  if (findOptIn(campaign, code)?.required) {
    return notAllowedNow(refusalDetails.requiredConsent);
  }
  await lockConsumer(queries, consumerId);
  await withdrawConsents(queries, { consumerId, code, now });
  const consents = await readConsents(queries, campaign, consumerId);
  return consents.some((consent) => consent.code === code) ? consents : refuse('NOT_FOUND');
}

export async function giveConsent(
  queries: Queries,
  campaign: Campaign,
  call: { consumerId: number; code: string; origin: string; now: Date },
): Promise<Consent[] | Refusal> {
  const { consumerId, code, origin, now } = call;
  const optIn = findOptIn(campaign, code);
  if (!optIn) return refuse('NOT_FOUND');
  await lockConsumer(queries, consumerId);
  await insertConsents(queries, consumerId, [consentTo(optIn, origin, now)]);
  return readConsents(queries, campaign, consumerId);
}

export function consentTo({ code, name }: OptIn, origin: string, givenAt: Date): GivenConsent {
  const textSha256 = hash('sha256', name, 'hex');
  return { code, text: name, textSha256, origin, givenAt };
}

export function consentRecord(consent: StoredConsent): ConsentRecord {
  const { code, text, textSha256: version, origin, givenAt, withdrawnAt } = consent;
  return {
    code,
    text,
    version,
    origin,
    givenAt: givenAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  };
}

function consentAnswer(
  code: string,
  optIn: OptIn | undefined,
  storedConsents: readonly StoredConsent[],
): Consent {
  return {
    code,
    name: optIn?.description || code,
    text: optIn?.name ?? null,
    required: optIn?.required ?? false,
    given: storedConsents.some(({ withdrawnAt }) => withdrawnAt === null),
    history: storedConsents.map(consentRecord),
  };
}

function findOptIn(campaign: Campaign, code: string): OptIn | undefined {
  return campaign.registerOptins.find((optIn) => optIn.code === code);
}

/** The proof of a consent (LGPD, Lei 13.709/2018, art. 8, § 2): the text, when, from which page. */
export interface GivenConsent {
  code: string;
  text: string;
  textSha256: string;
  origin: string | null;
  givenAt: Date;
}

interface StoredConsent extends GivenConsent {
  withdrawnAt: Date | null;
}

export async function insertConsents(
  queries: Queries,
  consumerId: number,
  consents: readonly GivenConsent[],
): Promise<void> {
  for (const consent of consents) {
    await queries.query(
      ...named(
        `insert into consents (consumer_id, code, text, text_sha256, origin, given_at)
         values ($consumerId, $code, $text, $textSha256, $origin, $givenAt) on conflict do nothing`,
        { consumerId, ...consent },
      ),
    );
  }
}

/** Newest first. @param newestPerCode how many of each consent; by default all */
export function findConsents(
  queries: Queries,
  consumerId: number,
  { newestPerCode }: { newestPerCode?: number } = {},
): Promise<StoredConsent[]> {
  return queries.query(
    `select code, text, text_sha256 as "textSha256", origin, given_at as "givenAt",
       withdrawn_at as "withdrawnAt"
     from (
       select *, row_number() over (partition by code order by id desc) as place
       from consents where consumer_id = $1
     ) as numbered
     where $2::int is null or place <= $2 order by id desc`,
    [consumerId, newestPerCode ?? null],
  );
}

export async function findOptIns(queries: Queries, consumerId: number): Promise<string[]> {
  const rows = await queries.query<{ code: string }>(
    `select distinct code from consents where consumer_id = $1 and withdrawn_at is null
     order by code`,
    [consumerId],
  );
  return rows.map(({ code }) => code);
}

/** @param code null ends all current consents */
export async function withdrawConsents(
  queries: Queries,
  { consumerId, code, now }: { consumerId: number; code: string | null; now: Date },
): Promise<void> {
  await queries.query(
    `update consents set withdrawn_at = $3
     where consumer_id = $1 and ($2::text is null or code = $2) and withdrawn_at is null`,
    [consumerId, code, now],
  );
}
