import { normaliseDocument } from '../../rules/people/cpf-cnpj.ts';
import { normaliseEmail } from '../../rules/people/person-fields.ts';
import {
  type Command,
  type CommandCall,
  campaignIdOption,
  checkConfirmation,
  idOf,
  idsOf,
  isOfCampaignOption,
  type Row,
  runForEach,
  snapshotFor,
} from '../cli/command.ts';
import { UsageError } from '../cli/options.ts';
import type { Queries } from '../db/database.ts';
import { findSnapshot } from '../db/queries/campaigns.ts';
import { findConsumers, lockConsumerUnlessErased } from '../db/queries/consumers.ts';
import { endAccess, findUserIds, hasPlatformUsers } from '../db/queries/identity.ts';
import { deleteSecrets, receiptLinkKeyName } from '../db/queries/secrets.ts';
import { StoppedByOperator } from '../failures.ts';
import { isRefusal, notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import { signingKeyName } from '../services/identity/id-tokens.ts';
import { refreshKeyName } from '../services/identity/refresh-tokens.ts';
import { readConsents, withdrawConsent } from './consents.ts';
import { correctBirthDate, correctEmail, correctName } from './corrections.ts';

export const consumerCommands: Command[] = [
  {
    usage: 'consumers find <document or e-mail>',
    does: 'finds the id of a consumer',
    run: async ({ database, words: [text], options }) => {
      if (!text) throw new UsageError('A document or an e-mail is needed.');
      const campaignId = await campaignIdOption(database, options);
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
    usage: 'consumers rename <id> <name>',
    does: 'corrects a person’s or a company’s name, such as a first name alone, which SCPC’s list refuses',
    run: rename,
  },
  {
    usage: 'consumers change-email <id> <address> [--at-platform]',
    does: `
      corrects an e-mail, by which the person signs in from then on: ends all sessions,
      takes away a Pix key that was the old address, and writes to both addresses.
      First be sure of who asks.
      With Identity Platform change it and end the sessions in its console first:
      --at-platform says that this is done`,
    run: changeEmail,
  },
  {
    usage: 'consumers change-birth-date <id> <yyyy-MM-dd>',
    does: 'corrects a person’s birth date; the person must have been of age on the day of the sign-up',
    run: changeBirthDate,
  },
  {
    usage: 'consumers withdraw <id>... <opt-in>',
    does: `
      withdraws a consent of people who ask for that by telephone or in a conversation,
      and leaves them out of a newsletter under way;
      the opt-in that taking part needs ends with consumers erase alone`,
    shownWord: 'last',
    run: withdraw,
  },
  {
    usage: 'consumers sign-out <id>...|all [--confirm <name>]',
    does: `
      ends every session of people, as after a theft,
      and takes back links to a new password that wait;
      they sign in again with their password.
      all, with --confirm and the campaign’s name, does that for everyone in the database,
      of its other campaigns too, as after a leak, and has new keys made:
      at once for links to pictures, and for sessions from the gateways’ next start on.
      Sessions of Identity Platform end in its console alone`,
    run: (call) => (call.words[0] === 'all' ? signOutAll(call) : signOut(call, idsOf(call.words))),
  },
];

async function rename(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const [, name = ''] = call.words;
  const corrected = await correctOne(call, (queries, consumerId) =>
    correctName(queries, { consumerId, name }),
  );
  return isRefusal(corrected) ? corrected : [corrected];
}

async function correctOne<Corrected extends object>(
  { database, words, options }: CommandCall,
  correct: (queries: Queries, consumerId: number) => Promise<Corrected | Refusal>,
): Promise<({ id: number } & Corrected) | Refusal> {
  const id = idOf(words[0]);
  return database.transaction(async (queries) => {
    if (!(await isOfCampaignOption(queries, options, { table: 'consumers', id }))) {
      return refuse('NOT_FOUND');
    }
    const corrected = await correct(queries, id);
    return isRefusal(corrected) ? corrected : { id, ...corrected };
  });
}

async function changeEmail(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { words, options, now, progress } = call;
  const [, email = ''] = words;
  const isChangedAtPlatform = options['at-platform'] === true;
  const corrected = await correctOne(call, (queries, consumerId) =>
    correctEmail(queries, { consumerId, email, isChangedAtPlatform, now }),
  );
  if (isRefusal(corrected)) return corrected;
  const { paidToOld, ...row } = corrected;
  for (const withdrawal of paidToOld) {
    progress(
      `Withdrawal ${withdrawal} waits with ${row.from} as its Pix key: if that is not theirs, withdrawals settle ${withdrawal} error.`,
    );
  }
  return [row];
}

async function changeBirthDate(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const [, birthDate = ''] = call.words;
  const corrected = await correctOne(call, (queries, consumerId) =>
    correctBirthDate(queries, { consumerId, birthDate }),
  );
  return isRefusal(corrected) ? corrected : [corrected];
}

function withdraw(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const typed = call.words.at(-1) ?? '';
  const ids = idsOf(call.words.slice(0, -1));
  return runForEach(call, { table: 'consumers', ids }, async (queries, consumerId, now) => {
    const consumer = await lockConsumerUnlessErased(queries, consumerId);
    if (!consumer) return refuse('NOT_FOUND');
    const { campaign } = await findSnapshot(queries, consumer.campaignId);
    const consents = await readConsents(queries, campaign, consumerId);
    const code = consents.find(
      (consent) => consent.code.toUpperCase() === typed.toUpperCase() && consent.history.length > 0,
    )?.code;
    if (code === undefined) {
      const message = `A pessoa não deu um consentimento ${typed.toUpperCase()}`;
      return refuse('NOT_FOUND', { message });
    }
    const ended = await withdrawConsent(queries, campaign, { consumerId, code, now });
    if (isRefusal(ended)) return ended;
    // For a consent that was withdrawn earlier, the moment of that withdrawal.
    const [newest] = ended.find((consent) => consent.code === code)?.history ?? [];
    return [{ consumer: consumerId, code, withdrawnAt: new Date(newest?.withdrawnAt ?? now) }];
  });
}

const atPlatform =
  'As sessões são do Identity Platform: desative o usuário, ou troque a senha dele, no console.';

function signOut(call: CommandCall, ids: readonly number[]): Promise<readonly Row[] | Refusal> {
  return runForEach(call, { table: 'consumers', ids }, async (queries, id, now) => {
    const consumer = await lockConsumerUnlessErased(queries, id);
    if (!consumer) return refuse('NOT_FOUND');
    const sessions = await endAccess(queries, consumer.identityId, now);
    return sessions === null ? notAllowedNow(atPlatform) : [{ consumer: id, sessions }];
  });
}

const leakedKeys = [signingKeyName, refreshKeyName, receiptLinkKeyName];
const usersAtOnce = 50;

/** Not all in one transaction: calls go on meanwhile. */
async function signOutAll(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { database, options, now, signal, progress } = call;
  const { campaign } = await snapshotFor(database, options);
  const userIds = await findUserIds(database);
  const unconfirmed = checkConfirmation(options, [campaign.name], {
    sentence: 'Isto vale para todas as promoções do banco de dados. Confirme com o nome desta',
    mayBeOmitted: false,
  });
  if (unconfirmed) return unconfirmed;
  await database.transaction((queries) => deleteSecrets(queries, leakedKeys));
  let sessions = 0;
  for (let start = 0; start < userIds.length; start += usersAtOnce) {
    if (signal?.aborted) throw new StoppedByOperator(start, userIds.length);
    const ids = userIds.slice(start, start + usersAtOnce);
    const ended = await call.unauditedDatabase.transaction((queries) =>
      Promise.all(ids.map((id) => endAccess(queries, id, now))),
    );
    for (const count of ended) sessions += count ?? 0;
  }
  if (await hasPlatformUsers(database)) progress(atPlatform);
  progress('Stop all gateways, then start them: until then they sign by the keys of before.');
  return [{ people: userIds.length, sessions }];
}
