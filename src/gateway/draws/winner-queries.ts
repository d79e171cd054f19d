import type { Address } from '../../contract/consumer.ts';
import type { LuckyNumber } from '../../rules/lucky-numbers.ts';
import type { Queries } from '../db/database.ts';

/** Name and document are pseudonyms once the person was erased. */
export interface NamedWinner extends LuckyNumber {
  engineId: number;
  campaignPrizeId: number;
  isErased: boolean;
  name: string;
  document: string;
  city: string | null;
}

export function findNamedWinners(queries: Queries, campaignId: number): Promise<NamedWinner[]> {
  return queries.query(
    `select winners.engine_id as "engineId", campaign_prize_id as "campaignPrizeId", series, number,
       erased_at is not null as "isErased", name, document, address ->> 'city' as city
     from winners join lucky_numbers on lucky_numbers.id = lucky_number_id
       join consumers on consumers.id = winners.consumer_id
     where winners.campaign_id = $1 order by winners.engine_id, position`,
    [campaignId],
  );
}

/** Names the winner for accounting, even after an erasure. */
export interface AccountedWinner extends LuckyNumber {
  engineId: number;
  campaignPrizeId: number;
  name: string;
  document: string;
  phone: string;
  email: string;
  address: Address | null;
  identifier: string;
  cnpj: string;
  purchaseDate: string;
  totalCentavos: number;
}

export function findAccountedWinners(
  queries: Queries,
  campaignId: number,
): Promise<AccountedWinner[]> {
  return queries.query(
    `select winners.engine_id as "engineId", campaign_prize_id as "campaignPrizeId", series, number,
       coalesce(held ->> 'name', name) as name, coalesce(held ->> 'document', document) as document,
       phone, case when erased_at is null then email else '' end as email, address,
       identifier, cnpj, purchase_date as "purchaseDate", total_centavos as "totalCentavos"
     from winners join lucky_numbers on lucky_numbers.id = lucky_number_id
       join receipts on receipts.id = receipt_id
       join consumers on consumers.id = winners.consumer_id
       left join erasures on erasures.consumer_id = consumers.id
     where winners.campaign_id = $1 order by winners.engine_id, position`,
    [campaignId],
  );
}
