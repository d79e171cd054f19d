import type { Gateway } from '../gateway.ts';
import { headSigner } from '../ledger/promises.ts';
import { findLedger, findMilestones } from '../ledger/queries.ts';
import { findLastStamp, insertStamp } from './queries.ts';

const dayMs = 24 * 3_600_000;

/**
 * Has the ledger's newest head stamped where that is due: the first one, one a day while the ledger
 * grows, and one after each milestone, such as a list that is frozen.
 * @throws Unavailable when the service does not answer; the next call asks again
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
  const head = await findLedger(database, campaignId);
  if (last && head.position <= last.size) return;
  if (last && now().getTime() - last.stampedAt.getTime() < dayMs) {
    const milestones = await findMilestones(database, campaignId);
    if (milestones.every(({ position }) => position <= last.size)) return;
  }
  const sign = await headSigner(database, campaignId);
  // Ledgers from before heads were signed have nothing that could be stamped.
  if (!sign) return;
  const checkpoint = sign(head);
  const { answer, at } = await timeStamps.stamp(checkpoint);
  await insertStamp(database, campaignId, {
    size: head.position,
    checkpoint,
    answerBase64: Buffer.from(answer).toString('base64'),
    stampedAt: new Date(at),
  });
}
