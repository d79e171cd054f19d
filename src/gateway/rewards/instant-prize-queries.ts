import type { ScheduledPrize } from '../../rules/instant-prizes.ts';
import type { RevealedLeaf } from '../../rules/ledger-entries.ts';
import { lockKey, type Queries } from '../db/database.ts';

interface Schedule {
  campaignId: number;
  engineId: number;
}

export async function insertInstantPrizes(
  queries: Queries,
  { campaignId, engineId }: Schedule,
  prizes: readonly ScheduledPrize<number>[],
): Promise<void> {
  await queries.query(
    `insert into instant_prizes (campaign_id, engine_id, position, moment, campaign_prize_id)
     select $1, $2, index, moment, "campaignPrizeId"
     from jsonb_to_recordset($3::jsonb)
       as given (index integer, moment timestamptz, "campaignPrizeId" bigint)`,
    [campaignId, engineId, JSON.stringify(prizes)],
  );
}

export async function proveInstantPrizes(
  queries: Queries,
  { campaignId, engineId }: Schedule,
  leaves: readonly { index: number; nonce: string; proof: readonly string[] }[],
): Promise<void> {
  await queries.query(
    `update instant_prizes set nonce = given.nonce, proof = given.proof
     from jsonb_to_recordset($3::jsonb) as given (index integer, nonce text, proof text[])
     where campaign_id = $1 and engine_id = $2 and position = given.index`,
    [campaignId, engineId, JSON.stringify(leaves)],
  );
}

export interface WonPrize {
  leaf: RevealedLeaf;
  proof: string[];
}

/** One after the other, until the transaction ends. */
export async function lockEstablishment(queries: Queries, cnpj: string): Promise<void> {
  const lock = lockKey(`establishment ${cnpj}`);
  await queries.query('select pg_advisory_xact_lock($1::bigint)', [lock]);
}

/**
 * The earliest that is due; receipts that come together skip what the others take. The consumer's
 * row is locked, since `maximum` counts wins; so is the shop where only one prize may go to it.
 * @returns null when none is due, or consumer or shop may win no more
 */
export async function claimInstantPrize(
  queries: Queries,
  claim: Schedule & {
    receiptId: number;
    consumerId: number;
    maximum: number | null;
    /** A shop of which no other receipt may have won; null where shops do not matter. */
    onlyOneAt: string | null;
    now: Date;
  },
): Promise<WonPrize | null> {
  const [row] = await queries.query<
    Omit<RevealedLeaf, 'moment'> & { moment: Date; proof: string[] }
  >(
    `update instant_prizes set receipt_id = $3, consumer_id = $4, won_at = $5
     where (campaign_id, engine_id, position) = (
       select campaign_id, engine_id, position from instant_prizes
       where campaign_id = $1 and engine_id = $2 and receipt_id is null and moment <= $5
         and ($6::integer is null or $6 > (
           select count(*) from instant_prizes as won
           where won.consumer_id = $4 and won.campaign_id = $1 and won.engine_id = $2
         ))
         and ($7::text is null or not exists (
           select from instant_prizes as won join receipts on receipts.id = won.receipt_id
           where won.campaign_id = $1 and won.engine_id = $2 and receipts.cnpj = $7
         ))
       order by moment, position limit 1
       for update skip locked
     )
     returning position as index, moment, campaign_prize_id as "campaignPrizeId", nonce, proof`,
    [
      claim.campaignId,
      claim.engineId,
      claim.receiptId,
      claim.consumerId,
      claim.now,
      claim.maximum,
      claim.onlyOneAt,
    ],
  );
  if (!row) return null;
  const { proof, index, moment, campaignPrizeId, nonce } = row;
  return { leaf: { index, moment: moment.toISOString(), campaignPrizeId, nonce }, proof };
}

/** One that was sent stays gone. */
export function freeInstantPrize(
  queries: Queries,
  receiptId: number,
): Promise<{ engineId: number; index: number }[]> {
  return queries.query(
    `update instant_prizes set receipt_id = null, consumer_id = null, won_at = null
     where receipt_id = $1 and handed_out_at is null
     returning engine_id as "engineId", position as index`,
    [receiptId],
  );
}

/** Null where the receipt won none. */
export async function findWonPrizeId(queries: Queries, receiptId: number): Promise<number | null> {
  const [row] = await queries.query<{ campaignPrizeId: number }>(
    'select campaign_prize_id as "campaignPrizeId" from instant_prizes where receipt_id = $1',
    [receiptId],
  );
  return row?.campaignPrizeId ?? null;
}

/** The first time counts. @param handedOutAt null for one that came back */
export async function markHandedOut(
  queries: Queries,
  { receiptId, handedOutAt }: { receiptId: number; handedOutAt: Date | null },
): Promise<void> {
  await queries.query(
    `update instant_prizes set handed_out_at = case
       when $2::timestamptz is not null then coalesce(handed_out_at, $2) end
     where receipt_id = $1`,
    [receiptId, handedOutAt],
  );
}
