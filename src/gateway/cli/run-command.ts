import { WrongCampaign } from '../../campaign/checks/problem.ts';
import { clockInSaoPaulo } from '../../rules/dates.ts';
import { plainLine } from '../../rules/text.ts';
import type { Database, Queries } from '../db/database.ts';
import { StoppedByOperator, Unavailable } from '../failures.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { SettingsError } from '../settings/settings.ts';
import { auditedDatabase, describeWords, subjectOf } from './audit-log.ts';
import {
  type Command,
  type CommandCall,
  campaignIdOption,
  type Dependencies,
  type FileCall,
  type Row,
} from './command.ts';
import { filterUsage, pageUsage } from './list-options.ts';
import {
  type CommandOptions,
  type CommandSyntax,
  isCommonOption,
  parseCommandLine,
  parseUsage,
  UsageError,
} from './options.ts';

export interface CommandResult {
  text: string;
  exitCode: 0 | 1 | 2;
}

interface CommandContext extends Pick<CommandCall, 'directory' | 'progress' | 'signal'> {
  commands: readonly Command[];
  user: string;
  open: (command: Command) => Promise<Dependencies>;
  /** Called, as well as telling the operator, when a service outside failed the command. */
  recordUnavailable?: (error: Unavailable) => void;
}

/** @returns exit code 1 for a refusal, an unusable file or a lost service; 2 for wrong words */
export async function runCommand(
  words: readonly string[],
  { commands, user, recordUnavailable, ...context }: CommandContext,
): Promise<CommandResult> {
  try {
    const line = parseCommandLine(words);
    const command = findCommand(commands, line.words);
    if (line.options.help || line.words.length === 0) {
      return { text: helpText(command ? [command] : commands), exitCode: 0 };
    }
    if (!command) throw new UsageError(unknownCommand(commands, line.words));
    const syntax = parseUsage(command.usage);
    const rest = line.words.slice(syntax.name.length);
    assertKnownVerb(commands, syntax, rest);
    assertNoSurplusWord(syntax, rest);
    assertKnownOptions(syntax, line.typedOptions);
    const author = line.options.by?.trim() || user;
    const call = { ...context, author, words: rest, options: line.options };
    return await execute(command, call);
  } catch (error) {
    if (error instanceof UsageError) {
      return { text: `${error.message}\nTry: npm run operator -- --help`, exitCode: 2 };
    }
    if (error instanceof Unavailable) recordUnavailable?.(error);
    const problem = problemOutside(error);
    if (problem === null) throw error;
    return { text: problem, exitCode: 1 };
  }
}

/** Null for a mistake of ours, which no operator can mend. */
function problemOutside(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const reported = [WrongCampaign, SettingsError, Unavailable, StoppedByOperator];
  if (reported.some((kind) => error instanceof kind)) return error.message;
  return 'syscall' in error ? fileProblem(error) : null;
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'is not there, or its folder is not',
  EEXIST: 'is there already: name a new one',
  ENOTDIR: 'is in no folder',
  EISDIR: 'is a folder',
  EACCES: 'is closed to the user who runs this',
  ENOSPC: 'does not fit: the disk is full',
  EROFS: 'is on a disk that can only be read',
};

/** Files are first written under a temporary name; this is the one that was typed. */
function fileProblem(error: Error): string {
  const { code = '', path, message }: NodeJS.ErrnoException = error;
  const problem = fileProblems[code];
  // A write to an open file does not say which one it is.
  if (code === 'ENOSPC' && !path) return 'The disk is full: make room, and run the command again.';
  return path && problem ? `${path.replace(/\.part$/, '')} ${problem}.` : message;
}

async function execute(
  command: Command,
  { open, ...typed }: FileCall & Pick<CommandContext, 'open'>,
): Promise<CommandResult> {
  if ('runOnFiles' in command) return commandResult(await command.runOnFiles(typed), typed);
  const dependencies = await open(command);
  const { database } = dependencies;
  const call = { ...typed, ...dependencies, now: dependencies.clock() };
  try {
    await campaignIdOption(database, call.options);
    const commandDatabase = call.options['dry-run'] ? rollingBack(database) : database;
    const answer = await command.run(recordedCall(command, call, commandDatabase));
    if (!isRefusal(answer) && call.options['dry-run']) {
      call.progress('This was a dry run: nothing was changed.');
    }
    return commandResult(answer, call);
  } finally {
    await database.close();
  }
}

function recordedCall(
  command: Command,
  call: Omit<CommandCall, 'auditedAs' | 'recordAudit' | 'unauditedDatabase'>,
  database: Database,
): CommandCall {
  const { words, options, author, now, clock } = call;
  const auditedAs = (subject: string | null, at: Date) =>
    auditedDatabase(database, {
      at,
      author,
      command: nameOf(command).join(' '),
      subject,
      words: describeWords(words, options, command),
    });
  const recorded = auditedAs(subjectOf(words), now);
  return {
    ...call,
    database: recorded,
    auditedAs: (subject, at) => auditedAs(String(subject), at),
    recordAudit: async (subject) => {
      const ofSubject = subject === undefined ? recorded : auditedAs(String(subject), clock());
      // The entry is written at the end of each transaction, here of one that does nothing else.
      await ofSubject.transaction(async () => null);
    },
    unauditedDatabase: database,
  };
}

function commandResult(
  answer: readonly Row[] | string | Refusal,
  { options, words }: FileCall,
): CommandResult {
  return isRefusal(answer)
    ? refusalResult(answer, subjectOf(words))
    : { text: formatAnswer(answer, options), exitCode: 0 };
}

function nameOf({ usage }: Command): readonly string[] {
  return parseUsage(usage).name;
}

export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): Command | undefined {
  return commands.find((command) => nameOf(command).every((word, index) => word === words[index]));
}

function verbsOf(commands: readonly Command[], topic: string | undefined): string[] {
  return commands.map(nameOf).flatMap(([first, verb]) => (first === topic && verb ? [verb] : []));
}

function unknownCommand(commands: readonly Command[], [topic, verb]: readonly string[]): string {
  const verbs = verbsOf(commands, topic);
  if (verbs.length > 0 && !verb) return `${topic} needs one of ${verbs.join(', ')}.`;
  if (verbs.length > 0) return `There is no command ${topic} ${verb}, but ${verbs.join(', ')}.`;
  const topics = new Set(commands.map((command) => nameOf(command)[0]));
  return `There is no command ${topic}. The first word is one of ${[...topics].join(', ')}.`;
}

/** `winners lsit` is a misspelt `winners list`, not a folder of that name. */
function assertKnownVerb(
  commands: readonly Command[],
  { name: [topic, verb] }: CommandSyntax,
  [word = '']: readonly string[],
): void {
  const verbs = verbsOf(commands, topic);
  if (verb || verbs.length === 0 || !/^[\p{L}-]+$/u.test(word)) return;
  throw new UsageError(
    `There is no command ${topic} ${word}, but ${verbs.join(', ')}. A folder of that name is written ./${word}`,
  );
}

/** Refuses surplus words: they may be the rest of a text, or another record. */
function assertNoSurplusWord({ maxWords }: CommandSyntax, words: readonly string[]): void {
  const surplus = words[maxWords];
  if (surplus === undefined) return;
  throw new UsageError(
    `${surplus} is one word too many. Put a text of several words in quotation marks.`,
  );
}

function assertKnownOptions({ name, options }: CommandSyntax, typed: readonly string[]): void {
  const unknown = typed.find((option) => !isCommonOption(option) && !options.includes(option));
  if (unknown === undefined) return;
  const optionList = options.map((option) => `--${option}`).join(', ') || 'no option of its own';
  throw new UsageError(`${name.join(' ')} takes ${optionList}; not --${unknown}.`);
}

function formatAnswer(answer: readonly Row[] | string, { output }: CommandOptions): string {
  if (typeof answer === 'string') return answer;
  return output === 'json' ? JSON.stringify(answer, null, 2) : formatTable(answer);
}

function refusalResult({ code, message, fields }: Refusal, subject: string | null): CommandResult {
  const which = code === 'NOT_FOUND' && subject ? `: ${subject}` : '';
  const lines = fields.map(({ field, message: why }) =>
    why ? `  ${field}: ${why}` : `  ${field}`,
  );
  return { text: [`${code}: ${message}${which}`, ...lines].join('\n'), exitCode: 1 };
}

function helpText(commands: readonly Command[]): string {
  return [
    'Usage: npm run operator -- <command> [--output table|json] [--dry-run] [--by <name>]',
    '',
    ...commands.map(helpOf),
    '',
    ...[
      `With --dry-run a command does everything it would do, shows the result, and keeps nothing.
       Of several records each is tried alone, so none shows what another one’s change would do to it.`,
      'Each change is recorded with the name of who made it: --by, else the system’s user.',
      '--campaign <id> limits a command to one campaign of the database.',
      `Lists take ${filterUsage} (several: a,b), ${pageUsage}, and --from, --to instead of --day.`,
      'Reads DATABASE_URL, SECRETS_KEY, STORAGE_URL and DATA_DIR as the gateway does.',
    ].map((sentence) => filled(sentence, '')),
  ].join('\n');
}

function helpOf({ usage, does, codes = [] }: Command): string {
  const width = Math.max(...codes.map(({ code }) => code.length));
  return [
    filled(usage, '  ', '        '),
    filled(does, '      '),
    ...codes.map(({ code, sentence }) => `        ${code.padEnd(width)}  ${sentence}`),
  ].join('\n');
}

const helpColumns = 100;

/** The text in lines of `helpColumns` at most; what is in brackets, and an option's value, stays whole. */
function filled(text: string, indent: string, indentOfOthers = indent): string {
  const [first = '', ...parts] = text.match(/\[[^\]]*\]\S*|--\S+ <[^>]*>\S*|\S+/g) ?? [];
  const lines = [indent + first];
  for (const part of parts) {
    const longer = `${lines.at(-1)} ${part}`;
    if (longer.length > helpColumns) lines.push(indentOfOthers + part);
    else lines.splice(-1, 1, longer);
  }
  return lines.join('\n');
}

/** Rolls back each transaction and single statement by itself, so that no call waits for the whole command. */
function rollingBack(database: Database): Database {
  const transaction = async <Result>(work: (queries: Queries) => Promise<Result>) => {
    const results: Result[] = [];
    const undo = new Error('The dry run is over');
    try {
      // `work` gets no `autocommit`, whose statements would stay.
      await database.transaction(async ({ autocommit: _, ...queries }) => {
        results.push(await work(queries));
        throw undo;
      });
    } catch (error) {
      if (error !== undo) throw error;
    }
    return results[0] as Result;
  };
  return {
    ...database,
    transaction,
    query: (...statement) => transaction((queries) => queries.query(...statement)),
  };
}

function formatTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return 'Nothing found.';
  const lines = [columns, ...rows.map((row) => columns.map((column) => formatCell(row[column])))];
  // Spread into Math.max, a hundred thousand rows would overflow the stack.
  const widths = columns.map((_, index) =>
    lines.reduce((width, line) => Math.max(width, (line[index] ?? '').length), 0),
  );
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** By São Paulo’s clock: lists are filtered by its days, and in the evening UTC is a day ahead. */
function formatCell(value: Row[string] | undefined): string {
  if (value instanceof Date) return clockInSaoPaulo(value).replace('T', ' ');
  return plainLine(String(value ?? ''));
}
