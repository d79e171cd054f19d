import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { normaliseDocument } from '../../rules/people/cpf-cnpj.ts';
import { normaliseEmail } from '../../rules/people/name-and-email.ts';
import {
  type Call,
  type Command,
  fileNamed,
  idOf,
  isOfCampaign,
  namedCampaign,
  type Row,
} from '../cli/command.ts';
import { type CommandOptions, UsageError } from '../cli/options.ts';
import { inSnapshot, type Queries } from '../db/database.ts';
import { findSnapshot } from '../db/queries/campaigns.ts';
import { type ConsumerRecord, findConsumer, findConsumers } from '../db/queries/consumers.ts';
import { documentMac } from '../db/queries/secrets.ts';
import { Unavailable } from '../failures.ts';
import { writePrivateFile } from '../private-files.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { describeConsumer } from './describe-consumer.ts';
import { eraseConsumer } from './erase.ts';
import { publishErasures } from './erasure-list.ts';
import {
  allowErasedDocument,
  findErasure,
  findUsersToRemove,
  recordUserRemoved,
} from './queries.ts';
import { readPersonalData } from './read-personal-data.ts';

/** LGPD, art. 18: requests that people make outside the site. */
export const personalDataCommands: Command[] = [
  {
    usage: 'consumers show <id or e-mail>',
    does: [
      'shows where a person stands: receipts by status, with those that the tax office doubts, numbers, prizes,',
      'wallet, withdrawals, orders, open support requests, consents and sessions; no document and no address',
    ].join('\n'),
    run: ({ unrecorded: database, words: [text = ''], options }) =>
      inSnapshot(database, async (queries) => {
        const id = await idOfPerson(queries, text, options);
        const record = id === null ? null : await findWithCampaign(queries, id, options);
        return record ? describeConsumer(queries, record) : refuse('NOT_FOUND');
      }),
  },
  {
    usage: 'consumers export <id> [<file>]',
    does: [
      'writes everything that is held about a consumer, as JSON; into a file that only you may read. Of an',
      'erased one: erasure.held names what the law has you keep, and until when',
    ].join('\n'),
    run: async (call) => {
      const { database, words, options, now } = call;
      const [id, ...file] = words;
      const consumerId = idOf(id);
      const data = await inSnapshot(database, async (queries) => {
        const record = await findWithCampaign(queries, consumerId, options);
        if (!record) return null;
        const { consumer, snapshot } = record;
        const data = await readPersonalData(queries, snapshot, { consumer, origin: '', now });
        const erasure = await findErasure(queries, consumerId);
        return erasure ? { ...data, erasure } : data;
      });
      if (!data) return refuse('NOT_FOUND');
      const json = JSON.stringify(data, null, 2);
      if (file.length === 0) return json;
      const path = fileNamed({ ...call, words: file });
      if (!options['dry-run']) await writePrivateFile(path, `${json}\n`);
      return [{ file: path, consumer: consumerId }];
    },
  },
  {
    usage: 'consumers erase <id>',
    does: 'erases a consumer’s data; then remove the users that `consumers unremoved` lists',
    run: erase,
  },
  {
    usage: 'consumers unremoved',
    does: 'lists erased consumers whose user a real identity service still has, to be removed there by hand',
    run: async ({ database, options }) =>
      findUsersToRemove(database, await namedCampaign(database, options)),
  },
  {
    usage: 'consumers removed <id>',
    does: 'takes an erased consumer off that list, once their user is removed',
    run: ({ database, words: [id], options }) =>
      database.transaction(async (queries) => {
        const consumerId = idOf(id);
        const isNamed = await isOfCampaign(queries, options, {
          table: 'consumers',
          id: consumerId,
        });
        if (!isNamed || !(await recordUserRemoved(queries, consumerId))) return refuse('NOT_FOUND');
        return [{ id: consumerId }];
      }),
  },
  {
    usage: 'consumers free <document>',
    does: 'lets a document register again that was erased after sending receipts',
    run: ({ database, words: [text], options }) =>
      database.transaction(async (queries) => {
        if (!text) throw new UsageError('A document is needed.');
        const mac = await documentMac(queries, normaliseDocument(text));
        const campaignId = await namedCampaign(queries, options);
        const freed = await allowErasedDocument(queries, mac, campaignId);
        if (freed.length === 0) return refuse('NOT_FOUND');
        return freed.map(({ consumerId, erasedAt }) => ({
          id: consumerId,
          erasedAt,
        }));
      }),
  },
];

async function erase(call: Call): Promise<readonly Row[] | Refusal> {
  const { database, words, options, now } = call;
  const id = idOf(words[0]);
  const erased = await database.transaction(async (queries) => {
    const record = await findWithCampaign(queries, id, options);
    if (!record) return refuse('NOT_FOUND');
    const { campaign } = record.snapshot;
    return eraseConsumer(queries, campaign, { consumerId: id, requestedBy: 'OPERATOR', now });
  });
  if (isRefusal(erased)) return erased;
  if (!options['dry-run']) await listErasure(call);
  const { erasedAt, held } = erased;
  const heldFor = held?.rewards.join(', ') ?? null;
  const heldUntil = held ? new Date(held.until) : null;
  return [{ id, erasedAt: new Date(erasedAt), heldFor, heldUntil }];
}

/** An unavailable storage does not stop an erasure; a running gateway adds it to the list later. */
async function listErasure({ unrecorded: database, storage, progress }: Call): Promise<void> {
  try {
    await publishErasures({ database, storage });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    progress('The list of erasures could not be written now: the gateway does it later.');
  }
}

async function idOfPerson(
  queries: Queries,
  text: string,
  options: CommandOptions,
): Promise<number | null> {
  if (!text.includes('@')) return idOf(text || undefined);
  const campaignId = await namedCampaign(queries, options);
  const search = { document: normaliseDocument(text), email: normaliseEmail(text), campaignId };
  const [found, another] = await findConsumers(queries, search);
  if (another) throw new UsageError('Several campaigns have this e-mail: --campaign is needed.');
  return found?.id ?? null;
}

async function findWithCampaign(
  queries: Queries,
  id: number,
  options: CommandOptions,
): Promise<{ consumer: ConsumerRecord; snapshot: CampaignSnapshot } | null> {
  const consumer = await findConsumer(queries, id);
  if (!consumer || !(await isOfCampaign(queries, options, { table: 'consumers', id }))) return null;
  return { consumer, snapshot: await findSnapshot(queries, consumer.campaignId) };
}
