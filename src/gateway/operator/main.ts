import process from 'node:process';
import { FolderInUse } from '../db/folder-lock.ts';
import { openDatabase } from '../db/open.ts';
import { readSettings, SettingsError } from '../settings.ts';
import { Unavailable } from '../unavailable.ts';
import { type Outcome, runCommand } from './run-command.ts';

/** The command line of whoever runs the campaign: `npm run operator -- --help`. */
async function main(): Promise<Outcome> {
  try {
    const open = () => openDatabase(readSettings(process.env).databaseUrl);
    return await runCommand(process.argv.slice(2), { open, now: new Date() });
  } catch (error) {
    const told = [FolderInUse, SettingsError, Unavailable].some((kind) => error instanceof kind);
    if (!told || !(error instanceof Error)) throw error;
    return { text: error.message, exitCode: 1 };
  }
}

const { text, exitCode } = await main();
const stream = exitCode === 0 ? process.stdout : process.stderr;
stream.write(`${text}\n`);
process.exitCode = exitCode;
