import { isDeepStrictEqual } from 'node:util';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { instantOf } from '../../rules/dates.ts';
import type { Commitments, DrawRules } from '../../rules/ledger-entries.ts';
import type { Queries } from '../db/database.ts';
import { drawRules } from '../rewards/open-ledger.ts';
import { findNewestCommitments } from './version-queries.ts';

export async function commitmentsChanged(
  queries: Queries,
  snapshot: CampaignSnapshot,
  { reason, regulationVersion, now }: { reason: string; regulationVersion: string; now: Date },
) {
  const newest = await findNewestCommitments(queries, Number(snapshot.campaign.id));
  if (!newest) throw new Error('The ledger holds no commitments');
  const { type, at: _at, after: changed, ...opened } = JSON.parse(newest);
  const before: Commitments = type === 'COMMITMENTS_CHANGED' ? changed : opened;
  const after = commitmentsAfter(before, snapshot, now);
  return { type: 'COMMITMENTS_CHANGED' as const, before, after, reason, regulationVersion };
}

/** Finds a draw whose rules change after its extraction: the result could be chosen that way. */
export function drawChangedTooLate(
  before: CampaignSnapshot,
  after: CampaignSnapshot,
  now: Date,
): string | null {
  const changed = before.campaign.engines.find((engine) => {
    const rules = drawRules(before, engine);
    const other = after.campaign.engines.find(({ id }) => id === engine.id);
    return isHeld(rules, now) && !isDeepStrictEqual(rules, other && drawRules(after, other));
  });
  return changed ? String(changed.id) : null;
}

function isHeld(rules: DrawRules | null | undefined, now: Date): boolean {
  return rules?.extractionAt != null && now >= instantOf(rules.extractionAt);
}

function commitmentsAfter(before: Commitments, snapshot: CampaignSnapshot, now: Date): Commitments {
  const { startsAt, endsAt, engines } = snapshot.campaign;
  const draws = before.draws.map((draw) => {
    const engine = engines.find(({ id }) => Number(id) === draw.engine);
    const rules = engine && drawRules(snapshot, engine);
    return rules && !isHeld(draw.rules, now) ? { ...draw, rules } : draw;
  });
  const schedules = before.schedules.map((schedule) => {
    const engine = engines.find(({ id }) => Number(id) === schedule.engine);
    const maxRewardsByConsumer = engine?.details.maxRewardsByConsumer ?? null;
    return { ...schedule, maxRewardsByConsumer };
  });
  return { ...before, startsAt, endsAt, draws, schedules };
}
