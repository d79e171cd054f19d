import { dayMs } from '../../rules/dates.ts';
import { findOne, type Queries } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import { findLogHead, findMilestones } from '../ledger/queries.ts';

/**
 * Has the newest published checkpoint stamped when it is due: the first, one a day while the
 * ledger grows, and one after each milestone, such as a frozen list.
 * @throws Unavailable when the service does not answer; the next call tries again
 */
export async function stampLedger({
  database,
  campaignId,
  timeStamps,
  now,
}: Pick<Gateway, 'database' | 'campaignId' | 'timeStamps' | 'now'>): Promise<void> {
  if (!timeStamps) return;
  const last = await findLastStamp(database, campaignId);
  const { size, checkpoint } = await findLogHead(database, campaignId);
  if (size <= (last?.size ?? 0)) return;
  if (last && now().getTime() - last.stampedAt.getTime() < dayMs) {
    const milestones = await findMilestones(database, campaignId);
    const isNew = ({ position }: { position: number }) => position >= last.size && position < size;
    if (!milestones.some(isNew)) return;
  }
  const { answer, at } = await timeStamps.stamp(checkpoint);
  await insertStamp(database, campaignId, {
    size,
    checkpoint,
    answerBase64: Buffer.from(answer).toString('base64'),
    stampedAt: new Date(at),
  });
}

interface StampRow {
  size: number;
  checkpoint: string;
  answerBase64: string;
  stampedAt: Date;
}

const columnsSql = 'size, checkpoint, answer_base64 as "answerBase64", stamped_at as "stampedAt"';

/** When two gateways had the same checkpoint stamped, the first stamp stays. */
async function insertStamp(
  queries: Queries,
  campaignId: number,
  { size, checkpoint, answerBase64, stampedAt }: StampRow,
): Promise<void> {
  await queries.query(
    `insert into time_stamps (campaign_id, size, checkpoint, answer_base64, stamped_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [campaignId, size, checkpoint, answerBase64, stampedAt],
  );
}

export function findStamps(queries: Queries, campaignId: number): Promise<StampRow[]> {
  return queries.query(
    `select ${columnsSql} from time_stamps where campaign_id = $1 order by size`,
    [campaignId],
  );
}

/** Up to `size`: the first stamp, the newest, and the first after each list was frozen. */
export function findDecisiveStamps(
  queries: Queries,
  { campaignId, size }: { campaignId: number; size: number },
): Promise<{ checkpoint: string; answer: string }[]> {
  return queries.query(
    `with stamps as (select * from time_stamps where campaign_id = $1 and size <= $2)
     select stamps.checkpoint, stamps.answer_base64 as answer from stamps
     where stamps.size = (select min(stamps.size) from stamps)
       or stamps.size = (select max(stamps.size) from stamps)
       or stamps.size in (
         select (select min(stamps.size) from stamps where stamps.size > ledger_entries.position)
         from ledger_entries
         where ledger_entries.campaign_id = $1 and ledger_entries.type = 'LIST_FROZEN'
       )
     order by stamps.size`,
    [campaignId, size],
  );
}

export function findStamp(
  queries: Queries,
  campaignId: number,
  size: number,
): Promise<StampRow | null> {
  return findOne<StampRow>(
    queries,
    `select ${columnsSql} from time_stamps where campaign_id = $1 and size = $2`,
    [campaignId, size],
  );
}

function findLastStamp(
  queries: Queries,
  campaignId: number,
): Promise<Pick<StampRow, 'size' | 'stampedAt'> | null> {
  return findOne<Pick<StampRow, 'size' | 'stampedAt'>>(
    queries,
    `select size, stamped_at as "stampedAt" from time_stamps
     where campaign_id = $1 order by size desc limit 1`,
    [campaignId],
  );
}
