import { createHmac, hash } from 'node:crypto';
import { array, type Infer, is, number, optional, string, type } from 'superstruct';
import { emptyChain, headAfter } from '../../rules/log/ledger-entry-types.ts';
import { type HeldReward, heldRewardKinds } from '../../rules/people/erasure.ts';
import { jsonOrNull } from '../../rules/text.ts';
import type { Database, Queries } from '../db/database.ts';
import { findCampaignIds } from '../db/queries/campaigns.ts';
import { findConsumer, findPseudonym } from '../db/queries/consumers.ts';
import { findLedgerEntries } from '../ledger/queries.ts';
import type { Storage } from '../services/storage.ts';
import {
  type ErasureCause,
  findErasedConsumers,
  findErasure,
  findUnlistedErasures,
  fingerprintErasures,
  markErasuresListed,
} from './queries.ts';

/**
 * Lists erased people in the storage, a line of JSON each, so that they can be erased again in a
 * restored backup. Without names and documents: a person is a number and a keyed hash.
 */
export const erasureListFile = 'erasures.jsonl';

/** `ledger` is a hash of the ledger's commitments, which no two databases share. */
const Heading = type({ campaign: number(), ledger: string() });
const Line = type({
  ...Heading.schema,
  consumer: number(),
  person: string(),
  at: string(),
  /** Rewards for which name and document are kept; an older backup may not have them yet. */
  held: optional(array(string())),
  /** `DEADLINE`, or absent where the person had asked for it. */
  cause: optional(string()),
});
type ListedErasure = Infer<typeof Line>;

export type ErasureList = { headings: Infer<typeof Heading>[]; erasures: ListedErasure[] };

interface Person {
  id: number;
  pseudonym: string;
}

/** A hash of the pseudonym, which stays unique even when another person gets the same number. */
function personHash(ledger: string, { id, pseudonym }: Person): string {
  return createHmac('sha256', ledger).update(`${id} ${pseudonym}`).digest('base64url');
}

/** The line to store in the erasure's transaction; `writeErasureList` copies it to the list. */
export async function erasureLine(
  queries: Queries,
  {
    campaignId,
    consumerId,
    now,
    ...erasure
  }: {
    campaignId: number;
    consumerId: number;
    now: Date;
    held: readonly HeldReward[];
    cause: ErasureCause;
  },
): Promise<string> {
  const heading = { campaign: campaignId, ledger: await findCommitmentsHash(queries, campaignId) };
  const pseudonym = await findPseudonym(queries, consumerId);
  const person = { id: consumerId, pseudonym, erasedAt: now };
  return JSON.stringify(listErasure(heading, { ...person, ...erasure }));
}

function listErasure(
  { campaign, ledger }: Infer<typeof Heading>,
  {
    erasedAt,
    held,
    cause,
    ...person
  }: Person & { erasedAt: Date; held: readonly HeldReward[]; cause: ErasureCause },
): ListedErasure {
  const { id: consumer } = person;
  return {
    campaign,
    ledger,
    consumer,
    person: personHash(ledger, person),
    at: erasedAt.toISOString(),
    ...(held.length > 0 ? { held: [...held] } : {}),
    ...(cause === 'DEADLINE' ? { cause } : {}),
  };
}

async function findHeadings(queries: Queries): Promise<Infer<typeof Heading>[]> {
  const headings: Infer<typeof Heading>[] = [];
  for (const campaign of await findCampaignIds(queries)) {
    headings.push({ campaign, ledger: await findCommitmentsHash(queries, campaign) });
  }
  return headings;
}

export async function findListedErasures(queries: Queries): Promise<ListedErasure[]> {
  const erasures: ListedErasure[] = [];
  for (const heading of await findHeadings(queries)) {
    const people = await findErasedConsumers(queries, heading.campaign);
    erasures.push(...people.map((person) => listErasure(heading, person)));
  }
  return erasures;
}

export async function findCommitmentsHash(queries: Queries, campaignId: number): Promise<string> {
  const [commitments] = await findLedgerEntries(queries, { campaignId, from: 1, limit: 1 });
  return commitments ? headAfter(emptyChain, commitments.entry).hash : '';
}

export async function isStillHere(
  queries: Queries,
  { consumer: id, ledger, person }: ListedErasure,
): Promise<boolean> {
  if (!(await findConsumer(queries, id)) || (await findErasure(queries, id))) return false;
  return personHash(ledger, { id, pseudonym: await findPseudonym(queries, id) }) === person;
}

/** The state in which nothing was missing: comparing a hundred thousand people takes seconds. */
const complete = new WeakMap<object, string>();

/** Adds missing lines to the list, one gateway at a time. When the storage fails, call it again. */
export async function writeErasureList({
  database,
  storage,
}: {
  database: Database;
  storage: Storage;
}): Promise<void> {
  await database.withLock('erasure list', async (queries) => {
    const waiting = await findUnlistedErasures(queries);
    const bytes = await storage.get(erasureListFile);
    const headings = await findHeadings(queries);
    const people = await fingerprintErasures(queries);
    const compared = JSON.stringify([headings, people, hash('sha256', bytes ?? '')]);
    if (waiting.length === 0 && complete.get(database.cacheKey) === compared) return;
    const text = bytes ? Buffer.from(bytes).toString('utf8') : '';
    const storedList = parseErasureList(text);
    const storedLines = new Set(text.split('\n'));
    const lines = [
      ...missingHeadings(headings, storedList),
      ...(await missingErasures(queries, storedList)),
      ...waiting.filter((line) => !storedLines.has(line)),
    ];
    const missingLines = [...new Set(lines)];
    if (missingLines.length > 0) {
      await storage.put(erasureListFile, Buffer.from(`${text}${missingLines.join('\n')}\n`));
    } else complete.set(database.cacheKey, compared);
    await markErasuresListed(queries, waiting);
  });
}

/** Each promotion has a heading, even without erasures: where it is missing, the list was lost. */
function missingHeadings(
  headings: readonly Infer<typeof Heading>[],
  storedList: ErasureList,
): string[] {
  return headings
    .filter((heading) => !isListed(storedList, heading))
    .map((heading) => JSON.stringify(heading));
}

/** Compares all erasures, also those marked as listed: the list may be lost, or an older copy. */
async function missingErasures(queries: Queries, { erasures }: ErasureList): Promise<string[]> {
  const listed = new Map(mergeLines(erasures).map((line) => [line.person, line.held ?? []]));
  const here = await findListedErasures(queries);
  return here
    .filter(({ person, held = [] }) => {
      const known = listed.get(person);
      return !known || held.some((reward) => !known.includes(reward));
    })
    .map((line) => JSON.stringify(line));
}

/** A line for each person, with the rewards and the cause that any line of theirs names. */
export function mergeLines(erasures: readonly ListedErasure[]): ListedErasure[] {
  const lines = new Map<string, ListedErasure>();
  for (const line of erasures) {
    const earlier = lines.get(line.person);
    const held = [...(earlier?.held ?? []), ...(line.held ?? [])];
    lines.set(line.person, { ...earlier, ...line, held: [...new Set(held)] });
  }
  return [...lines.values()];
}

/** A cause that only another version knows counts as a request. */
export function causeOf({ cause }: ListedErasure): ErasureCause {
  return cause === 'DEADLINE' ? cause : 'REQUEST';
}

/** How to erase the person again; leaves out rewards that only another version knows. */
export function repeatedErasure(erasure: ListedErasure) {
  const heldBefore = heldRewardKinds.filter((kind) => erasure.held?.includes(kind));
  return { cause: causeOf(erasure), repeats: { heldBefore } } as const;
}

export function isListed(
  { headings }: Pick<ErasureList, 'headings'>,
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
