import type { TaxOfficeState } from '../../contract/receipts.ts';
import { type AccessKey, readAccessKey } from '../../rules/receipts/access-key.ts';
import type { FileType } from '../../rules/receipts/file-limits.ts';
import {
  companyLength,
  possibleFiscalNumbers,
  similarFiscalNumbers,
} from '../../rules/receipts/fiscal-number.ts';
import type { ProductLine } from '../../rules/receipts/receipt-fields.ts';
import type { ReceiptStatus } from '../../rules/receipts/receipt-status.ts';
import {
  type EarlierReceipts,
  type OfficeDoubt,
  onApprovalReasons,
  type ReviewReason,
} from '../../rules/receipts/review-reasons-and-doubts.ts';
import type { StoredField } from '../consumers/additional-answers.ts';
import {
  advisoryLockId,
  exists,
  findOne,
  named,
  one,
  type Queries,
  sendInOrder,
  type Transaction,
} from '../db/database.ts';
import {
  couponAndInvoiceSql,
  existsAnySql,
  samePaperSql,
  withoutKeySql,
} from '../db/queries/same-purchase.ts';
import { creditedSql } from '../db/queries/status-groups.ts';
import type { OfficeFacts } from '../tax-office/queries.ts';

export interface ReceiptFile {
  fileKey: string;
  fileType: FileType;
  fileSha256: string;
}

export type ReceiptLine = ProductLine & { bonusGenerator: boolean };

interface SentReceipt extends ReceiptFile {
  campaignId: number;
  consumerId: number;
  identifier: string;
  /** As typed. */
  cnpj: string;
  /** `yyyy-MM-dd`. */
  purchaseDate: string;
  totalCentavos: number;
  status: ReceiptStatus;
  createdAt: Date;
}

export interface ReceiptToInsert extends SentReceipt {
  /** Unique in a campaign (constraint one_use_per_receipt). */
  duplicateKey: string;
  /** The same for a receipt sent once with its access key and once without. */
  fiscalNumber: string;
  shop: string;
  lines: readonly ReceiptLine[];
  additionalFields: readonly StoredField[];
}

export interface ReceiptRecord extends SentReceipt {
  id: number;
  allowImageReplacement: boolean;
  /** Null when the tax office was not asked. */
  taxOffice: TaxOfficeState | null;
  /** Those that no moderator has judged yet. */
  openDoubts: readonly OfficeDoubt[];
}

export const receiptColumnsSql = `
  id, campaign_id as "campaignId", consumer_id as "consumerId", identifier, cnpj, purchase_date as "purchaseDate",
  total_centavos as "totalCentavos", status, allow_image_replacement as "allowImageReplacement",
  file_key as "fileKey", file_type as "fileType", file_sha256 as "fileSha256",
  tax_office as "taxOffice", open_doubts as "openDoubts", created_at as "createdAt"`;

/** @returns null when the campaign has this receipt already */
export async function insertReceipt(
  queries: Queries,
  receipt: ReceiptToInsert,
): Promise<number | null> {
  const row = await findOne<{ id: number }>(
    queries,
    ...named(
      `insert into receipts (
         campaign_id, consumer_id, identifier, identity, fiscal_number, cnpj, shop,
         purchase_date, total_centavos, lines, additional_fields,
         status, file_key, file_type, file_sha256, created_at
       ) values (
         $campaignId, $consumerId, $identifier, $duplicateKey, $fiscalNumber, $cnpj, $shop,
         $purchaseDate, $totalCentavos, $lines::jsonb, $additionalFields::jsonb,
         $status, $fileKey, $fileType, $fileSha256, $createdAt
       )
       on conflict on constraint one_use_per_receipt do nothing
       returning id`,
      {
        ...receipt,
        lines: JSON.stringify(receipt.lines),
        additionalFields: JSON.stringify(receipt.additionalFields),
      },
    ),
  );
  return row?.id ?? null;
}

/** `position` counts all of the owner's receipts from 1, oldest first. */
export function findOwnDuplicate(
  queries: Queries,
  receipt: Pick<ReceiptToInsert, 'campaignId' | 'consumerId' | 'duplicateKey'>,
): Promise<{ id: number; position: number; status: ReceiptStatus } | null> {
  return findOne<{ id: number; position: number; status: ReceiptStatus }>(
    queries,
    `select id, status, (
       select count(*) from receipts as earlier
       where earlier.consumer_id = receipts.consumer_id
         and (earlier.created_at, earlier.id) <= (receipts.created_at, receipts.id)
     ) as position
     from receipts where campaign_id = $1 and consumer_id = $2 and identity = $3`,
    [receipt.campaignId, receipt.consumerId, receipt.duplicateKey],
  );
}

/** Locks until the transaction ends, so that one of two simultaneous look-alikes sees the other. */
export async function lockLookAlikes(
  queries: Transaction,
  receipt: ReceiptToInsert,
): Promise<void> {
  const { campaignId, fileSha256 } = receipt;
  const numbers = possibleFiscalNumbers(receipt)
    .toSorted()
    .map((number) => `receipt number ${campaignId} ${number}`);
  const names = [fileLockName(campaignId, fileSha256), ...numbers];
  const purchase = [campaignId, companyOf(receipt), receipt.totalCentavos];
  const model = modelOf(receipt);
  // Two coupons with keys are never one purchase, so they share this lock; an NF-e is model 55.
  const lock =
    model !== null && model !== '55' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await sendInOrder([
    queries.query('select pg_advisory_xact_lock(key) from unnest($1::bigint[]) as key', [
      names.map(advisoryLockId),
    ]),
    queries.query(`select ${lock}($1::bigint)`, [
      advisoryLockId(`receipt purchase ${purchase.join(' ')}`),
    ]),
  ]);
}

function modelOf({ identifier }: Pick<ReceiptToInsert, 'identifier'>): AccessKey['model'] | null {
  return readAccessKey(identifier)?.model ?? null;
}

function companyOf({ fiscalNumber }: ReceiptToInsert): string {
  return fiscalNumber.slice(0, companyLength);
}

export function fileLockName(campaignId: number, fileSha256: string): string {
  return `receipt file ${campaignId} ${fileSha256}`;
}

/** Per fiscal number; one possible duplicate is enough for a review. */
const maxSameNumber = 50;

/** Call it with the consumer and the look-alikes locked. @param since start of the current day */
export async function findEarlierReceipts(
  queries: Queries,
  receipt: ReceiptToInsert,
  since: Date,
): Promise<Omit<EarlierReceipts, 'isSamePurchase'>> {
  const row = await one<Omit<EarlierReceipts, 'isSamePurchase'>>(
    queries,
    ...named(
      `select today."earnedToday", today."earnedTodayOfShop",
         exists (
           select from receipts
           where receipts.campaign_id = $campaignId and receipts.file_sha256 = $fileSha256
             and receipts.identity <> $duplicateKey
         ) as "isSameFile",
         array(
           select similar_receipts.identity from unnest($similarFiscalNumbers::text[]) as similar_number
             cross join lateral (
               select receipts.identity from receipts
               where receipts.campaign_id = $campaignId and receipts.fiscal_number = similar_number
                 and receipts.identity <> $duplicateKey
               order by receipts.id limit ${maxSameNumber}
             ) as similar_receipts
         ) as "similarDuplicateKeys"
       from (
         select count(*) as "earnedToday",
           count(*) filter (where shop = $shop) as "earnedTodayOfShop"
         from receipts
         where consumer_id = $consumerId and identity <> $duplicateKey
           and created_at >= $since
           and not review_reasons && $onApprovalReasons::text[]
       ) as today`,
      {
        ...receipt,
        similarFiscalNumbers: similarFiscalNumbers(receipt),
        since,
        onApprovalReasons,
      },
    ),
  );
  return row;
}

const earnedWithoutKeySql = `${withoutKeySql('other')}
  and (other.status in (${creditedSql}) or not other.review_reasons && $onApprovalReasons::text[])`;

const heldBackWithKeySql = `not ${withoutKeySql('other')}
  and 'SAME_PURCHASE' = any (other.review_reasons)`;

/**
 * Whether another receipt may show the same paper; call it after the insert. A receipt without a key
 * is compared with all others. One with a key is compared with those without that have earned and hold
 * back no other yet, and with the coupon of its NF-e, or the NF-e of its coupon.
 */
export function isSamePurchase(
  queries: Queries,
  receipt: Pick<ReceiptToInsert, 'campaignId' | 'identifier' | 'duplicateKey'>,
): Promise<boolean> {
  const isSameSql =
    modelOf(receipt) === null
      ? existsAnySql(samePaperSql('true'))
      : `(${existsAnySql(samePaperSql(earnedWithoutKeySql))}
          and not ${existsAnySql(samePaperSql(heldBackWithKeySql))})
         or ${existsAnySql(couponAndInvoiceSql)}`;
  return exists(
    queries,
    ...named(
      `select from receipts
       where campaign_id = $campaignId and identity = $duplicateKey and (${isSameSql})`,
      { ...receipt, onApprovalReasons },
    ),
  );
}

export async function markForReview(
  queries: Queries,
  {
    id,
    status,
    reasons,
  }: Pick<ReceiptRecord, 'id' | 'status'> & { reasons: readonly ReviewReason[] },
): Promise<void> {
  await queries.query('update receipts set status = $2, review_reasons = $3 where id = $1', [
    id,
    status,
    reasons,
  ]);
}

export function findReceiptsOf(queries: Queries, consumerId: number): Promise<ReceiptRecord[]> {
  return queries.query(
    `select ${receiptColumnsSql} from receipts where consumer_id = $1 order by created_at, id`,
    [consumerId],
  );
}

export function hasCreditedReceipt(queries: Queries, consumerId: number): Promise<boolean> {
  return exists(
    queries,
    `select from receipts where consumer_id = $1 and status in (${creditedSql}) limit 1`,
    [consumerId],
  );
}

export function findReceipt(queries: Queries, id: number): Promise<ReceiptRecord | null> {
  return findOne<ReceiptRecord>(
    queries,
    `select ${receiptColumnsSql} from receipts where id = $1`,
    [id],
  );
}

export async function findReceiptByAccessKey(
  queries: Queries,
  { campaignId, accessKey }: { campaignId: number; accessKey: string },
): Promise<ReceiptRecord | null> {
  const row = await findOne<{ id: number }>(
    queries,
    'select id from receipts where campaign_id = $1 and identity = $2',
    [campaignId, accessKey],
  );
  return row ? findReceipt(queries, row.id) : null;
}

export function lockReceipt(queries: Transaction, id: number): Promise<ReceiptRecord | null> {
  return findOne<ReceiptRecord>(
    queries,
    `select ${receiptColumnsSql} from receipts where id = $1 for no key update`,
    [id],
  );
}

export function lockReceiptsOf(queries: Transaction, consumerId: number): Promise<ReceiptRecord[]> {
  return queries.query(
    `select ${receiptColumnsSql} from receipts where consumer_id = $1 order by id for no key update`,
    [consumerId],
  );
}

/** Facts that came over plain http replace none that came over https; an erased person's are not stored again. */
export async function setTaxOfficeState(
  queries: Queries,
  receipt: { id: number; taxOffice: TaxOfficeState | null; facts: OfficeFacts | null },
): Promise<void> {
  const { id, taxOffice, facts } = receipt;
  await queries.query(
    `update receipts set tax_office = $2, tax_office_answer = case
       when consumers.erased_at is not null then null
       when $3::jsonb @> '{"isEncrypted": true}' then $3::jsonb
       when receipts.tax_office_answer @> '{"isEncrypted": true}' then receipts.tax_office_answer
       else coalesce($3::jsonb, receipts.tax_office_answer) end
     from consumers where receipts.id = $1 and consumers.id = receipts.consumer_id`,
    [id, taxOffice, facts && JSON.stringify(facts)],
  );
}

export async function findReceiptContents(
  queries: Queries,
  id: number,
): Promise<Pick<ReceiptToInsert, 'lines' | 'additionalFields'>> {
  const row = await findOne<Pick<ReceiptToInsert, 'lines' | 'additionalFields'>>(
    queries,
    'select lines, additional_fields as "additionalFields" from receipts where id = $1',
    [id],
  );
  return row ?? { lines: [], additionalFields: [] };
}
