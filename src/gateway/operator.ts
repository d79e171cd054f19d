import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { attributionCommands } from './attribution/commands.ts';
import { backupCommands } from './backup/commands.ts';
import { campaignCommands } from './campaign-versions/commands.ts';
import { auditCommands, systemUser } from './cli/audit-log.ts';
import type { Command, Dependencies } from './cli/command.ts';
import { parseCommandLine, UsageError } from './cli/options.ts';
import { type CommandResult, findCommand, runCommand } from './cli/run-command.ts';
import { sendCommand, socketPath } from './cli/socket.ts';
import { consumerCommands } from './consumers/commands.ts';
import { WrongSecretsKey } from './db/wrap-secrets.ts';
import { deliveryCommands } from './deliveries/commands.ts';
import { drawCommands } from './draws/commands.ts';
import { emailCommands } from './emails/commands.ts';
import { exportCommands } from './exports/commands.ts';
import { openLedgerClock } from './ledger/append-entries.ts';
import { newsletterCommands } from './newsletter/commands.ts';
import { paymentCommands } from './payments/commands.ts';
import { personalDataCommands } from './privacy/commands.ts';
import { FolderInUse } from './private-files.ts';
import { receiptCommands } from './receipts/commands.ts';
import { redemptionCommands } from './redemptions/commands.ts';
import { regulatorCommands } from './regulator/commands.ts';
import { secretsCommands } from './secrets/commands.ts';
import { openWithSecrets } from './secrets/key-file.ts';
import { openStorage } from './services/storage.ts';
import { readSettings } from './settings/settings.ts';
import { incidentCommands } from './support/commands.ts';
import { walletCommands } from './wallets/commands.ts';

export const allCommands: readonly Command[] = [
  ...receiptCommands,
  ...deliveryCommands,
  ...walletCommands,
  ...paymentCommands,
  ...redemptionCommands,
  ...incidentCommands,
  ...emailCommands,
  ...newsletterCommands,
  ...consumerCommands,
  ...personalDataCommands,
  ...drawCommands,
  ...regulatorCommands,
  ...campaignCommands,
  ...attributionCommands,
  ...exportCommands,
  ...backupCommands,
  ...secretsCommands,
  ...auditCommands,
];

async function main(): Promise<CommandResult> {
  const words = await confirmed(process.argv.slice(2));
  // npm changes to the project's folder; INIT_CWD is the folder that the command was typed in.
  const directory = process.env['INIT_CWD'] ?? process.cwd();
  const user = systemUser();
  try {
    return await runCommand(words, {
      commands: allCommands,
      open,
      user,
      directory,
      progress,
    });
  } catch (error) {
    const path = error instanceof FolderInUse && socketPath(readSettings(process.env).databaseUrl);
    const result = path ? await sendCommand(path, { words, directory, user }, progress) : null;
    if (result) return result;
    const isExpected = [FolderInUse, WrongSecretsKey].some((kind) => error instanceof kind);
    if (!isExpected || !(error instanceof Error)) throw error;
    return { text: error.message, exitCode: 1 };
  }
}

/** What cannot be taken back is asked about in a terminal; elsewhere --confirm may give the answer. */
async function confirmed(words: readonly string[]): Promise<string[]> {
  const question = process.stdin.isTTY ? questionBefore(words) : null;
  if (question === null) return [...words];
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question}: `);
  terminal.close();
  return [...words, `--confirm=${answer.trim()}`];
}

/** Null for a line with a mistake: running it reports the mistake. */
export function questionBefore(line: readonly string[]): string | null {
  try {
    const { words, options } = parseCommandLine(line);
    const question = findCommand(allCommands, words)?.question ?? null;
    const isTried = options['dry-run'] === true || options.help === true;
    return options.confirm === undefined && !isTried ? question : null;
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

async function open({ fillsEmptyDatabase }: Command): Promise<Dependencies> {
  const settings = readSettings(process.env);
  const by = fillsEmptyDatabase ? 'restore' : 'command';
  const database = await openWithSecrets(settings, progress, { by });
  const clock = await openLedgerClock(database, progress);
  return { database, storage: openStorage(settings.storageUrl), clock: clock.now };
}

function progress(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** A closed pipe, as after `| head`, is no failure: the command still finishes. */
function allowClosing(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

if (import.meta.main) {
  for (const stream of [process.stdout, process.stderr]) allowClosing(stream);
  const { text, exitCode } = await main();
  process.exitCode = exitCode;
  const stream = exitCode === 0 ? process.stdout : process.stderr;
  stream.write(`${text}\n`);
}
