import type { Address, Consumer, ConsumerType } from '../../../contract/consumer.ts';
import { ConsumerErased } from '../../failures.ts';
import {
  exists,
  findOne,
  hasWritten,
  named,
  one,
  type Queries,
  type Transaction,
} from '../database.ts';

/** Texts are normalised; absent parts are null. */
export interface ConsumerRecord {
  id: number;
  campaignId: number;
  identityId: string;
  type: ConsumerType;
  name: string;
  email: string;
  document: string;
  phone: string;
  representativeName: string | null;
  representativeDocument: string | null;
  birthDate: string | null;
  mgmCode: string;
  /** The ledger's hidden owners are derived from it. */
  pseudonym: string;
  walletStatus: 'ACTIVE' | 'BLOCKED';
  referredBy: number | null;
  bankInfo: Consumer['bankInfo'] | null;
  address: Address | null;
  additionalFields: Consumer['additionalFields'];
  createdAt: Date;
}

// The payee, in `consumers.bank_info`: a Pix key, an account, and `keyReplacedAt`, `accountReplacedAt`:
// when each took the place of another, null when that is not known.

export const bankInfoSql = `nullif(
  consumers.bank_info - '{keyReplacedAt,accountReplacedAt}'::text[], '{}')`;

export const pixKeySql = "consumers.bank_info ->> 'instantPaymentKeyValue'";

export const chosenPayeeSql = `jsonb_build_object(
  'name', consumers.name, 'document', consumers.document,
  'keyType', consumers.bank_info ->> 'instantPaymentKeyType', 'key', ${pixKeySql},
  'bank', consumers.bank_info ->> 'bank',
  'accountBranch', consumers.bank_info ->> 'accountBranch',
  'accountNumber', consumers.bank_info ->> 'accountNumber')`;

/** A Pix key is paid before an account. */
export const payeeReplacedAtSql = `(consumers.bank_info ->> case
  when ${pixKeySql} is null then 'accountReplacedAt' else 'keyReplacedAt' end)::timestamptz`;

/** True as well if key or account were forgotten, or the key removed with the phone or email that it was. */
export const hasHadPayeeSql = `jsonb_exists_any(consumers.bank_info,
  '{instantPaymentKeyValue,accountNumber,keyReplacedAt,accountReplacedAt}')`;

/** A Pix key that was the former phone or email is removed; the mark that there was one stays. */
export function withoutPixKeySql(type: 'EMAIL' | 'PHONE', isChangedSql: string): string {
  return `case when consumers.bank_info ->> 'instantPaymentKeyType' = '${type}' and ${isChangedSql}
    then '{"keyReplacedAt": null}'
      || (consumers.bank_info - 'instantPaymentKeyType' - 'instantPaymentKeyValue')
    else consumers.bank_info end`;
}

const columnsSql = `id, campaign_id as "campaignId", identity_id as "identityId", type, name, email,
  document, phone, representative_name as "representativeName",
  representative_document as "representativeDocument", birth_date as "birthDate",
  mgm_code as "mgmCode", pseudonym, wallet_status as "walletStatus", referred_by as "referredBy",
  ${bankInfoSql} as "bankInfo", address, additional_fields as "additionalFields", created_at as "createdAt"`;

export function findConsumerByIdentity(
  queries: Queries,
  campaignId: number,
  identityId: string,
): Promise<ConsumerRecord | null> {
  return findOne<ConsumerRecord>(
    queries,
    `select ${columnsSql} from consumers where campaign_id = $1 and identity_id = $2`,
    [campaignId, identityId],
  );
}

/** Also null when the account is disabled, or the token's session has ended. */
export function findConsumerWithAccount(
  queries: Queries,
  campaignId: number,
  token: { userId: string; signedInAt: number; sessionId: string | null },
): Promise<ConsumerRecord | null> {
  const hasSession = token.sessionId !== null;
  // A join would take longer to plan than to run.
  return findOne<ConsumerRecord>(
    queries,
    `select ${columnsSql} from consumers
     where consumers.campaign_id = $1 and consumers.identity_id = $2
       and (
         select not identity_users.disabled and identity_users.valid_since < $3
         from identity_users where identity_users.id = $2
       )
       ${hasSession ? 'and (select user_id = $2 from identity_sessions where id = $4)' : ''}`,
    [
      campaignId,
      token.userId,
      // Tokens have times in whole seconds, accounts in milliseconds.
      new Date((token.signedInAt + 1) * 1000),
      ...(hasSession ? [token.sessionId] : []),
    ],
  );
}

export function findConsumer(queries: Queries, id: number): Promise<ConsumerRecord | null> {
  return findOne<ConsumerRecord>(queries, `select ${columnsSql} from consumers where id = $1`, [
    id,
  ]);
}

export async function findConsumerDocument(queries: Queries, id: number): Promise<string | null> {
  const row = await findOne<{ document: string }>(
    queries,
    'select document from consumers where id = $1 and erased_at is null',
    [id],
  );
  return row?.document ?? null;
}

export function findConsumers(
  queries: Queries,
  {
    document,
    email,
    campaignId,
  }: Pick<ConsumerRecord, 'document' | 'email'> & { campaignId: number | null },
): Promise<ConsumerRecord[]> {
  return queries.query(
    `select ${columnsSql} from consumers where (document = $1 or email = $2)
       and ($3::integer is null or campaign_id = $3) order by id`,
    [document, email, campaignId],
  );
}

/** In any campaign. The index begins with the campaign, which the planner may not use with `in`. */
export const isOfIdentitySql = `consumers.campaign_id = any(array(select campaigns.id from campaigns))
  and consumers.identity_id = $identityId`;

/** Keeps the mark that there was a payee, so that one entered next still waits a day. */
const forgottenBankInfoSql = `case when ${hasHadPayeeSql} then '{"keyReplacedAt": null}'::jsonb end`;

export async function forgetBankInfo(queries: Queries, identityId: string): Promise<void> {
  await queries.query(
    ...named(`update consumers set bank_info = ${forgottenBankInfoSql} where ${isOfIdentitySql}`, {
      identityId,
    }),
  );
}

export async function forgetBankInfoEnteredBefore(
  queries: Queries,
  identityId: string,
  { before, alsoUndated }: { before: Date; alsoUndated: boolean },
): Promise<void> {
  await queries.query(
    ...named(
      `update consumers set bank_info = ${forgottenBankInfoSql}
       where ${isOfIdentitySql} and (bank_info_changed_at < $before
         or ($alsoUndated::boolean and bank_info_changed_at is null))`,
      { identityId, before, alsoUndated },
    ),
  );
}

/** Makes the calls of one consumer wait for each other, so that limits can be counted. @throws ConsumerErased */
export async function lockConsumer(queries: Transaction, id: number): Promise<ConsumerRecord> {
  const consumer = await lockConsumerUnlessErased(queries, id);
  if (!consumer) throw new ConsumerErased(id);
  return consumer;
}

/** `for update` would also block new rows that refer to the consumer. @returns null if erased */
export function lockConsumerUnlessErased(
  queries: Transaction,
  id: number,
): Promise<ConsumerRecord | null> {
  return findOne<ConsumerRecord>(
    queries,
    `select ${columnsSql} from consumers where id = $1 and erased_at is null for no key update`,
    [id],
  );
}

/** Whatever changes a wallet takes this lock first, then the record's, so that balances stay exact. */
export function lockOwnerOf(
  queries: Transaction,
  table: 'receipts' | 'redemptions' | 'cashback_entries',
  id: number,
): Promise<boolean> {
  return exists(
    queries,
    `select from consumers
     where consumers.id = (
       select ${table}.consumer_id from ${table} where ${table}.id = $1
     ) for no key update`,
    [id],
  );
}

export async function findPseudonym(queries: Queries, id: number): Promise<string> {
  const row = await findOne<Pick<ConsumerRecord, 'pseudonym'>>(
    queries,
    'select pseudonym from consumers where id = $1',
    [id],
  );
  if (!row) throw new Error(`No consumer ${id}`);
  return row.pseudonym;
}

export async function findWalletStatus(
  queries: Queries,
  id: number,
): Promise<ConsumerRecord['walletStatus']> {
  const row = await findOne<Pick<ConsumerRecord, 'walletStatus'>>(
    queries,
    'select wallet_status as "walletStatus" from consumers where id = $1',
    [id],
  );
  if (!row) throw new Error(`No consumer ${id}`);
  return row.walletStatus;
}

/** Accounting needs the name after an erasure too, but no email; needs `consumers` and `erasures`. */
export const accountedNameSql = `coalesce(erasures.held ->> 'name', consumers.name) as name,
  coalesce(erasures.held ->> 'document', consumers.document) as document,
  case when consumers.erased_at is null then consumers.email else '' end as email`;

export const withErasuresSql = 'left join erasures on erasures.consumer_id = consumers.id';

/** What accounting needs of people who left is kept for years after the end: a later end prolongs that. */
export async function moveEndOfHolds(
  queries: Queries,
  campaignId: number,
  until: Date,
): Promise<void> {
  await queries.query(
    `update erasures set held_until = $2
     where campaign_id = $1 and held is not null and held_until <> $2`,
    [campaignId, until],
  );
}

const maxSharers = 10;

/** Ids of others with the person's phone, or who won an instant prize at their address. Families share both: it decides nothing. */
export const sharedWithSql = `(
  select string_agg(sharers.id::text, ', ' order by sharers.id) from (
    select other.id from consumers as other
    where other.campaign_id = consumers.campaign_id and other.phone = consumers.phone
      and other.phone <> '' and other.id <> consumers.id
    union
    select other.id from instant_prizes as won join consumers as other on other.id = won.consumer_id
    where won.campaign_id = consumers.campaign_id and other.id <> consumers.id
      and ${addressSql('other')} = ${addressSql('consumers')}
    order by 1 limit ${maxSharers}
  ) as sharers
)`;

function addressSql(table: string): string {
  const part = (name: string) => `lower(trim(${table}.address ->> '${name}'))`;
  return `(${part('postcode')} || ' ' || ${part('number')} || ' ' || coalesce(${part('complement')}, ''))`;
}

/** @returns false for an unknown or an erased consumer */
export function changeWalletStatus(
  queries: Queries,
  { id, walletStatus }: Pick<ConsumerRecord, 'id' | 'walletStatus'>,
): Promise<boolean> {
  return hasWritten(
    queries,
    'update consumers set wallet_status = $2 where id = $1 and erased_at is null returning id',
    [id, walletStatus],
  );
}

/** True once people have signed up or written to support, so a restore would lose something. */
export async function isInUse(queries: Queries): Promise<boolean> {
  const { inUse } = await one<{ inUse: boolean }>(
    queries,
    `select exists (select from consumers) or exists (select from incidents) as "inUse"`,
  );
  return inUse;
}
