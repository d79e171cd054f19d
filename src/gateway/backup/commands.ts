import { resolve } from 'node:path';
import { type Command, fileArgument } from '../cli/command.ts';
import { erasureListFile, writeErasureList } from '../privacy/erasure-list.ts';
import { isRefusal, notAllowedNow } from '../refusal.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

export const backupCommands: Command[] = [
  {
    usage: 'backup <folder> [--force]',
    does: `
      writes all rows, as of one moment, and the receipts’ files into a new folder,
      with their hashes; it holds personal data: keep it as you keep the database.
      The campaign’s secrets in it are wrapped by SECRETS_KEY (or secrets.key of DATA_DIR),
      which is not in it: keep that elsewhere.
      Ends with exit code 1 if pictures of receipts are missing,
      unless --force says that they are lost`,
    run: async (call) => {
      const folder = call.options['dry-run'] ? null : fileArgument(call);
      const { missing, ...made } = await backUp({ ...call, folder });
      if (missing === 0 || call.options.force) return [made];
      const { tables, rows, files } = made;
      call.progress(`${tables} tables, ${rows} rows, ${files} files.`);
      const where = call.storage.locate('');
      return notAllowedNow(
        `${lackingPictures(missing, files + missing)}: confira STORAGE_URL (${where}). De resto a cópia está completa e pode ser usada. Se o que falta se perdeu, --force não o cobra nas próximas.`,
      );
    },
  },
  {
    usage: 'restore <folder> [--force] [--erasures <file>|none] [--reason <text>]',
    fillsEmptyDatabase: true,
    does: `
      checks a backup and replaces an unused database with it;
      the key that its secrets were wrapped by is needed;
      --force replaces one that is in use; its calls wait meanwhile, with --dry-run too.
      Stop the gateways before it, or restart them afterwards.
      People who left since the backup leave again,
      by the list ${erasureListFile} of the file storage or by --erasures,
      and by the replaced database.
      Wallets blocked there stay blocked, and acts list keeps what operators did since:
      do it again, or record it.
      Numbers of withdrawals, files for the bank and orders go on where that database was;
      without it, after the backup’s.
      A backup without the last entries of the public log is refused, unless --reason says,
      in an entry of its own, why the log goes on from there`,
    run: async (call) => {
      const { force, erasures, reason, 'dry-run': dryRun } = call.options;
      const folder = fileArgument(call);
      const isFile = erasures !== undefined && erasures !== 'none';
      const job = {
        ...call,
        folder,
        allowReplacement: force === true,
        isDryRun: dryRun === true,
        reason: reason?.trim() || null,
        erasures: isFile ? resolve(call.directory, erasures) : (erasures ?? null),
      };
      // The restore replaces this database, so people erased from it go to the list first.
      if (!dryRun) await writeErasureList({ ...call, database: call.unauditedDatabase });
      const restored = await restore(job);
      if (isRefusal(restored)) return restored;
      return [{ ...restored, madeAt: new Date(restored.madeAt) }];
    },
  },
];

function lackingPictures(missing: number, all: number): string {
  const pictures = all === 1 ? 'imagem' : 'imagens';
  return `${missing === 1 ? 'Falta' : 'Faltam'} ${missing} de ${all} ${pictures} de notas`;
}
