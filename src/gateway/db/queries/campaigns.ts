import type { Queries } from '../database.ts';

/** A campaign as seeded, and what was asked for then. */
export interface CampaignRow {
  id: number;
  variant: string;
  window: string;
  snapshot: unknown;
  seededAt: Date;
}

/** False when the campaign is there already; waits for a process that is just writing it. */
export async function insertCampaign(queries: Queries, row: CampaignRow): Promise<boolean> {
  const rows = await queries.query(
    `insert into campaigns (id, variant, date_window, snapshot, seeded_at)
     values ($1, $2, $3, $4::jsonb, $5) on conflict do nothing returning id`,
    [row.id, row.variant, row.window, JSON.stringify(row.snapshot), row.seededAt],
  );
  return rows.length === 1;
}

export async function findCampaign(queries: Queries, id: number): Promise<CampaignRow | null> {
  const [row] = await queries.query<CampaignRow>(
    `select id, variant, date_window as "window", snapshot, seeded_at as "seededAt"
     from campaigns where id = $1`,
    [id],
  );
  return row ?? null;
}
