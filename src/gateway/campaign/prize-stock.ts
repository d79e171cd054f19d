import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { CampaignPrize } from '../../contract/campaign.ts';
import { named, type Queries, type Transaction } from '../db/database.ts';
import { campaignIdOf } from '../db/queries/campaigns.ts';

export interface PrizeStock {
  campaignPrizeId: number;
  quantity: number;
}

/** `quantity` is what is left now, not what there was at the start. */
export async function readPrizes(
  queries: Queries,
  { campaign, prizes }: CampaignSnapshot,
): Promise<CampaignPrize[]> {
  const stock = await findStock(queries, campaignIdOf(campaign));
  const stockById = new Map(
    stock.map(({ campaignPrizeId, quantity }) => [campaignPrizeId, quantity]),
  );
  return prizes.map((prize) => ({
    ...prize,
    quantity: stockById.get(Number(prize.id)) ?? 0,
  }));
}

/** A prize that already has a stock keeps it. */
export async function insertStock(
  queries: Queries,
  campaignId: number,
  prizes: readonly PrizeStock[],
): Promise<void> {
  await queries.query(
    `insert into prize_stock (campaign_id, campaign_prize_id, quantity)
     select $1, "campaignPrizeId", quantity
     from jsonb_to_recordset($2::jsonb) as prizes ("campaignPrizeId" bigint, quantity integer)
     on conflict do nothing`,
    [campaignId, JSON.stringify(prizes)],
  );
}

/** Needs `$campaignId`. Sums all prizes at once, since redemptions have no index by prize. */
const redeemedSql = `redeemed as (
  select (item ->> 'campaignPrizeId')::bigint as id, sum((item ->> 'quantity')::integer) as taken
  from redemptions cross join jsonb_array_elements(redemptions.items) as item
  where redemptions.campaign_id = $campaignId and redemptions.status <> 'CANCELED' group by 1
)`;

/** People keep the prizes they have, so a stock never falls below zero. */
export async function changeStocks(
  queries: Queries,
  before: CampaignSnapshot,
  after: CampaignSnapshot,
): Promise<void> {
  const campaignId = campaignIdOf(after.campaign);
  const quantities = (snapshot: CampaignSnapshot) =>
    new Map(snapshot.prizes.map(({ id, quantity }) => [Number(id), quantity]));
  const oldStock = quantities(before);
  const newStock = quantities(after);
  const ids = [...new Set([...oldStock.keys(), ...newStock.keys()])];
  const prizeIds = ids.filter((id) => oldStock.get(id) !== newStock.get(id));
  if (prizeIds.length === 0) return;
  await lockStock(queries, { campaignId, prizeIds });
  const stock = prizeIds.map((id) => ({ campaignPrizeId: id, quantity: newStock.get(id) ?? 0 }));
  await setStock(queries, campaignId, stock);
}

/** Sets each stock to `quantity` less what was redeemed. The caller holds the lock. */
async function setStock(
  queries: Queries,
  campaignId: number,
  prizes: readonly PrizeStock[],
): Promise<void> {
  await queries.query(
    ...named(
      `with ${redeemedSql}
       insert into prize_stock (campaign_id, campaign_prize_id, quantity)
       select $campaignId, prizes."campaignPrizeId",
         greatest(prizes.quantity - coalesce(redeemed.taken, 0), 0)
       from jsonb_to_recordset($prizes::jsonb) as prizes (
         "campaignPrizeId" bigint, quantity integer
       )
         left join redeemed on redeemed.id = prizes."campaignPrizeId"
       on conflict (campaign_id, campaign_prize_id) do update set quantity = excluded.quantity`,
      { campaignId, prizes: JSON.stringify(prizes) },
    ),
  );
}

function findStock(queries: Queries, campaignId: number): Promise<PrizeStock[]> {
  return queries.query(
    `select campaign_prize_id as "campaignPrizeId", quantity
     from prize_stock where campaign_id = $1 order by campaign_prize_id`,
    [campaignId],
  );
}

/** Always in the same order, so that two transactions cannot deadlock. */
export function lockStock(
  queries: Transaction,
  { campaignId, prizeIds }: { campaignId: number; prizeIds: readonly number[] },
): Promise<PrizeStock[]> {
  return queries.query(
    `select campaign_prize_id as "campaignPrizeId", quantity
     from prize_stock where campaign_id = $1 and campaign_prize_id = any($2::bigint[])
     order by campaign_prize_id for no key update`,
    [campaignId, prizeIds],
  );
}

/** Call it with the stock locked and checked: taking more than is left breaks a constraint. */
export async function reserveStock(
  queries: Queries,
  campaignId: number,
  { campaignPrizeId, quantity }: PrizeStock,
): Promise<void> {
  await queries.query(
    `update prize_stock set quantity = quantity - $3
     where campaign_id = $1 and campaign_prize_id = $2`,
    [campaignId, campaignPrizeId, quantity],
  );
}

/** Gives back a cancelled order's prizes, up to today's quantity. The caller holds the lock. */
export async function returnStock(
  queries: Queries,
  campaignId: number,
  prizes: readonly PrizeStock[],
): Promise<void> {
  await queries.query(
    ...named(
      `with ${redeemedSql}, campaign_total as (
         select (prize ->> 'id')::bigint as id, sum((prize ->> 'quantity')::integer) as total
         from campaigns cross join jsonb_array_elements(campaigns.snapshot -> 'prizes') as prize
         where campaigns.id = $campaignId group by 1
       )
       update prize_stock as stock set quantity = stock.quantity + least(prizes.quantity,
         greatest(0, coalesce(campaign_total.total, 0) - coalesce(redeemed.taken, 0) - stock.quantity))
       from jsonb_to_recordset($prizes::jsonb) as prizes (
           "campaignPrizeId" bigint, quantity integer
         )
         left join redeemed on redeemed.id = prizes."campaignPrizeId"
         left join campaign_total on campaign_total.id = prizes."campaignPrizeId"
       where stock.campaign_id = $campaignId and stock.campaign_prize_id = prizes."campaignPrizeId"`,
      { campaignId, prizes: JSON.stringify(prizes) },
    ),
  );
}
