import { createHmac } from 'node:crypto';
import { type Infer, is, number, string, type } from 'superstruct';
import { emptyChain, headAfter } from '../../rules/log/ledger-entry-types.ts';
import { jsonOrNull } from '../../rules/text.ts';
import type { Database, Queries } from '../db/database.ts';
import { findCampaignIds } from '../db/queries/campaigns.ts';
import { findPseudonym } from '../db/queries/consumers.ts';
import { findLedgerEntries } from '../ledger/queries.ts';
import type { Storage } from '../services/storage.ts';

/**
 * Lists erased people in the storage, a line of JSON each, so that they can be erased again in a
 * restored backup. Without names and documents: a person is a number and a keyed hash.
 */
export const erasureListFile = 'erasures.jsonl';

/** `ledger` is a hash of the ledger's commitments, which no two databases share. */
const Heading = type({ campaign: number(), ledger: string() });
const Line = type({ ...Heading.schema, consumer: number(), person: string(), at: string() });
export type ListedErasure = Infer<typeof Line>;

export type ErasureList = { headings: Infer<typeof Heading>[]; erasures: ListedErasure[] };

/** A hash of the pseudonym, which stays unique even when another person gets the same number. */
export function personMark(
  ledger: string,
  { id, pseudonym }: { id: number; pseudonym: string },
): string {
  return createHmac('sha256', ledger).update(`${id} ${pseudonym}`).digest('base64url');
}

/** The line to store in the erasure's transaction; `publishErasures` copies it to the list. */
export async function erasureLine(
  queries: Queries,
  { campaignId, consumerId, now }: { campaignId: number; consumerId: number; now: Date },
): Promise<string> {
  const ledger = await findLedgerMark(queries, campaignId);
  const pseudonym = await findPseudonym(queries, consumerId);
  const person = personMark(ledger, { id: consumerId, pseudonym });
  const at = now.toISOString();
  return JSON.stringify({ campaign: campaignId, ledger, consumer: consumerId, person, at });
}

export async function findLedgerMark(queries: Queries, campaignId: number): Promise<string> {
  const [commitments] = await findLedgerEntries(queries, { campaignId, from: 1, limit: 1 });
  return commitments ? headAfter(emptyChain, commitments.entry).hash : '';
}

/** Adds missing lines to the list, one gateway at a time. When the storage fails, call it again. */
export async function publishErasures({
  database,
  storage,
}: {
  database: Database;
  storage: Storage;
}): Promise<void> {
  await database.inTurn('erasure list', async (queries) => {
    const waiting = await queries.query<{ line: string }>(
      `select unlisted_line as line from erasures where unlisted_line is not null
       order by consumer_id`,
    );
    const bytes = await storage.get(erasureListFile);
    const text = bytes ? Buffer.from(bytes).toString('utf8') : '';
    const storedList = parseErasureList(text);
    const missingLines = [
      ...(await missingHeadings(queries, storedList)),
      ...waiting.map(({ line }) => line).filter((line) => !text.includes(line)),
    ];
    if (missingLines.length > 0) {
      await storage.put(erasureListFile, Buffer.from(`${text}${missingLines.join('\n')}\n`));
    }
    await queries.query(
      'update erasures set unlisted_line = null where unlisted_line = any($1::text[])',
      [waiting.map(({ line }) => line)],
    );
  });
}

/** Each promotion has a heading even without erasures, to tell an empty list from a lost one. */
async function missingHeadings(queries: Queries, storedList: ErasureList): Promise<string[]> {
  const lines: string[] = [];
  for (const campaign of await findCampaignIds(queries)) {
    const heading = { campaign, ledger: await findLedgerMark(queries, campaign) };
    if (!isListed(storedList, heading)) lines.push(JSON.stringify(heading));
  }
  return lines;
}

export function isListed(
  { headings }: ErasureList,
  { campaign, ledger }: Infer<typeof Heading>,
): boolean {
  return headings.some((heading) => heading.campaign === campaign && heading.ledger === ledger);
}

export function parseErasureList(text: string): ErasureList {
  const lines = text.split('\n').filter(Boolean).map(jsonOrNull);
  return {
    headings: lines.filter((line) => is(line, Heading)),
    erasures: lines.filter((line) => is(line, Line)),
  };
}
