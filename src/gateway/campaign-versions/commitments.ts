import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Commitments } from '../../rules/ledger-entries.ts';
import type { Queries } from '../db/database.ts';
import { drawRules } from '../rewards/open-ledger.ts';
import { findNewestCommitments } from './version-queries.ts';

export async function commitmentsChanged(
  queries: Queries,
  snapshot: CampaignSnapshot,
  { reason, regulationVersion }: { reason: string; regulationVersion: string },
) {
  const newest = await findNewestCommitments(queries, Number(snapshot.campaign.id));
  if (!newest) throw new Error('The ledger holds no commitments');
  const { type, at: _at, after: changed, ...opened } = JSON.parse(newest);
  const before: Commitments = type === 'COMMITMENTS_CHANGED' ? changed : opened;
  const after = commitmentsAfter(before, snapshot);
  return { type: 'COMMITMENTS_CHANGED' as const, before, after, reason, regulationVersion };
}

function commitmentsAfter(before: Commitments, snapshot: CampaignSnapshot): Commitments {
  const { startsAt, endsAt, engines } = snapshot.campaign;
  const draws = before.draws.map((draw) => {
    const engine = engines.find(({ id }) => Number(id) === draw.engine);
    const rules = engine && drawRules(snapshot, engine);
    return rules ? { ...draw, rules } : draw;
  });
  const schedules = before.schedules.map((schedule) => {
    const engine = engines.find(({ id }) => Number(id) === schedule.engine);
    const maxRewardsByConsumer = engine?.details.maxRewardsByConsumer ?? null;
    return { ...schedule, maxRewardsByConsumer };
  });
  return { ...before, startsAt, endsAt, draws, schedules };
}
