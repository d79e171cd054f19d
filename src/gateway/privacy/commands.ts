import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { normaliseDocument } from '../../rules/people/cpf-cnpj.ts';
import { checkCompanyName, checkName, normaliseEmail } from '../../rules/people/name-and-email.ts';
import { checkLength } from '../../rules/violation.ts';
import {
  type Call,
  type Command,
  fileNamed,
  idOf,
  idsOf,
  isOfCampaign,
  namedCampaign,
  type Row,
  runForEach,
} from '../cli/command.ts';
import { type CommandOptions, UsageError } from '../cli/options.ts';
import { endConsent, readConsents } from '../consumers/consents.ts';
import { correctBirthDate, correctEmail } from '../consumers/profile.ts';
import { inSnapshot, type Queries } from '../db/database.ts';
import { findSnapshot, requestRebuild } from '../db/queries/campaigns.ts';
import {
  type ConsumerRecord,
  findConsumer,
  findConsumers,
  renameConsumer,
  tryLockConsumer,
} from '../db/queries/consumers.ts';
import { documentMac } from '../db/queries/secrets.ts';
import { findWins } from '../draws/draw-queries.ts';
import { Unavailable } from '../failures.ts';
import { writePrivateFile } from '../private-files.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { describeConsumer } from './describe-consumer.ts';
import { eraseConsumer } from './erase.ts';
import { publishErasures } from './erasure-list.ts';
import {
  allowErasedDocument,
  eraseMentions,
  findErasure,
  findUsersToRemove,
  recordUserRemoved,
} from './queries.ts';
import { readPersonalData } from './read-personal-data.ts';

/** LGPD, art. 18: requests that people make outside the site. */
export const consumerCommands: Command[] = [
  {
    usage: 'consumers find <document or e-mail>',
    does: 'finds the id of a consumer',
    run: async ({ database, words: [text], options }) => {
      if (!text) throw new UsageError('A document or an e-mail is needed.');
      const campaignId = await namedCampaign(database, options);
      const search = { document: normaliseDocument(text), email: normaliseEmail(text), campaignId };
      const consumers = await findConsumers(database, search);
      return consumers.map(({ id, type, name, createdAt }) => ({
        id,
        type,
        name,
        registeredAt: createdAt,
      }));
    },
  },
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
    usage: 'consumers rename <id> <name>',
    does: 'corrects a person’s or a company’s name, such as a first name alone, which SCPC’s list refuses',
    run: ({ database, words: [id, text = ''], options }) =>
      database.transaction(async (queries) => {
        const consumerId = idOf(id);
        const record = await findWithCampaign(queries, consumerId, options);
        const consumer = record && (await tryLockConsumer(queries, consumerId));
        if (!consumer) return refuse('NOT_FOUND');
        const name = text.trim();
        const check = consumer.type === 'PERSON' ? checkName : checkCompanyName;
        const violation = checkLength(name) ?? check(name);
        if (violation) return refuseFields([{ field: 'name', violation }]);
        await renameConsumer(queries, { id: consumerId, name });
        const hasWon = (await findWins(queries, consumerId)).length > 0;
        if (hasWon) await requestRebuild(queries, consumer.campaignId);
        return [{ id: consumerId, from: consumer.name, to: name }];
      }),
  },
  {
    usage: 'consumers change-email <id> <address> [--at-platform]',
    does: [
      'corrects an e-mail, by which the person signs in from then on: ends all sessions, takes away a Pix key',
      'that was the old address, and writes to both addresses. First be sure of who asks. With Identity Platform',
      'change it and end the sessions in its console first: --at-platform says that this is done',
    ].join('\n'),
    run: changeEmail,
  },
  {
    usage: 'consumers change-birth-date <id> <yyyy-MM-dd>',
    does: 'corrects a person’s birth date; who registered was of age that day',
    run: ({ database, words: [id, birthDate = ''], options }) =>
      database.transaction(async (queries) => {
        const consumerId = idOf(id);
        if (!(await findWithCampaign(queries, consumerId, options))) return refuse('NOT_FOUND');
        const corrected = await correctBirthDate(queries, { consumerId, birthDate });
        return isRefusal(corrected) ? corrected : [{ id: consumerId, ...corrected }];
      }),
  },
  {
    usage: 'consumers withdraw <id>... <opt-in>',
    does: [
      'withdraws a consent of people who ask for that by telephone or in a conversation, and leaves them',
      'out of a newsletter under way; the opt-in that taking part needs ends with consumers erase alone',
    ].join('\n'),
    shownWord: 'last',
    run: withdraw,
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

async function changeEmail(call: Call): Promise<readonly Row[] | Refusal> {
  const { database, words, options, now, progress } = call;
  const isChangedAtPlatform = options['at-platform'] === true;
  const [id, email = ''] = words;
  const consumerId = idOf(id);
  const corrected = await database.transaction(async (queries) => {
    const record = await findWithCampaign(queries, consumerId, options);
    if (!record) return refuse('NOT_FOUND');
    const correction = { consumerId, email, isChangedAtPlatform, now };
    const corrected = await correctEmail(queries, correction);
    // An erasure, which knows the new address alone, would leave the old one in others' answers.
    if (!isRefusal(corrected)) await eraseMentions(queries, { ...record.consumer, phone: null });
    return corrected;
  });
  if (isRefusal(corrected)) return corrected;
  const { from, to, paidToOld } = corrected;
  for (const withdrawal of paidToOld) {
    progress(
      `Withdrawal ${withdrawal} waits with ${from} as its Pix key: if that is not theirs, withdrawals settle ${withdrawal} error.`,
    );
  }
  return [{ id: consumerId, from, to }];
}

function withdraw(call: Call): Promise<readonly Row[] | Refusal> {
  const typed = call.words.at(-1) ?? '';
  const ids = idsOf(call.words.slice(0, -1));
  return runForEach(call, { table: 'consumers', ids }, async (queries, consumerId, now) => {
    const record = await findWithCampaign(queries, consumerId, call.options);
    const isHere = record !== null && (await tryLockConsumer(queries, consumerId)) !== null;
    if (!isHere) return refuse('NOT_FOUND');
    const { campaign } = record.snapshot;
    const consents = await readConsents(queries, campaign, consumerId);
    const isNamed = (code: string) => code.toUpperCase() === typed.toUpperCase();
    const code = consents.find(
      (consent) => isNamed(consent.code) && consent.history.length > 0,
    )?.code;
    if (code === undefined) return refuse('NOT_FOUND');
    const ended = await endConsent(queries, campaign, { consumerId, code, now });
    if (isRefusal(ended)) return ended;
    const withdrawnAt = ended.find((consent) => consent.code === code)?.history[0]?.withdrawnAt;
    return [{ consumer: consumerId, code, withdrawnAt: new Date(withdrawnAt ?? now) }];
  });
}

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
