import type { TaxOfficeState } from '../../contract/receipts.ts';
import { isOn } from '../../rules/campaign/parameters.ts';
import { readAccessKey } from '../../rules/receipts/access-key.ts';
import { creditedStatuses, type ReceiptStatus } from '../../rules/receipts/receipt-status.ts';
import {
  fieldDoubts,
  isContradiction,
  type OfficeDoubt,
  pageDoubts,
} from '../../rules/receipts/review-reasons-and-doubts.ts';
import { exists, findOne, type Queries } from '../db/database.ts';
import { hasSamePurchaseWithoutKeySql } from '../db/queries/same-purchase.ts';
import { deniedSql } from '../db/queries/status-groups.ts';
import type { Gateway } from '../gateway.ts';
import { isRefusal } from '../refusal.ts';
import { asksOffices } from '../tax-office/offices.ts';
import { findQuestions, type OfficeFacts, type OfficeQuestion } from '../tax-office/queries.ts';
import { findOfficeFacts } from './moderation-queries.ts';
import { moveReceipt, type ReceiptMove } from './move-receipt.ts';
import { findReceiptContents, type ReceiptRecord, setTaxOfficeState } from './queries.ts';

export interface OfficeFinding {
  state: TaxOfficeState | null;
  facts: (OfficeFacts & { accessKey: string }) | null;
}

/** A page that came over plain http proves nothing: it can be altered on its way. */
export async function isProvenByOffice(
  { campaignId, settings, now }: Gateway,
  queries: Queries,
  receipt: Pick<ReceiptRecord, 'identifier' | 'totalCentavos' | 'purchaseDate' | 'cnpj'>,
): Promise<boolean> {
  const key = readAccessKey(receipt.identifier);
  if (!key || !asksOffices(settings)) return false;
  const { facts } = officeFinding(await findQuestions(queries, { campaignId, accessKey: key.key }));
  return (
    facts?.isEncrypted === true && fieldDoubts({ ...receipt, createdAt: now() }, facts).length === 0
  );
}

export const unconfirmedFinding: OfficeFinding = { state: 'NOT_CONFIRMED', facts: null };

/** One confirmed question is enough: codes of other readings may be wrong. Facts over https count first. */
export function officeFinding(questions: readonly OfficeQuestion[]): OfficeFinding {
  const allConfirmed = questions.filter(({ outcome }) => outcome === 'confirmed');
  const confirmed = allConfirmed.find(({ facts }) => facts?.isEncrypted) ?? allConfirmed[0];
  if (confirmed?.facts && !isCancelled(questions)) {
    const { accessKey } = confirmed;
    return { state: 'CONFIRMED', facts: { ...confirmed.facts, accessKey } };
  }
  const isOpen = questions.some(({ nextAt }) => nextAt !== null);
  return isOpen ? { state: 'WAITING', facts: null } : unconfirmedFinding;
}

function isLastingNotFound(questions: readonly OfficeQuestion[]): boolean {
  return questions.some(({ outcome, nextAt }) => outcome === 'not-found' && nextAt === null);
}

function isCancelled(questions: readonly OfficeQuestion[]): boolean {
  return questions.some(({ outcome }) => outcome === 'cancelled');
}

/** Whether the picture shows another receipt's key. AS_BEFORE: it was not read again. */
export type PictureFinding = 'OTHER_RECEIPT' | 'NOT_CONTRADICTED' | 'AS_BEFORE';

/**
 * Gives and takes no rewards itself: a moderator judges doubts, and confirmed receipts may be
 * approved. @returns the receipt's status if that changed
 */
export async function applyFinding(
  gateway: Gateway,
  queries: Queries,
  {
    receipt,
    accessKey,
    pictureFinding,
  }: { receipt: ReceiptRecord; accessKey: string; pictureFinding: PictureFinding },
): Promise<ReceiptStatus | null> {
  const { campaignId, id } = receipt;
  const questions = await findQuestions(queries, { campaignId, accessKey });
  const { state, facts } = officeFinding(questions);
  const doubts: OfficeDoubt[] = [];
  if (facts !== null) {
    const { lines } = await findReceiptContents(queries, id);
    const stored = facts.isEncrypted ? null : await findOfficeFacts(queries, id);
    // A purchase does not change: a page over plain http that says so has been altered.
    const proven = stored?.isEncrypted ? stored : facts;
    doubts.push(...pageDoubts({ ...receipt, lines }, proven, gateway.snapshot.products));
  }
  if (isCancelled(questions)) doubts.push('CANCELLED');
  const isUnknown = state === 'NOT_CONFIRMED' && receipt.taxOffice !== 'CONFIRMED';
  if (isUnknown && isLastingNotFound(questions)) doubts.push('NOT_FOUND');
  if (pictureFinding === 'OTHER_RECEIPT') doubts.push('PICTURE');
  // A receipt that waits again has a new picture, so an open doubt of the old one does not count.
  const wasOther = receipt.openDoubts.includes('PICTURE') && receipt.taxOffice !== 'WAITING';
  const isOther = pictureFinding === 'AS_BEFORE' ? wasOther : pictureFinding === 'OTHER_RECEIPT';
  const finding = { state: isOther ? 'NOT_CONFIRMED' : state, facts } as const;
  await storeFinding(gateway, queries, { receipt, finding, doubts });
  return moveByFinding(gateway, queries, {
    receipt,
    isProven: facts?.isEncrypted === true,
    isDoubted: doubts.length > 0,
  });
}

async function storeFinding(
  gateway: Gateway,
  queries: Queries,
  {
    receipt,
    finding: { state, facts },
    doubts,
  }: { receipt: ReceiptRecord; finding: OfficeFinding; doubts: readonly OfficeDoubt[] },
): Promise<void> {
  const { id, status } = receipt;
  await setTaxOfficeState(queries, { id, taxOffice: storedState(receipt, state, doubts), facts });
  const raised = await raiseDoubts(queries, { id, doubts });
  if (raised.length > 0 && creditedStatuses.includes(status)) {
    gateway.log('approved receipt doubted', { receipt: id, doubts: raised.join(', ') });
  }
}

async function moveByFinding(
  { snapshot: { campaign }, now }: Gateway,
  queries: Queries,
  {
    receipt: { id, status },
    isProven,
    isDoubted,
  }: { receipt: ReceiptRecord; isProven: boolean; isDoubted: boolean },
): Promise<ReceiptStatus | null> {
  if (status !== 'IN_ANALYSIS') return null;
  // Another number of the same paper may have earned already: a person compares the two.
  const mayApprove =
    isProven &&
    isOn(campaign, 'TAX_OFFICE_APPROVES') &&
    !(await hasSamePurchaseWithoutKey(queries, id));
  if (!isDoubted && !mayApprove) return null;
  const to = isDoubted ? 'PENDING_ANALYSIS' : 'APPROVED';
  const problemOf: ReceiptMove['problemOf'] = (locked) =>
    locked.status === status ? null : `Uma nota ${locked.status} foi julgada antes da resposta.`;
  // A move that is refused may have written something.
  await queries.query('savepoint before_move');
  const moved = await moveReceipt(queries, { receiptId: id, to, problemOf, now: now() });
  if (!isRefusal(moved)) return to;
  await queries.query('rollback to savepoint before_move');
  return null;
}

/** A confirmation stays, even if its question was deleted and a new one finds the office away. */
function storedState(
  { taxOffice: former }: ReceiptRecord,
  found: TaxOfficeState | null,
  doubts: readonly OfficeDoubt[],
): TaxOfficeState | null {
  if (doubts.some(isContradiction)) return 'NOT_CONFIRMED';
  return former === 'CONFIRMED' ? former : found;
}

function hasSamePurchaseWithoutKey(queries: Queries, id: number): Promise<boolean> {
  return exists(queries, `select from receipts where id = $1 and ${hasSamePurchaseWithoutKeySql}`, [
    id,
  ]);
}

/** Call it with the owner's and the receipt's row locked. @returns those that are new, none on a denied receipt */
async function raiseDoubts(
  queries: Queries,
  { id, doubts }: { id: number; doubts: readonly OfficeDoubt[] },
): Promise<readonly OfficeDoubt[]> {
  const row = await findOne<{ raised: OfficeDoubt[] }>(
    queries,
    `update receipts set doubts = receipts.doubts || raised,
       open_doubts = receipts.open_doubts || raised,
       review_reasons = case when 'TAX_OFFICE' = any (receipts.review_reasons)
         then receipts.review_reasons
         else array_append(receipts.review_reasons, 'TAX_OFFICE') end
     from (
       select array(
         select doubt from unnest($2::text[]) as doubt where not doubt = any (doubted.doubts)
       ) as raised
       from receipts as doubted where doubted.id = $1
     ) as new_doubts
     where receipts.id = $1 and receipts.status not in (${deniedSql}) and raised <> '{}'
     returning raised`,
    [id, doubts],
  );
  return row?.raised ?? [];
}
