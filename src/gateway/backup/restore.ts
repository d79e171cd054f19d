import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { dayMs } from '../../rules/dates.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import type { Database, Queries } from '../db/database.ts';
import { findRecordedScripts, lastStepToBaseline, scriptsDone } from '../db/open.ts';
import { findCampaignIds, findSnapshot, requestRebuild } from '../db/queries/campaigns.ts';
import { isInUse } from '../db/queries/consumers.ts';
import { findAllSecrets } from '../db/queries/secrets.ts';
import { WrongSecretsKey } from '../db/wrap-secrets.ts';
import { stopDrawResults } from '../emails/mailings.ts';
import { stopWaitingEmails } from '../emails/queries.ts';
import { appendToLedger, watchNewestEntry } from '../ledger/append-entries.ts';
import { findLostEntries } from '../ledger/publish-log.ts';
import { findLogs } from '../ledger/queries.ts';
import { stopAllNewsletters } from '../newsletter/queries.ts';
import { eraseConsumer } from '../privacy/erase.ts';
import {
  causeOf,
  type ErasureList,
  erasureListFile,
  findCommitmentsHash,
  findListedErasures,
  isListed,
  isStillHere,
  mergeLines,
  parseErasureList,
  repeatedErasure,
} from '../privacy/erasure-list.ts';
import { forgetErasedDocuments } from '../privacy/queries.ts';
import { isRefusal, notAllowedNow, type Refusal } from '../refusal.ts';
import { oneKeyChangeAtATime, readAddedKeys } from '../secrets/key-file.ts';
import type { Storage } from '../services/storage.ts';
import { type Contents, countFiles, fillTables, readBackup, storeFiles } from './backup.ts';
import {
  blockAgain,
  findBlockedWallets,
  findRemovedUsers,
  findTables,
  findWithdrawnSince,
  keepActs,
  lockTables,
  recordKeptActs,
  recordUsersRemoved,
  withdrawAgain,
} from './queries.ts';

interface RestoreJob {
  database: Database;
  storage: Storage;
  folder: string;
  allowReplacement: boolean;
  /** If so, the caller rolls back the transaction that inserted the rows. */
  isDryRun: boolean;
  /** Path of a copy of the erasure list, or `none`; null reads the list from the storage. */
  erasures: string | null;
  /** Why the log may continue although more was published than the backup has; null forbids it. */
  reason: string | null;
  now: Date;
  progress: (sentence: string) => void;
}

type RestoredBackup = { madeAt: string; rows: number; files: number; erased: number };

/** All or nothing. Erasures, withdrawn consents and blocks since the backup are repeated. */
export async function restore(job: RestoreJob): Promise<RestoredBackup | Refusal> {
  const { database, folder, allowReplacement, progress } = job;
  const read = await readBackup(folder);
  if ('broken' in read) return notAllowedNow(`O arquivo ${read.broken} não é o que foi guardado.`);
  const { contents } = read;
  const otherVersion = await versionProblem(database, contents);
  if (otherVersion) return notAllowedNow(otherVersion);
  if (!allowReplacement && (await isInUse(database))) {
    return notAllowedNow('O banco de dados já está em uso: --force o substitui.');
  }
  const replaced = await oneKeyChangeAtATime(database, () => replaceDatabase(job, contents));
  if (isRefusal(replaced)) return replaced;
  const { erased, withdrawn, stopped, blocked, acts } = replaced;
  progress(
    `Consents withdrawn since the backup, and now again: ${withdrawn}. Passwords and Pix keys are those of the backup.`,
  );
  progress(`Wallets blocked since the backup, and now again: ${blocked}.`);
  if (acts > 0) {
    progress(
      `Acts since the backup, which acts list keeps and the data lack: ${acts}. Do them again, or record what was sent and paid, before the next prizes, orders and payments.`,
    );
  }
  progress(`Newsletters under way in the backup, and stopped: ${stopped.newsletters}.`);
  progress(
    `Emails that waited in the backup, and stopped since they may have been sent: ${stopped.emails}. To send them all the same: emails retry restored.`,
  );
  if (stopped.drawResults > 0) {
    progress(
      `Results of a draw on their way in the backup, and stopped: ${stopped.drawResults}. Repeat winners to write to those whom the restored emails do not name.`,
    );
  }
  progress('Restart every gateway that was not stopped: it has in mind what was there before.');
  const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0);
  return { madeAt: contents.madeAt, rows, files: countFiles(contents), erased };
}

interface RepeatedSinceBackup {
  erased: number;
  withdrawn: number;
  stopped: { newsletters: number; drawResults: number; emails: number };
  blocked: number;
  acts: number;
}

async function replaceDatabase(
  job: RestoreJob,
  contents: Contents,
): Promise<RepeatedSinceBackup | Refusal> {
  const { database, isDryRun } = job;
  const list = await readList(job);
  const { keyring } = database;
  const keysBefore = keyring.keys();
  let isRestored = false;
  try {
    keyring.replaceKeys([...keysBefore, ...(await readAddedKeys(keyring))]);
    if (!isDryRun) await storeFiles(job, contents);
    const repeated = await database.transaction((transaction) =>
      // What this process knows of the replaced database, such as secrets, stays out of it.
      replaceTables({ ...transaction, cacheKey: {} }, contents, list, job),
    );
    isRestored = !isDryRun;
    return repeated;
  } catch (error) {
    if (error instanceof WrongSecretsKey) return notAllowedNow(keyNeeded);
    if (error instanceof BackupBehindLog) return notAllowedNow(error.message);
    if (error instanceof WrongErasureList) return notAllowedNow(listNeeded(job));
    throw error;
  } finally {
    if (!isRestored) keyring.replaceKeys(keysBefore);
  }
}

async function replaceTables(
  queries: Queries,
  contents: Contents,
  list: ErasureList,
  job: RestoreJob,
): Promise<RepeatedSinceBackup> {
  const madeAt = new Date(contents.madeAt);
  await lockTables(
    queries,
    contents.tables.map(({ name }) => name),
  );
  const erasures = [...list.erasures, ...(await findListedErasures(queries))];
  const withdrawnConsents = await findWithdrawnSince(queries, madeAt);
  const removedUsers = await findRemovedUsers(queries);
  const blockedWallets = await findBlockedWallets(queries);
  const commitmentsBefore = await findCommitmentsHashes(queries);
  // An act that had begun before the backup may have been committed after it.
  await keepActs(queries, new Date(madeAt.getTime() - dayMs));
  await fillTables(queries, contents, job);
  await Promise.all([findAllSecrets(queries), watchNewestEntry(queries)]);
  await recordLostEntries(queries, job);
  const erased = await applyErasures(queries, { ...list, erasures }, { ...job, commitmentsBefore });
  await recordUsersRemoved(queries, removedUsers);
  const withdrawn = await withdrawAgain(queries, withdrawnConsents);
  const blocked = await blockAgain(queries, blockedWallets);
  const isSamePromotion = (await findCommitmentsHashes(queries)).some((hash) =>
    commitmentsBefore.includes(hash),
  );
  const acts = isSamePromotion ? await recordKeptActs(queries) : 0;
  const stopped = {
    newsletters: await stopAllNewsletters(queries, job.now),
    drawResults: await stopDrawResults(queries, { ofCampaign: null, now: job.now }),
    emails: await stopWaitingEmails(queries, job.now),
  };
  for (const id of await findCampaignIds(queries)) await requestRebuild(queries, id);
  return { erased, withdrawn, stopped, blocked, acts };
}

/** Two databases that share one are of the same promotion, and mean the same records. */
async function findCommitmentsHashes(queries: Queries): Promise<string[]> {
  const hashes: string[] = [];
  for (const campaignId of await findCampaignIds(queries)) {
    hashes.push(await findCommitmentsHash(queries, campaignId));
  }
  return hashes.filter(Boolean);
}

async function versionProblem(
  queries: Queries,
  { migrations, tables }: Contents,
): Promise<string | null> {
  const here = (await scriptsDone(await findRecordedScripts(queries))) ?? [];
  const there = await scriptsDone(migrations);
  if (!there) {
    return `A cópia é de uma versão antiga demais para esta, que para em ${migrations.at(-1)}: restaure-a com a versão que a fez, em um banco vazio (outro DATABASE_URL ou DATA_DIR), inicie nele uma vez um gateway de uma versão que tem ${lastStepToBaseline} em src/gateway/db/migrations e, depois, um desta.`;
  }
  const newer = there.filter((name) => !here.includes(name)).join(', ');
  if (newer) {
    return `A cópia é de uma versão mais nova do sistema, que tem ${newer}: restaure-a com essa versão.`;
  }
  if (here.some((name) => !there.includes(name))) {
    return `A cópia é de uma versão anterior do sistema, que para em ${there.at(-1)}: restaure-a com essa versão, em um banco vazio (outro DATABASE_URL ou DATA_DIR); o gateway desta versão o atualiza ao iniciar.`;
  }
  const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name).sort();
  const isSame = isDeepStrictEqual(namesOf(tables), namesOf(await findTables(queries)));
  return isSame ? null : 'A cópia é de outra versão do sistema.';
}

const keyNeeded =
  'Os segredos desta cópia foram cifrados com outra chave: acrescente-a em mais uma linha de secrets.key (ou a SECRETS_KEY, depois de uma vírgula, e reinicie o gateway) e restaure de novo.';

class WrongErasureList extends Error {}

function listNeeded({ erasures, storage }: RestoreJob): string {
  const location = erasures ?? storage.locate(erasureListFile);
  return `A lista de quem excluiu seus dados desta promoção não está em ${location}. Sem ela a cópia os traria de volta: nomeie uma cópia da lista com --erasures <arquivo>, ou --erasures none se ninguém saiu desde a cópia.`;
}

async function readList({ erasures, storage }: RestoreJob): Promise<ErasureList> {
  if (erasures === 'none') return parseErasureList('');
  const bytes = erasures ? await readFile(erasures) : await storage.get(erasureListFile);
  return parseErasureList(bytes ? Buffer.from(bytes).toString('utf8') : '');
}

class BackupBehindLog extends Error {}

/** A backup that lacks published entries can continue the log only with an entry that says so. */
async function recordLostEntries(
  queries: Queries,
  { storage, reason, now }: RestoreJob,
): Promise<void> {
  for (const campaignId of await findLogs(queries)) {
    const lost = await findLostEntries(queries, storage, campaignId);
    if (!lost) continue;
    if (!reason) {
      throw new BackupBehindLog(
        `Esta cópia é mais antiga que o registro público, que já tem ${lost.published} lançamentos, e ela ${lost.here}: restaure uma mais nova ou, se não há, diga com --reason por que o registro continua desta; o motivo é publicado nele.`,
      );
    }
    const entry: LedgerEntry = { type: 'LOG_RESTORED', published: lost.checkpoint, reason };
    await appendToLedger(queries, campaignId, { now, entries: [entry] });
  }
}

/**
 * Erases, in rows restored from a backup, the people who were erased after that backup was made,
 * even if the backup still holds an open payment of theirs. @returns how many
 */
async function applyErasures(
  queries: Queries,
  list: ErasureList,
  { erasures, commitmentsBefore, now }: RestoreJob & { commitmentsBefore: readonly string[] },
): Promise<number> {
  let count = 0;
  for (const campaignId of await findCampaignIds(queries)) {
    const ledger = await findCommitmentsHash(queries, campaignId);
    // A dry run did not add the replaced database's erasures to the stored list, so that may lack the ledger.
    const isComplete =
      erasures === 'none' ||
      isListed(list, { campaign: campaignId, ledger }) ||
      (erasures === null && commitmentsBefore.includes(ledger));
    if (!isComplete) throw new WrongErasureList();
    const { campaign } = await findSnapshot(queries, campaignId);
    const ofLedger = list.erasures.filter((entry) => entry.ledger === ledger);
    for (const erasure of mergeLines(ofLedger)) {
      if (!(await isStillHere(queries, erasure))) continue;
      const { consumer: consumerId } = erasure;
      const erased = await eraseConsumer(queries, campaign, {
        consumerId,
        requestedBy: 'OPERATOR',
        ...repeatedErasure(erasure),
        now,
      });
      if (isRefusal(erased)) throw new Error(`Consumer ${consumerId}: ${erased.message}`);
      count += 1;
    }
    // The deadline forgot the documents of all, also of people who had been erased before it at their wish.
    if (ofLedger.some((erasure) => causeOf(erasure) === 'DEADLINE')) {
      await forgetErasedDocuments(queries, campaignId);
    }
  }
  return count;
}
