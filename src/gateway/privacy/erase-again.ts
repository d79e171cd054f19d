import { parseSnapshot } from '../../campaign/snapshot.ts';
import type { Queries } from '../db/database.ts';
import { findCampaign, findCampaignIds } from '../db/queries/campaigns.ts';
import { findConsumer, findPseudonym } from '../db/queries/consumers.ts';
import { isApiError } from '../http/api-error.ts';
import { eraseConsumer } from './erase.ts';
import {
  type ErasureList,
  findLedgerMark,
  isListed,
  type ListedErasure,
  personMark,
} from './erasure-list.ts';
import { findErasure } from './erasure-queries.ts';

/**
 * Erases, in rows restored from a backup, the people who were erased after that backup was made,
 * even if the backup still holds an open payment of theirs.
 * @returns how many; null when the list belongs to another promotion
 */
export async function applyErasures(
  queries: Queries,
  list: ErasureList,
  now: Date,
): Promise<number | null> {
  let count = 0;
  for (const campaignId of await findCampaignIds(queries)) {
    const ledger = await findLedgerMark(queries, campaignId);
    if (!isListed(list, { campaign: campaignId, ledger })) return null;
    const campaign = await findCampaign(queries, campaignId);
    const snapshot = parseSnapshot(campaign?.snapshot, 'the database');
    for (const erasure of list.erasures.filter((each) => each.ledger === ledger)) {
      if (!(await isStillHere(queries, erasure))) continue;
      const { consumer: consumerId } = erasure;
      const request = { consumerId, requestedBy: 'OPERATOR' as const, isRepeated: true, now };
      const erased = await eraseConsumer(queries, snapshot.campaign, request);
      if (isApiError(erased)) throw new Error(`Consumer ${consumerId}: ${erased.message}`);
      count += 1;
    }
  }
  return count;
}

/** After a restore another person may get the same number; the mark tells the two apart. */
async function isStillHere(
  queries: Queries,
  { consumer: id, ledger, person }: ListedErasure,
): Promise<boolean> {
  if (!(await findConsumer(queries, id)) || (await findErasure(queries, id))) return false;
  return personMark(ledger, { id, pseudonym: await findPseudonym(queries, id) }) === person;
}
