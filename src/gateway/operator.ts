import process from 'node:process';
import { allCommands } from './all-commands.ts';
import { type CommandResult, runCommand } from './cli/run-command.ts';
import { sendCommand, socketPath } from './cli/socket.ts';
import { FolderInUse } from './db/folder-lock.ts';
import { openDatabase } from './db/open.ts';
import { openStorage } from './services/storage/open-storage.ts';
import { readSettings, SettingsError } from './settings/settings.ts';
import { Unavailable } from './unavailable.ts';

/** The command line of whoever runs the campaign: `npm run operator -- --help`. */
async function main(): Promise<CommandResult> {
  const words = process.argv.slice(2);
  // npm runs its scripts in the project's folder and says here where the caller stands.
  const directory = process.env['INIT_CWD'] ?? process.cwd();
  try {
    return await runCommand(words, {
      commands: allCommands,
      open,
      now: new Date(),
      directory,
      progress,
    });
  } catch (error) {
    const path = error instanceof FolderInUse && socketPath(readSettings(process.env).databaseUrl);
    const outcome = path ? await sendCommand(path, { words, directory }, progress) : null;
    if (outcome) return outcome;
    const told = [FolderInUse, SettingsError, Unavailable].some((kind) => error instanceof kind);
    if (!told || !(error instanceof Error)) throw error;
    return { text: error.message, exitCode: 1 };
  }
}

async function open() {
  const { databaseUrl, storageUrl } = readSettings(process.env);
  return { database: await openDatabase(databaseUrl), storage: openStorage(storageUrl) };
}

function progress(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

const { text, exitCode } = await main();
const stream = exitCode === 0 ? process.stdout : process.stderr;
stream.write(`${text}\n`);
process.exitCode = exitCode;
