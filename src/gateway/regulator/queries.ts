import type { ListedParticipation } from '../../rules/participants-export.ts';
import type { Queries } from '../db/database.ts';
import { type DrawList, inDraw, listValues } from '../draws/draw-queries.ts';

interface ParticipationRecord extends ListedParticipation {
  id: number;
}

export function findParticipations(
  queries: Queries,
  list: DrawList,
  { after, limit }: { after: number; limit: number },
): Promise<ParticipationRecord[]> {
  return queries.query(
    `select lucky_numbers.id, type, document, name, series, number,
       lucky_numbers.created_at as at, email, phone
     from lucky_numbers join consumers on consumers.id = consumer_id
     where ${inDraw} and lucky_numbers.id > $5
     order by lucky_numbers.id limit $6`,
    [...listValues(list), after, limit],
  );
}
