import type { Address } from '../../contract/consumer.ts';
import { type RedemptionStatus, redemptionStatuses } from '../../rules/rewards/redeem.ts';
import { findOne, named, one, type Queries, type Transaction } from '../db/database.ts';
import { sharedWithSql } from '../db/queries/consumers.ts';
import { inFilter, type ListPage, pageSql } from '../db/queries/list-filters.ts';
import { endedRedemptionsSql } from '../db/queries/status-groups.ts';
import { isOwnerDoubtedSql, pointsOfConsumerSql, type WalletObstacle } from '../wallets/queries.ts';

interface RedeemedItem {
  prize: { id: number | string; description: string };
  campaignPrizeId: number;
  quantity: number;
  totalPoints: number;
}

export interface RedemptionRecord {
  id: number;
  campaignId: number;
  consumerId: number;
  totalPoints: number;
  items: readonly RedeemedItem[];
  address: Address;
  status: RedemptionStatus;
  createdAt: Date;
  trackingCode: string | null;
  formerCodes: string[];
  /** Since when that parcel is back; null again once the order goes on. */
  returnedAt: Date | null;
}

export type NewRedemption = Omit<
  RedemptionRecord,
  'id' | 'trackingCode' | 'formerCodes' | 'returnedAt'
>;

/** Lists find orders that came back, or that no one collected, by RETURNED alone. */
export const listedRedemptionStatuses = [...redemptionStatuses, 'RETURNED'] as const;

export const listedRedemptionStatusSql = (order: string) =>
  `case when ${order}.returned_at is null then ${order}.status else 'RETURNED' end`;

const columnsSql = `id, campaign_id as "campaignId", consumer_id as "consumerId",
  total_points as "totalPoints", items, address, status, created_at as "createdAt",
  tracking_code as "trackingCode", former_codes as "formerCodes", returned_at as "returnedAt"`;

export async function insertRedemption(
  queries: Queries,
  redemption: NewRedemption,
): Promise<number> {
  const row = await one<{ id: number }>(
    queries,
    ...named(
      `insert into redemptions
         (campaign_id, consumer_id, total_points, items, address, status, created_at)
       values ($campaignId, $consumerId, $totalPoints, $items::jsonb, $address::jsonb, $status,
         $createdAt)
       returning id`,
      {
        ...redemption,
        items: JSON.stringify(redemption.items),
        address: JSON.stringify(redemption.address),
      },
    ),
  );
  return row.id;
}

export function findRedemptions(queries: Queries, consumerId: number): Promise<RedemptionRecord[]> {
  return queries.query(`select ${columnsSql} from redemptions where consumer_id = $1 order by id`, [
    consumerId,
  ]);
}

export function lockRedemption(queries: Transaction, id: number): Promise<RedemptionRecord | null> {
  return findOne<RedemptionRecord>(
    queries,
    `select ${columnsSql} from redemptions where id = $1 for no key update`,
    [id],
  );
}

export async function setRedemptionStatus(
  queries: Queries,
  { id, to, trackingCode }: { id: number; to: RedemptionStatus; trackingCode: string | null },
): Promise<void> {
  await queries.query(
    `update redemptions set status = $2, returned_at = null,
       tracking_code = case when $2 = 'SHIPPED' then $3 else tracking_code end,
       former_codes = case when $2 = 'SHIPPED' and tracking_code <> coalesce($3, '')
         then array_append(former_codes, tracking_code) else former_codes end
     where id = $1`,
    [id, to, trackingCode],
  );
}

export async function setReturned(queries: Queries, id: number, now: Date): Promise<void> {
  await queries.query('update redemptions set returned_at = $2 where id = $1', [id, now]);
}

/** Replaces the order's address by the profile's of today; null when the profile has none. */
export async function takeProfileAddress(queries: Queries, id: number): Promise<Address | null> {
  const row = await findOne<{ address: Address }>(
    queries,
    `update redemptions set address = consumers.address from consumers
     where redemptions.id = $1 and consumers.id = redemptions.consumer_id
       and consumers.address is not null
     returning redemptions.address`,
    [id],
  );
  return row?.address ?? null;
}

const listFilterSql = inFilter({
  campaign: 'redemption.campaign_id',
  status: listedRedemptionStatusSql('redemption'),
  at: 'redemption.created_at',
});

const isOverSql = `redemptions.status in (${endedRedemptionsSql})`;

/** In a statement over `redemptions` and `consumers`: why an order goes no further; null once it is over. */
export const redemptionObstacleSql = `case when ${isOverSql} then null
  when consumers.wallet_status <> 'ACTIVE' then 'BLOCKED' when ${pointsOfConsumerSql} < 0 then 'OWES' end`;

export function findRedemptionPage(
  queries: Queries,
  page: ListPage,
): Promise<
  (RedemptionRecord & {
    obstacle: WalletObstacle | null;
    isOwnerDoubted: boolean;
    sharedWith: string | null;
  })[]
> {
  return queries.query(
    ...named(
      `select ${columnsSql},
         (select ${redemptionObstacleSql} from consumers where consumers.id = redemptions.consumer_id) as obstacle,
         not ${isOverSql} and (select ${isOwnerDoubtedSql} from consumers where consumers.id = redemptions.consumer_id)
           as "isOwnerDoubted",
         (select ${sharedWithSql} from consumers where consumers.id = redemptions.consumer_id) as "sharedWith"
       from redemptions where redemptions.id in (
         select redemption.id from redemptions as redemption
           join consumers on consumers.id = redemption.consumer_id
         where ${listFilterSql} order by redemption.id desc ${pageSql}
       ) order by redemptions.id desc`,
      page,
    ),
  );
}
