import { type ParseArgsConfig, parseArgs } from 'node:util';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const options = {
  status: { type: 'string' },
  reason: { type: 'string' },
  author: { type: 'string' },
  by: { type: 'string' },
  cpf: { type: 'string' },
  email: { type: 'string' },
  key: { type: 'string' },
  day: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  limit: { type: 'string' },
  page: { type: 'string' },
  code: { type: 'string' },
  batch: { type: 'string' },
  erasures: { type: 'string' },
  resolve: { type: 'boolean' },
  campaign: { type: 'string' },
  engine: { type: 'string' },
  prize: { type: 'string' },
  federal: { type: 'string' },
  extraction: { type: 'string' },
  doubts: { type: 'string' },
  seen: { type: 'string' },
  'no-extraction': { type: 'boolean' },
  confirm: { type: 'string' },
  unjudged: { type: 'string' },
  correct: { type: 'string' },
  type: { type: 'string' },
  names: { type: 'string' },
  force: { type: 'boolean' },
  original: { type: 'boolean' },
  'at-platform': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  output: { type: 'string', default: 'table' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options'];

const commonOptions = new Set(['by', 'campaign', 'dry-run', 'output', 'help']);

export function isCommonOption(name: string): boolean {
  return commonOptions.has(name);
}

export interface CommandSyntax {
  name: readonly string[];
  maxWords: number;
  /** Options of its own, besides those that every command takes. */
  options: readonly string[];
}

/** `<…>` that is no option's value is a word, `...` any number; `--day` brings `--from` and `--to`. */
export function parseUsage(usage: string): CommandSyntax {
  const [name = ''] = /^[a-z]+(?: [a-z][a-z-]*)*/.exec(usage) ?? [];
  const wordsShown = usage.match(/(?<!--[\w-]+ )<[^<>]*>/g) ?? [];
  const optionsShown = Array.from(usage.matchAll(/--([a-z-]+)/g), ([, option = '']) => option);
  const range = optionsShown.includes('day') ? ['from', 'to'] : [];
  return {
    name: name.split(' '),
    maxWords: usage.includes('...') ? Infinity : wordsShown.length,
    options: [...new Set([...optionsShown, ...range])],
  };
}

export type CommandOptions = ReturnType<typeof parseCommandLine>['options'];

export function parseCommandLine(words: readonly string[]) {
  if (words.some((word) => !word.isWellFormed() || word.includes('\0'))) {
    throw new UsageError('A word holds what no text can hold, such as the character zero.');
  }
  const parsed = parse(words);
  const typedOptions = parsed.tokens.flatMap((token) =>
    token.kind === 'option' ? [token.name] : [],
  );
  const repeated = typedOptions.find((name, index) => typedOptions.indexOf(name) < index);
  if (repeated) throw new UsageError(`--${repeated} is there twice.`);
  const { output } = parsed.values;
  if (output !== 'table' && output !== 'json') {
    throw new UsageError(`Expected --output table or json, not ${output}.`);
  }
  return { words: parsed.positionals, options: parsed.values, typedOptions };
}

function parse(words: readonly string[]) {
  const command = { args: [...words], allowPositionals: true, options } as const;
  for (const token of parseArgs({ ...command, strict: false, tokens: true }).tokens) {
    if (token.kind === 'option') assertWellFormedOption(token.name, token.rawName, token);
  }
  return parseArgs({ ...command, tokens: true });
}

function assertWellFormedOption(
  name: string,
  typed: string,
  { value, inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined },
) {
  if (!isOption(name)) throw new UsageError(`There is no option ${typed}.`);
  if (options[name].type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${typed} takes no value.`);
  } else if (value === undefined) {
    throw new UsageError(`${typed} needs a value.`);
  } else if (!inlineValue && value.startsWith('-')) {
    throw new UsageError(`${typed} needs a value; one that starts with a dash: ${typed}=${value}.`);
  }
}

function isOption(name: string): name is keyof typeof options {
  return Object.hasOwn(options, name);
}
