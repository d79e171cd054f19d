import type { TaxOfficeState } from '../../contract/receipts.ts';
import type { Queries } from '../db/database.ts';
import type { OfficeRecord, Question } from '../tax-office/queries.ts';
import { findReceipt, type ReceiptRecord } from './queries.ts';

export async function findReceiptByIdentity(
  queries: Queries,
  { campaignId, accessKey }: Pick<Question, 'campaignId' | 'accessKey'>,
): Promise<ReceiptRecord | null> {
  const [row] = await queries.query<{ id: number }>(
    'select id from receipts where campaign_id = $1 and identity = $2',
    [campaignId, accessKey],
  );
  return row ? findReceipt(queries, row.id) : null;
}

/** Null for an erased person. */
export async function findDocument(queries: Queries, consumerId: number): Promise<string | null> {
  const [row] = await queries.query<{ document: string | null }>(
    'select document from consumers where id = $1',
    [consumerId],
  );
  return row?.document ?? null;
}

export async function setTaxOffice(
  queries: Queries,
  receipt: { id: number; taxOffice: TaxOfficeState | null; answer: OfficeRecord | null },
): Promise<void> {
  const { id, taxOffice, answer } = receipt;
  await queries.query(
    `update receipts set tax_office = $2, tax_office_answer = coalesce($3::jsonb, tax_office_answer)
     where id = $1`,
    [id, taxOffice, answer && JSON.stringify(answer)],
  );
}

/** Marks the receipt for review, unless it is refused. @returns whether the mark is new */
export async function noteOfficeReview(queries: Queries, id: number): Promise<boolean> {
  const rows = await queries.query(
    `update receipts set review_reasons = array_append(review_reasons, 'TAX_OFFICE')
     where id = $1 and status not in ('REJECTED', 'NOT_ELIGIBLE')
       and not 'TAX_OFFICE' = any (review_reasons)
     returning id`,
    [id],
  );
  return rows.length === 1;
}

/** Null until the tax office has answered. */
export async function findOfficeRecord(queries: Queries, id: number): Promise<OfficeRecord | null> {
  const [row] = await queries.query<{ answer: OfficeRecord | null }>(
    'select tax_office_answer as answer from receipts where id = $1',
    [id],
  );
  return row?.answer ?? null;
}
