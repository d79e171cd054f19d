import type { Gateway } from '../gateway.ts';
import { findMilestones } from '../ledger/entries.ts';
import { findLogHead } from '../ledger/log-head.ts';
import { findLastStamp, insertStamp } from './queries.ts';

const dayMs = 24 * 3_600_000;

/**
 * Has the newest published checkpoint stamped when it is due: the first, one a day while the
 * ledger grows, and one after each milestone, such as a frozen list.
 * @throws Unavailable when the service does not answer; the next call tries again
 */
export async function stampLedger({
  database,
  campaign,
  timeStamps,
  now,
}: Pick<Gateway, 'database' | 'campaign' | 'timeStamps' | 'now'>): Promise<void> {
  if (!timeStamps) return;
  const campaignId = Number(campaign.campaign.id);
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
