import type { Command } from '../cli/command.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

/** The whole promotion in a folder, and back. */
export const backupCommands: Command[] = [
  {
    usage: 'backup <folder>',
    does: [
      'writes all rows, as of one moment, and the receipts’ files into a new folder, with their hashes;',
      'it holds personal data and the campaign’s secrets: keep it as you keep the database',
    ].join('\n'),
    run: backUp,
  },
  {
    usage: 'restore <folder> [--force]',
    does: [
      'checks a backup and puts it in the place of a database that nobody has used yet;',
      '--force replaces one that is in use; the gateway is to be started anew afterwards',
    ].join('\n'),
    run: restore,
  },
];
