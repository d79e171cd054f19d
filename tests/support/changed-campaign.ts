import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { windowDates } from '../../src/campaign/19/calendar.ts';
import type { Campaign } from '../../src/contract/campaign.ts';
import type { Queries } from '../../src/gateway/db/database.ts';
import { findSnapshot } from '../../src/gateway/db/queries/campaigns.ts';
import { appendToLedger } from '../../src/gateway/ledger/append-entries.ts';
import { findMilestones } from '../../src/gateway/ledger/queries.ts';
import { dayInSaoPaulo, formatDayOf } from '../../src/rules/dates.ts';
import { type Commitments, readLedgerEntry } from '../../src/rules/log/ledger-entry-types.ts';
import { openDatabase } from './database.ts';
import { type GatewayOptions, openGateway, type TestGateway } from './gateway.ts';

/** Another gateway over the same database, after the administrator has changed the campaign. */
export async function withCampaign(
  site: TestGateway,
  change: (campaign: Campaign) => Campaign,
): Promise<TestGateway> {
  await changeCampaign(site, change);
  const { database } = site.gateway;
  return openGateway({ variant: 'all', database });
}

/** The administrator's change, which gateways opened from now on show. */
export async function changeCampaign(
  { gateway: { database, snapshot } }: TestGateway,
  change: (campaign: Campaign) => Campaign,
): Promise<void> {
  const changed = { ...snapshot, campaign: change(snapshot.campaign) };
  await database.query('update campaigns set snapshot = $1::jsonb', [JSON.stringify(changed)]);
}

/** A parameter that pages are not given. */
export function addParameter(site: TestGateway, code: string, value: string): Promise<void> {
  return changeCampaign(site, (campaign) => ({
    ...campaign,
    parameters: [...campaign.parameters, { id: code, code, visibility: 'PRIVATE', value }],
  }));
}

/**
 * Seeds the database of a served site with a campaign in which one person may send as many receipts as
 * a test does.
 * @param options of the gateway that seeds it, which the site's own have to resemble
 */
export async function seedWithoutLimits(options: GatewayOptions): Promise<void> {
  const site = await openGateway(options);
  await changeCampaign(site, (campaign) => campaign);
  await site.close();
}

/**
 * In the data of a served site that was killed, a campaign that was open has ended, and the ledger
 * says that its dates were changed; it shows when the site is served again.
 */
export async function endCampaign(dataDirectory: string): Promise<void> {
  const dates = windowDates('after', dayInSaoPaulo(new Date()));
  const database = await openDatabase(pathToFileURL(join(dataDirectory, 'database')).href);
  await database.transaction(async (queries) => {
    const { campaign, ...rest } = await findSnapshot(queries, 19);
    const changed = { ...rest, campaign: { ...campaign, ...dates } };
    // The campaign’s texts say the dates too.
    const texts = JSON.stringify(changed)
      .replaceAll(dayOf(campaign.startsAt), dayOf(dates.startsAt))
      .replaceAll(dayOf(campaign.endsAt), dayOf(dates.endsAt));
    await queries.query('update campaigns set snapshot = $1::jsonb', [texts]);
    await changeCommitments(queries, endedWith(dates, new Date()));
  });
  await database.close();
}

function dayOf(moment: string): string {
  return formatDayOf(moment);
}

/** Moves a campaign to other dates, and its draws to an extraction at that moment. */
export function endedWith(dates: { startsAt: string; endsAt: string }, extractionAt: Date) {
  return ({ draws, ...commitments }: Commitments): Commitments => ({
    ...commitments,
    ...dates,
    draws: draws.map(({ rules, ...draw }) =>
      rules
        ? { ...draw, rules: { ...rules, extractionAt: extractionAt.toISOString() } }
        : { ...draw },
    ),
  });
}

/** Changes the commitments by an entry of the ledger. */
export async function changeCommitments(
  queries: Queries,
  change: (commitments: Commitments) => Commitments,
  now = new Date(),
): Promise<void> {
  const entries = (await findMilestones(queries, 19)).map(({ entry }) => readLedgerEntry(entry));
  const opening = entries.find((entry) => entry?.type === 'COMMITMENTS');
  if (!opening) throw new Error('The ledger has no commitments');
  const { type: _, at: __, ...before } = opening;
  const why = { reason: 'Nova data no regulamento', regulationVersion: 2 };
  const entry = { type: 'COMMITMENTS_CHANGED' as const, before, after: change(before), ...why };
  await appendToLedger(queries, 19, { now, entries: [entry] });
}
