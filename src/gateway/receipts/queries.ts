import type { TaxOfficeState } from '../../contract/receipts.ts';
import type { FileType } from '../../rules/files.ts';
import type { ProductLine } from '../../rules/product-lines.ts';
import type { ReviewReason } from '../../rules/receipt-review.ts';
import type { ReceiptStatus } from '../../rules/receipt-status.ts';
import type { RejectionReason } from '../../rules/rejection-reasons.ts';
import type { Queries } from '../db/database.ts';
import { inFilter, type ListPage, pageValues } from '../db/queries/list-filter.ts';

export interface ReceiptFile {
  fileKey: string;
  fileType: FileType;
  fileSha256: string;
}

export type ReceiptLine = ProductLine & { bonusGenerator: boolean };

export interface ReceiptToInsert extends ReceiptFile {
  campaignId: number;
  consumerId: number;
  identifier: string;
  /** Unique in a campaign (constraint one_use_per_receipt). */
  identity: string;
  /** The same for a receipt sent once with its access key and once without. */
  fiscalNumber: string;
  cnpj: string;
  purchaseDate: string;
  totalCentavos: number;
  lines: readonly ReceiptLine[];
  additionalFields: readonly {
    campaignAdditionalFieldId: number | string;
    key: string | null;
    value: string;
  }[];
  status: ReceiptStatus;
  createdAt: Date;
}

export interface ReceiptRecord extends ReceiptFile {
  id: number;
  campaignId: number;
  consumerId: number;
  identifier: string;
  cnpj: string;
  /** `yyyy-MM-dd`. */
  purchaseDate: string;
  totalCentavos: number;
  status: ReceiptStatus;
  allowImageReplacement: boolean;
  /** Null when the tax office was not asked. */
  taxOffice: TaxOfficeState | null;
  createdAt: Date;
}

const columns = `
  id, campaign_id as "campaignId", consumer_id as "consumerId", identifier, cnpj, purchase_date as "purchaseDate",
  total_centavos as "totalCentavos", status, allow_image_replacement as "allowImageReplacement",
  file_key as "fileKey", file_type as "fileType", file_sha256 as "fileSha256",
  tax_office as "taxOffice", created_at as "createdAt"`;

/** @returns null when the campaign has this receipt already */
export async function insertReceipt(
  queries: Queries,
  receipt: ReceiptToInsert,
): Promise<number | null> {
  const [row] = await queries.query<{ id: number }>(
    `insert into receipts (
       campaign_id, consumer_id, identifier, identity, cnpj, purchase_date, total_centavos,
       lines, additional_fields, status, file_key, file_type, file_sha256, created_at, fiscal_number
     ) values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10, $11, $12, $13, $14, $15)
     on conflict on constraint one_use_per_receipt do nothing
     returning id`,
    [
      receipt.campaignId,
      receipt.consumerId,
      receipt.identifier,
      receipt.identity,
      receipt.cnpj,
      receipt.purchaseDate,
      receipt.totalCentavos,
      JSON.stringify(receipt.lines),
      JSON.stringify(receipt.additionalFields),
      receipt.status,
      receipt.fileKey,
      receipt.fileType,
      receipt.fileSha256,
      receipt.createdAt,
      receipt.fiscalNumber,
    ],
  );
  return row?.id ?? null;
}

/** `place`: the receipt’s place among all of its owner’s, oldest first. */
export async function findOwnDuplicate(
  queries: Queries,
  receipt: Pick<ReceiptToInsert, 'campaignId' | 'consumerId' | 'identity'>,
): Promise<{ id: number; position: number } | null> {
  const [row] = await queries.query<{ id: number; position: number }>(
    `select id, (
       select count(*)::int from receipts as earlier
       where earlier.consumer_id = receipts.consumer_id
         and (earlier.created_at, earlier.id) <= (receipts.created_at, receipts.id)
     ) as position
     from receipts where campaign_id = $1 and consumer_id = $2 and identity = $3`,
    [receipt.campaignId, receipt.consumerId, receipt.identity],
  );
  return row ?? null;
}

export function findReceipts(queries: Queries, consumerId: number): Promise<ReceiptRecord[]> {
  return queries.query(
    `select ${columns} from receipts where consumer_id = $1 order by created_at, id`,
    [consumerId],
  );
}

export async function findReceipt(queries: Queries, id: number): Promise<ReceiptRecord | null> {
  const rows = await queries.query<ReceiptRecord>(`select ${columns} from receipts where id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
}

export function lockReceipts(queries: Queries, consumerId: number): Promise<ReceiptRecord[]> {
  return queries.query(
    `select ${columns} from receipts where consumer_id = $1 order by id for no key update`,
    [consumerId],
  );
}

export async function findLines(queries: Queries, id: number): Promise<ReceiptLine[]> {
  const [row] = await queries.query<{ lines: ReceiptLine[] }>(
    'select lines from receipts where id = $1',
    [id],
  );
  return row?.lines ?? [];
}

export async function lockReceipt(queries: Queries, id: number): Promise<ReceiptRecord | null> {
  const rows = await queries.query<ReceiptRecord>(
    `select ${columns} from receipts where id = $1 for no key update`,
    [id],
  );
  return rows[0] ?? null;
}

/** @returns false when the receipt has left the status `from` */
export async function moveReceipt(
  queries: Queries,
  move: { id: number; from: ReceiptStatus; to: ReceiptStatus; allowImageReplacement: boolean },
): Promise<boolean> {
  const rows = await queries.query(
    `update receipts set status = $3, allow_image_replacement = $4
     where id = $1 and status = $2 returning id`,
    [move.id, move.from, move.to, move.allowImageReplacement],
  );
  return rows.length === 1;
}

export async function replaceReceiptFile(
  queries: Queries,
  { id, consumerId, file }: { id: number; consumerId: number; file: ReceiptFile },
): Promise<boolean> {
  const rows = await queries.query(
    `update receipts
     set status = 'IMAGE_REPLACED', allow_image_replacement = false,
         file_key = $3, file_type = $4, file_sha256 = $5
     where id = $1 and consumer_id = $2 and status = 'REQUESTED_NEW_IMAGE'
       and allow_image_replacement
     returning id`,
    [id, consumerId, file.fileKey, file.fileType, file.fileSha256],
  );
  return rows.length === 1;
}

export interface ModeratedReceipt extends ReceiptRecord {
  reviewReasons: readonly ReviewReason[];
  sameFileAs: number | null;
}

const moderatedColumns = `${columns}, review_reasons as "reviewReasons", (
  select min(other.id) from receipts as other
  where other.campaign_id = receipts.campaign_id
    and other.file_sha256 = receipts.file_sha256 and other.id <> receipts.id
) as "sameFileAs"`;

const listed = inFilter({
  campaign: 'listed.campaign_id',
  status: 'listed.status',
  key: 'listed.identifier',
  at: 'listed.created_at',
});

export function findReceiptPage(queries: Queries, page: ListPage): Promise<ModeratedReceipt[]> {
  return queries.query(pageOf(listed), pageValues(page));
}

/** Oldest first; only receipts that their tax office contradicts. */
export function findDoubtedPage(queries: Queries, page: ListPage): Promise<ModeratedReceipt[]> {
  const doubted = `${listed} and 'TAX_OFFICE' = any (listed.review_reasons)`;
  return queries.query(pageOf(doubted), pageValues(page));
}

function pageOf(condition: string): string {
  return `select ${moderatedColumns} from receipts where id in (
       select listed.id from receipts as listed join consumers on consumers.id = consumer_id
       where ${condition} order by listed.id limit $8 offset $9
     ) order by id`;
}

export async function findModeratedReceipt(
  queries: Queries,
  id: number,
): Promise<ModeratedReceipt | null> {
  const [row] = await queries.query<ModeratedReceipt>(
    `select ${moderatedColumns} from receipts where id = $1`,
    [id],
  );
  return row ?? null;
}

export async function findReceiptIds(
  queries: Queries,
  { consumerId, statuses }: { consumerId: number; statuses: readonly ReceiptStatus[] },
): Promise<number[]> {
  const rows = await queries.query<{ id: number }>(
    'select id from receipts where consumer_id = $1 and status = any($2) order by id',
    [consumerId, statuses],
  );
  return rows.map(({ id }) => id);
}

export interface Moderation {
  receiptId: number;
  status: ReceiptStatus;
  rejectionReason: string | null;
  rejectionCode: string | null;
  createdAt: Date;
}

interface NewModeration {
  receiptId: number;
  status: ReceiptStatus;
  rejection: RejectionReason | null;
  now: Date;
}

export async function insertModeration(
  queries: Queries,
  { receiptId, status, rejection, now }: NewModeration,
): Promise<void> {
  await queries.query(
    `insert into receipt_moderations
       (receipt_id, status, rejection_reason, rejection_code, created_at)
     values ($1, $2, $3, $4, $5)`,
    [receiptId, status, rejection?.sentence ?? null, rejection?.code ?? null, now],
  );
}

/** Newest first, so that the reason of a rejection heads the list. */
export function findModerations(
  queries: Queries,
  receiptIds: readonly number[],
): Promise<Moderation[]> {
  return queries.query(
    `select receipt_id as "receiptId", status, rejection_reason as "rejectionReason",
       rejection_code as "rejectionCode", created_at as "createdAt"
     from receipt_moderations where receipt_id = any($1::bigint[]) order by id desc`,
    [receiptIds],
  );
}
