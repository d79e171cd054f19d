import type { Consumer } from '../../contract/consumer.ts';
import {
  type Database,
  exists,
  findOne,
  named,
  one,
  type Queries,
  unlessTaken,
} from '../db/database.ts';
import {
  bankInfoSql,
  type ConsumerRecord,
  hasHadPayeeSql,
  withoutPixKeySql,
} from '../db/queries/consumers.ts';
import { documentMac } from '../db/queries/secrets.ts';

export type NewConsumer = Omit<ConsumerRecord, 'id' | 'bankInfo' | 'pseudonym' | 'walletStatus'>;

/** @returns null when the campaign has the document or the email already */
export async function insertConsumer(
  queries: Queries,
  consumer: NewConsumer,
): Promise<number | null> {
  const row = await findOne<{ id: number }>(
    queries,
    ...named(
      `insert into consumers (campaign_id, identity_id, type, name, email, document, phone,
         representative_name, representative_document, birth_date, mgm_code, referred_by, address,
         additional_fields, created_at)
       values ($campaignId, $identityId, $type, $name, $email, $document, $phone,
         $representativeName, $representativeDocument, $birthDate, $mgmCode, $referredBy, $address::jsonb,
         $additionalFields::jsonb, $createdAt)
       on conflict do nothing returning id`,
      {
        ...consumer,
        address: consumer.address && JSON.stringify(consumer.address),
        additionalFields: JSON.stringify(consumer.additionalFields),
      },
    ),
  );
  return row?.id ?? null;
}

export function findTakenFields(
  queries: Queries,
  { campaignId, document, email }: Pick<ConsumerRecord, 'campaignId' | 'document' | 'email'>,
): Promise<{ document: boolean; email: boolean }> {
  return one(
    queries,
    `select coalesce(bool_or(document = $2), false) as document,
       coalesce(bool_or(email = $3), false) as email
     from consumers where campaign_id = $1 and (document = $2 or email = $3)`,
    [campaignId, document, email],
  );
}

export async function findReferrerId(
  queries: Queries,
  campaignId: number,
  mgmCode: string,
): Promise<number | null> {
  const row = await findOne<{ id: number }>(
    queries,
    'select id from consumers where campaign_id = $1 and mgm_code = $2',
    [campaignId, mgmCode],
  );
  return row?.id ?? null;
}

/** Limits per person hold for the whole campaign, so an erased consumer does not come back. */
export async function wasErased(
  queries: Queries,
  { campaignId, document }: { campaignId: number; document: string },
): Promise<boolean> {
  return exists(queries, 'select from erasures where campaign_id = $1 and document_mac = $2', [
    campaignId,
    await documentMac(queries, document),
  ]);
}

/** The erased person signs up again, and the platform still has their user. */
export function cancelUserRemoval(database: Database, id: string): Promise<void> {
  return database.withLock(`user ${id}`, async (queries) => {
    await queries.query('update erasures set identity_id = null where identity_id = $1', [id]);
  });
}

/** Under the lock of `cancelUserRemoval`, so that no living account loses its user. */
export function removeErasedUser(
  database: Database,
  id: string,
  remove: () => Promise<void>,
): Promise<void> {
  return database.withLock(`user ${id}`, async (queries) => {
    const mayRemove = await exists(
      queries,
      `select from erasures where erasures.identity_id = $1
         and not exists (select from consumers where consumers.identity_id = $1)`,
      [id],
    );
    if (mayRemove) await remove();
  });
}

export function changeConsumer(
  queries: Queries,
  id: number,
  {
    phone,
    address,
    additionalFields,
  }: Pick<ConsumerRecord, 'phone' | 'address' | 'additionalFields'>,
): Promise<Pick<ConsumerRecord, 'bankInfo'> | null> {
  return findOne(
    queries,
    `update consumers set phone = $2, address = $3::jsonb, additional_fields = $4::jsonb,
       bank_info = ${withoutPixKeySql('PHONE', 'phone <> $2')}
     where id = $1 returning ${bankInfoSql} as "bankInfo"`,
    [id, phone, address && JSON.stringify(address), JSON.stringify(additionalFields)],
  );
}

export async function renameConsumer(
  queries: Queries,
  { id, name }: Pick<ConsumerRecord, 'id' | 'name'>,
): Promise<void> {
  await queries.query('update consumers set name = $2 where id = $1', [id, name]);
}

export async function changeBirthDate(
  queries: Queries,
  { id, birthDate }: Pick<ConsumerRecord, 'id' | 'birthDate'>,
): Promise<void> {
  await queries.query('update consumers set birth_date = $2 where id = $1', [id, birthDate]);
}

export function setConsumerEmail(
  queries: Queries,
  { id, email }: Pick<ConsumerRecord, 'id' | 'email'>,
) {
  return unlessTaken(
    queries.query(
      `update consumers set email = $2, bank_info = ${withoutPixKeySql('EMAIL', 'email <> $2')}
       where id = $1`,
      [id, email],
    ),
  );
}

export function changeBankInfo(
  queries: Queries,
  { id, bankInfo, now }: { id: number; bankInfo: NonNullable<Consumer['bankInfo']>; now: Date },
): Promise<Pick<ConsumerRecord, 'bankInfo'>> {
  return one(
    queries,
    `update consumers set bank_info = coalesce(bank_info, '{}'::jsonb) || $2::jsonb || case
         when bank_info @> $2::jsonb then '{}'
         else jsonb_build_object($4::text, case when ${hasHadPayeeSql} then $3::timestamptz end)
       end, bank_info_changed_at = $3
     where id = $1 returning ${bankInfoSql} as "bankInfo"`,
    [
      id,
      JSON.stringify(bankInfo),
      now,
      bankInfo.instantPaymentKeyValue ? 'keyReplacedAt' : 'accountReplacedAt',
    ],
  );
}

const phoneFormsSql =
  "$phone::text, '0' || $phone::text, '55' || $phone::text, '0055' || $phone::text";
const withoutMarks = (text: string) => `translate(${text}, ' ()-+./', '')`;

/** Answers are stored as typed: with capitals, brackets and codes that `normalisePhone` drops. */
const isMentionSql = `(lower(answers.answer ->> 'value') = $email
  or ${withoutMarks("answers.answer ->> 'value'")} in (${phoneFormsSql}))`;

/** Matches the index's expression, so it also finds answers that only look like mentions. */
const mayMentionSql = `lower(${withoutMarks("jsonb_path_query_array(consumers.additional_fields, '$[*].value')::text")})::jsonb
  ?| array[${withoutMarks('$email')}, ${phoneFormsSql}]`;

/**
 * Erases the person's email and phone from other people's answers, such as a referral. A phone
 * is not verified: answers that may mean another participant with the same one remain.
 */
export async function eraseMentions(
  queries: Queries,
  {
    id,
    campaignId,
    email,
    phone,
  }: Pick<ConsumerRecord, 'id' | 'campaignId' | 'email'> & { phone: string | null },
): Promise<void> {
  await queries.query(
    ...named(
      `update consumers set additional_fields = (
         select coalesce(jsonb_agg(answers.answer), '[]')
         from jsonb_array_elements(consumers.additional_fields) as answers (answer)
         where (${isMentionSql}) is not true
       )
       where consumers.campaign_id = $campaignId and ${mayMentionSql} and exists (
         select from jsonb_array_elements(consumers.additional_fields) as answers (answer)
         where ${isMentionSql}
       )`,
      { campaignId, email, phone: phone && (await ownPhone(queries, { id, campaignId, phone })) },
    ),
  );
}

/** Null for a phone that another participant has too. */
async function ownPhone(
  queries: Queries,
  { id, campaignId, phone }: Pick<ConsumerRecord, 'id' | 'campaignId' | 'phone'>,
): Promise<string | null> {
  const rows = await queries.query(
    `select from consumers
     where campaign_id = $2 and phone = $3 and phone <> '' and id <> $1 limit 1`,
    [id, campaignId, phone],
  );
  return rows.length === 0 ? phone : null;
}
