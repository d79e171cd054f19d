import type { Attribution, AttributionPart } from '../../rules/campaign/attribution.ts';
import { named, type Queries } from '../db/database.ts';
import { creditedSql } from '../db/queries/status-groups.ts';

interface AttributedAct {
  campaignId: number;
  consumerId: number;
  /** Null for the sign-up itself. */
  receiptId: number | null;
  createdAt: Date;
}

export async function insertAttribution(
  queries: Queries,
  act: AttributedAct,
  { partner, source, medium, campaign, fields = {} }: Attribution,
): Promise<void> {
  await queries.query(
    ...named(
      `insert into attributions
         (campaign_id, consumer_id, receipt_id, created_at, partner, source, medium, campaign, fields)
       values ($campaignId, $consumerId, $receiptId, $createdAt, $partner, $source, $medium, $campaign,
         $fields::jsonb)`,
      { ...act, partner, source, medium, campaign, fields: JSON.stringify(fields) },
    ),
  );
}

export function findAttributions(
  queries: Queries,
  consumerId: number,
): Promise<(Attribution & { receiptId: number | null })[]> {
  return queries.query(
    `select partner, source, medium, campaign, fields, receipt_id as "receiptId"
     from attributions where consumer_id = $1 order by id`,
    [consumerId],
  );
}

export async function eraseAttributions(queries: Queries, consumerId: number): Promise<void> {
  await queries.query('delete from attributions where consumer_id = $1', [consumerId]);
}

export interface AttributionFigures {
  /** Null counts people and receipts without a partner or advertisement. */
  value: string | null;
  signUps: number;
  receipts: number;
  approved: number;
  approvedCentavos: number;
}

/** A receipt without an attribution counts for that of its sender's sign-up. */
export function countAttributions(
  queries: Queries,
  campaignId: number,
  part: AttributionPart,
): Promise<AttributionFigures[]> {
  const isSilentSql = 'coalesce(own.partner, own.source, own.medium, own.campaign) is null';
  const ofReceiptSql = `case when ${isSilentSql} then people.value else own.${part} end`;
  return countActsBy(
    queries,
    { ofPersonSql: `attributions.${part}`, ofReceiptSql },
    { campaignId },
  );
}

/** Grouped by a hidden field; a receipt without it counts like its person's sign-up. */
export function countHiddenField(
  queries: Queries,
  campaignId: number,
  name: string,
): Promise<AttributionFigures[]> {
  const value = {
    ofPersonSql: 'attributions.fields ->> $name',
    ofReceiptSql: 'coalesce(own.fields ->> $name, people.value)',
  };
  return countActsBy(queries, value, { campaignId, name });
}

export async function hiddenFieldNames(queries: Queries, campaignId: number): Promise<string[]> {
  const rows = await queries.query<{ name: string }>(
    `select distinct jsonb_object_keys(fields) as name from attributions
     where campaign_id = $1 order by name`,
    [campaignId],
  );
  return rows.map(({ name }) => name);
}

function countActsBy(
  queries: Queries,
  value: { ofPersonSql: string; ofReceiptSql: string },
  values: { campaignId: number; name?: string },
): Promise<AttributionFigures[]> {
  return queries.query(
    ...named(
      `with people as (
       select consumers.id, ${value.ofPersonSql} as value from consumers
       left join attributions on attributions.consumer_id = consumers.id
         and attributions.receipt_id is null
       where consumers.campaign_id = $campaignId
     ), acts as (
       select value, 1 as sign_up, 0 as receipt, false as is_approved, 0::bigint as centavos
       from people
       union all
       select ${value.ofReceiptSql}, 0, 1, receipts.status in (${creditedSql}), receipts.total_centavos
       from receipts
       join people on people.id = receipts.consumer_id
       left join attributions as own on own.receipt_id = receipts.id
     )
     select value, sum(sign_up) as "signUps", sum(receipt) as receipts,
       count(*) filter (where is_approved) as approved,
       coalesce(sum(centavos) filter (where is_approved), 0)::bigint as "approvedCentavos"
     from acts group by value order by "signUps" desc, receipts desc, value`,
      values,
    ),
  );
}
