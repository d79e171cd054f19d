import { companyLength } from '../../../rules/receipts/fiscal-number.ts';
import { partSeparator } from '../../../rules/receipts/receipt-identity.ts';
import { invoiceDays, retyped } from '../../../rules/receipts/review-reasons-and-doubts.ts';
import { deniedSql } from './status-groups.ts';

/** Word for word as in the index `receipts_by_purchase`; else the planner would not use it. */
function companySql(table: string): string {
  return `left(${table}.fiscal_number, ${companyLength})`;
}

/** Whether the receipt has no access key; also in the words of `receipts_by_purchase`. */
export function withoutKeySql(table: string): string {
  return `(${table}.identity like '%${partSeparator}%')`;
}

/** Whether the receipt is an NF-e (model 55), as shops issue it afterwards for a coupon (65 or 59). */
function isInvoiceSql(table: string): string {
  return `(substr(${table}.identity, 21, 2) = '55' and not ${withoutKeySql(table)})`;
}

/** Statements of the receipts `other` that may be the same paper as `receipts`, one of them without a key. */
export function samePaperSql(more: string): string[] {
  const isOther = `${companySql('other')} = ${companySql('receipts')} and other.id <> receipts.id and ${more}`;
  return [
    `select other.id, other.consumer_id, other.shop from receipts as other
     where other.campaign_id = receipts.campaign_id and other.purchase_date = receipts.purchase_date
       and other.total_centavos = receipts.total_centavos and ${isOther}`,
    `select other.id, other.consumer_id, other.shop from receipts as other
     where other.consumer_id = receipts.consumer_id
       and abs(other.purchase_date - receipts.purchase_date) <= ${retyped.days}
       and abs(other.total_centavos - receipts.total_centavos) <= ${retyped.centavos} and ${isOther}`,
  ];
}

const isInvoiceOfOtherSql = `${isInvoiceSql('other')} <> ${isInvoiceSql('receipts')}
  and not ${withoutKeySql('other')} and not ${withoutKeySql('receipts')}
  and other.total_centavos = receipts.total_centavos`;

/**
 * Receipts `other` that may be the coupon of the NF-e `receipts`, or the reverse; both have keys.
 * Of two people's, only the NF-e finds the coupon, never the coupon the NF-e.
 */
export const couponAndInvoiceSql = [
  `select other.id, other.consumer_id, other.shop from receipts as other
   where other.consumer_id = receipts.consumer_id
     and abs(other.purchase_date - receipts.purchase_date) <= ${invoiceDays.own}
     and ${companySql('other')} = ${companySql('receipts')} and ${isInvoiceOfOtherSql}`,
  `select other.id, other.consumer_id, other.shop
   from generate_series(-${invoiceDays.ofShop}, ${invoiceDays.ofShop}) as days
   join receipts as other on other.campaign_id = receipts.campaign_id
     and other.purchase_date = receipts.purchase_date + days
     and ${companySql('other')} = ${companySql('receipts')}
     and other.shop = receipts.shop and ${isInvoiceOfOtherSql}
   where ${isInvoiceSql('receipts')}`,
];

export const samePurchaseSql = [
  ...samePaperSql(`(${withoutKeySql('receipts')} or ${withoutKeySql('other')})`),
  ...couponAndInvoiceSql,
].join(' union ');

export function existsAnySql(statements: readonly string[]): string {
  return `(${statements.map((statement) => `exists (${statement})`).join(' or ')})`;
}

/** Whether another receipt, without a key and not denied, may be the same paper. */
export const hasSamePurchaseWithoutKeySql = existsAnySql(
  samePaperSql(`${withoutKeySql('other')} and other.status not in (${deniedSql})`),
);
