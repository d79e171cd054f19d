import { parseArgs } from 'node:util';
import type { Database } from '../db/database.ts';
import { isRefusal, type Refusal } from '../http/refusal.ts';
import { type Command, type Row, UsageError } from './command.ts';
import { consumerCommands } from './consumer-commands.ts';
import { deliveryCommands } from './delivery-commands.ts';
import { incidentCommands } from './incident-commands.ts';
import { receiptCommands } from './receipt-commands.ts';
import { table } from './table.ts';
import { walletCommands } from './wallet-commands.ts';

const commands: readonly Command[] = [
  ...receiptCommands,
  ...deliveryCommands,
  ...walletCommands,
  ...incidentCommands,
  ...consumerCommands,
];

/** What the process writes and how it ends. */
export interface Outcome {
  text: string;
  exitCode: 0 | 1 | 2;
}

/**
 * Runs one command line of whoever runs the campaign.
 * @param open opens the database, only when the command is one
 * @returns exit code 1 for a refusal, 2 for a command line that says nothing that can be done
 */
export async function runCommand(
  words: readonly string[],
  { open, now }: { open: () => Promise<Database>; now: Date },
): Promise<Outcome> {
  try {
    const { values, positionals } = parse(words);
    const [topic, verb, ...rest] = positionals;
    if (values.help || topic === undefined) return { text: help(), exitCode: 0 };
    const command = commands.find(
      ({ usage }) => usage.startsWith(`${topic} ${verb} `) || usage === `${topic} ${verb}`,
    );
    if (!command) throw new UsageError(`There is no command ${[topic, verb].join(' ').trim()}.`);
    const database = await open();
    try {
      const answer = await command.run({ database, words: rest, options: values, now });
      if (isRefusal(answer)) return refused(answer);
      const text = typeof answer === 'string' ? answer : shown(answer, values.output);
      return { text, exitCode: 0 };
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { text: `${error.message}\nTry: npm run operator -- --help`, exitCode: 2 };
  }
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        status: { type: 'string' },
        reason: { type: 'string' },
        author: { type: 'string' },
        resolve: { type: 'boolean' },
        output: { type: 'string', default: 'table' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function shown(rows: readonly Row[], output: string): string {
  return output === 'json' ? JSON.stringify(rows, null, 2) : table(rows);
}

function refused({ code, message, fields }: Refusal): Outcome {
  const lines = fields.map((each) => `  ${each.field}: ${each.message}`);
  return { text: [`${code}: ${message}`, ...lines].join('\n'), exitCode: 1 };
}

function help(): string {
  return [
    'Usage: npm run operator -- <command> [--output table|json]',
    '',
    ...commands.map(({ usage, does }) => `  ${usage}\n${does.replaceAll(/^/gm, '      ')}`),
    '',
    'Reads DATABASE_URL and DATA_DIR as the gateway does.',
  ].join('\n');
}
