import type { Queries } from '../database.ts';

/** Whoever has a balance below zero, of cashback or of points. */
export function findNegativeWallets(
  queries: Queries,
): Promise<{ id: number; name: string; centavos: number; points: number }[]> {
  return queries.query(
    `with cashback as (
       select consumer_id, sum(case when type = 'CREDIT' then 1 else -1 end * value_centavos) as centavos
       from cashback_entries where status <> 'ERROR' group by consumer_id
     ), collected as (
       select consumer_id, sum(points) as points from points_entries group by consumer_id
     )
     select id, name, coalesce(centavos, 0)::bigint as centavos, coalesce(points, 0)::bigint as points
     from consumers
     left join cashback on cashback.consumer_id = id
     left join collected on collected.consumer_id = id
     where centavos < 0 or points < 0
     order by id`,
  );
}
