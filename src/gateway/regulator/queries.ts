import type { ScpcParticipation } from '../../rules/scpc.ts';
import type { Queries } from '../db/database.ts';

/** A number that takes part in a draw, with whose it is. */
export interface ParticipationRecord extends ScpcParticipation {
  id: number;
}

/** The next `limit` numbers of a draw that are not void, by number of the row. */
export function findParticipations(
  queries: Queries,
  page: { campaignId: number; engineId: number; after: number; limit: number },
): Promise<ParticipationRecord[]> {
  return queries.query(
    `select lucky_numbers.id, type, document, name, series, number,
       lucky_numbers.created_at as at, email, phone
     from lucky_numbers join consumers on consumers.id = consumer_id
     where lucky_numbers.campaign_id = $1 and engine_id = $2 and voided_at is null
       and lucky_numbers.id > $3
     order by lucky_numbers.id limit $4`,
    [page.campaignId, page.engineId, page.after, page.limit],
  );
}
