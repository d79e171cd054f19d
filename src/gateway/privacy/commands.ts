import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { normaliseDocument } from '../../rules/people/cpf-cnpj.ts';
import { normaliseEmail } from '../../rules/people/person-fields.ts';
import {
  type Command,
  type CommandCall,
  campaignIdOption,
  checkConfirmation,
  fileArgument,
  idOf,
  isOfCampaignOption,
  type Row,
  snapshotFor,
} from '../cli/command.ts';
import { type CommandOptions, UsageError } from '../cli/options.ts';
import { inSnapshot, type Queries } from '../db/database.ts';
import { campaignIdOf, findSnapshot } from '../db/queries/campaigns.ts';
import { type ConsumerRecord, findConsumer, findConsumers } from '../db/queries/consumers.ts';
import { documentMac } from '../db/queries/secrets.ts';
import { Unavailable } from '../failures.ts';
import { writePrivateFile } from '../private-files.ts';
import { deleteDueFiles } from '../receipts/file-deletion.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { describeConsumer } from './describe-for-operator.ts';
import { eraseConsumer, eraseExpiredHolds } from './erase.ts';
import { checkBalances, checkDeadlines, eraseEveryone } from './erase-all.ts';
import { writeErasureList } from './erasure-list.ts';
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
    does: `
      shows where a person stands: receipts by status, with those that the tax office doubts,
      numbers, prizes, wallet, withdrawals, orders, open support requests, consents and sessions;
      no document and no address`,
    run: ({ unauditedDatabase: database, words: [text = ''], options }) =>
      inSnapshot(database, async (queries) => {
        const id = await idOfPerson(queries, text, options);
        const record = id === null ? null : await findWithCampaign(queries, id, options);
        return record ? describeConsumer(queries, record) : refuse('NOT_FOUND');
      }),
  },
  {
    usage: 'consumers export <id> [<file>]',
    does: `
      writes everything that is held about a consumer, as JSON;
      into a file that only you may read.
      Of an erased one: erasure.held names what the law has you keep, and until when`,
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
      const path = fileArgument({ ...call, words: file });
      if (!options['dry-run']) await writePrivateFile(path, `${json}\n`);
      return [{ file: path, consumer: consumerId }];
    },
  },
  {
    usage: 'consumers erase <id> [--confirm <name or e-mail>]',
    question: 'O que se apaga de uma pessoa não volta. O nome ou o e-mail dela',
    does: `
      erases a consumer’s data; then remove the users that consumers unremoved lists.
      A terminal confirms it by the person’s name or e-mail, which --dry-run shows`,
    run: erase,
  },
  {
    usage: 'consumers erase-all [--force] [--confirm <name>]',
    does: `
      erases everyone of a promotion whose deadlines have passed: closed, drawn,
      and 75 days (or ACCOUNTS_DAYS) after the last day to claim a prize.
      Names whom it leaves, since a payment, an order, a prize, a receipt or an answer is open.
      What the law has you keep of winners stays until its own day: repeat it then.
      Says how much people have left in their wallets;
      while that is cashback, --force is needed, since they lose it.
      Needs --confirm with the campaign’s name; first try --dry-run`,
    run: eraseAll,
  },
  {
    usage: 'consumers unremoved',
    does: 'lists erased consumers whose user a real identity service still has, to be removed there by hand',
    run: async ({ database, options }) =>
      findUsersToRemove(database, await campaignIdOption(database, options)),
  },
  {
    usage: 'consumers removed <id>',
    does: 'takes an erased consumer off that list, once their user is removed',
    run: ({ database, words: [id], options }) =>
      database.transaction(async (queries) => {
        const consumerId = idOf(id);
        const isOfThisCampaign = await isOfCampaignOption(queries, options, {
          table: 'consumers',
          id: consumerId,
        });
        if (!isOfThisCampaign || !(await recordUserRemoved(queries, consumerId)))
          return refuse('NOT_FOUND');
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
        const campaignId = await campaignIdOption(queries, options);
        const freed = await allowErasedDocument(queries, mac, campaignId);
        if (freed.length === 0) return refuse('NOT_FOUND');
        return freed.map(({ consumerId, erasedAt }) => ({
          id: consumerId,
          erasedAt,
        }));
      }),
  },
];

async function erase(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { database, words, options, now, progress } = call;
  const id = idOf(words[0]);
  const erased = await database.transaction(async (queries) => {
    const record = await findWithCampaign(queries, id, options);
    if (!record) return refuse('NOT_FOUND');
    const { campaign } = record.snapshot;
    const { name, email } = record.consumer;
    const misnamed = checkConfirmation(options, [email, name], {
      sentence: `A pessoa ${id} é ${name}, ${email}`,
      mayBeOmitted: true,
    });
    // Of someone who was erased already no name is left to type.
    if (misnamed && !(await findErasure(queries, id))) return misnamed;
    if (options['dry-run']) progress(`Consumer ${id} is ${name}, ${email}.`);
    return eraseConsumer(queries, campaign, { consumerId: id, requestedBy: 'OPERATOR', now });
  });
  if (isRefusal(erased)) return erased;
  if (!options['dry-run']) await listErasure(call);
  const { erasedAt, held } = erased;
  const heldFor = held?.rewards.join(', ') ?? null;
  const heldUntil = held ? new Date(held.until) : null;
  return [{ id, erasedAt: new Date(erasedAt), heldFor, heldUntil }];
}

async function eraseAll(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { database, unauditedDatabase, options, now, storage, clock } = call;
  const { campaign } = await snapshotFor(database, options);
  const campaignId = campaignIdOf(campaign);
  const mayLoseCashback = options.force === true || options['dry-run'] === true;
  const refusal =
    (await checkDeadlines(database, campaign, now)) ??
    checkConfirmation(options, [campaign.name], {
      sentence:
        'Isto apaga os dados de todas as pessoas da promoção, e não tem volta. Confirme com o nome dela',
      mayBeOmitted: false,
    }) ??
    (await checkBalances(call, { campaignId, mayLoseCashback }));
  if (refusal) return refusal;
  const counts = await eraseEveryone(call, campaign);
  if (!options['dry-run']) {
    await eraseExpiredHolds(unauditedDatabase, now);
    const files = { database: unauditedDatabase, storage, campaignId, now: clock };
    await unlessAway(call, 'Pictures could not be deleted now', () => deleteDueFiles(files));
    await listErasure(call);
  }
  return [{ ...counts }];
}

function listErasure(call: CommandCall): Promise<void> {
  const { unauditedDatabase: database, storage } = call;
  return unlessAway(call, 'The list of erasures could not be written now', () =>
    writeErasureList({ database, storage }),
  );
}

/** An unavailable storage does not stop an erasure; a running gateway does this part later. */
async function unlessAway(
  { progress }: CommandCall,
  problem: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    progress(`${problem}: the gateway does it later.`);
  }
}

async function idOfPerson(
  queries: Queries,
  text: string,
  options: CommandOptions,
): Promise<number | null> {
  if (!text.includes('@')) return idOf(text || undefined);
  const campaignId = await campaignIdOption(queries, options);
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
  if (!consumer || !(await isOfCampaignOption(queries, options, { table: 'consumers', id })))
    return null;
  return { consumer, snapshot: await findSnapshot(queries, consumer.campaignId) };
}
