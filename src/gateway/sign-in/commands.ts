import {
  type Call,
  type Command,
  campaignOf,
  idsOf,
  type Row,
  runForEach,
  StoppedByOperator,
} from '../cli/command.ts';
import { tryLockConsumer } from '../db/queries/consumers.ts';
import { endAccess, findUserIds, hasPlatformUsers } from '../db/queries/identity.ts';
import { deleteSecrets, receiptFileKeyName } from '../db/queries/secrets.ts';
import { notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import { signingKeyName } from '../services/identity/id-tokens.ts';
import { refreshKeyName } from '../services/identity/refresh-tokens.ts';

export const signInCommands: Command[] = [
  {
    usage: 'consumers sign-out <id>...|all [--confirm <name>]',
    does: [
      'ends every session of people, as after a theft, and takes back links to a new password that wait;',
      'they sign in again with their password. all, with --confirm and the campaign’s name, does that for',
      'everyone in the database, of its other campaigns too, as after a leak, and has new keys made: at',
      'once for links to pictures, and for sessions from the gateways’ next start on. Sessions of Identity',
      'Platform end in its console alone',
    ].join('\n'),
    run: (call) => (call.words[0] === 'all' ? signOutAll(call) : signOut(call, idsOf(call.words))),
  },
];

const atPlatform =
  'As sessões são do Identity Platform: desative o usuário, ou troque a senha dele, no console.';

function signOut(call: Call, ids: readonly number[]): Promise<readonly Row[] | Refusal> {
  return runForEach(call, { table: 'consumers', ids }, async (queries, id, now) => {
    const consumer = await tryLockConsumer(queries, id);
    if (!consumer) return refuse('NOT_FOUND');
    const sessions = await endAccess(queries, consumer.identityId, now);
    return sessions === null ? notAllowedNow(atPlatform) : [{ consumer: id, sessions }];
  });
}

const leakedKeys = [signingKeyName, refreshKeyName, receiptFileKeyName];
const usersAtOnce = 50;

/** Not all in one transaction: calls go on meanwhile. */
async function signOutAll(call: Call): Promise<readonly Row[] | Refusal> {
  const { database, options, now, signal, progress } = call;
  const { campaign } = await campaignOf(database, options);
  const userIds = await findUserIds(database);
  if (!options['dry-run'] && options.confirm !== campaign.name) {
    return notAllowedNow(
      `Isto vale para todas as promoções do banco de dados. Confirme com o nome desta: --confirm "${campaign.name}".`,
    );
  }
  await database.transaction((queries) => deleteSecrets(queries, leakedKeys));
  let sessions = 0;
  for (let start = 0; start < userIds.length; start += usersAtOnce) {
    if (signal?.aborted) throw new StoppedByOperator(start, userIds.length);
    const ids = userIds.slice(start, start + usersAtOnce);
    const ended = await call.unrecorded.transaction((queries) =>
      Promise.all(ids.map((id) => endAccess(queries, id, now))),
    );
    for (const count of ended) sessions += count ?? 0;
  }
  if (await hasPlatformUsers(database)) progress(atPlatform);
  progress('Stop all gateways, then start them: until then they sign by the keys of before.');
  return [{ people: userIds.length, sessions }];
}
