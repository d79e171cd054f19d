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
  federal: { type: 'string' },
  extraction: { type: 'string' },
  'no-extraction': { type: 'boolean' },
  confirm: { type: 'string' },
  unjudged: { type: 'string' },
  correct: { type: 'string' },
  type: { type: 'string', default: 'pdf' },
  names: { type: 'string', default: 'full' },
  force: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  output: { type: 'string', default: 'table' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options'];

const commonOptions = new Set(['by', 'campaign', 'dry-run', 'output', 'help']);

export function isCommonOption(name: string): boolean {
  return commonOptions.has(name);
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
  const repeated = typedOptions.find((name, place) => typedOptions.indexOf(name) < place);
  if (repeated) throw new UsageError(`--${repeated} is there twice.`);
  const { output } = parsed.values;
  if (output !== 'table' && output !== 'json') {
    throw new UsageError(`Expected --output table or json, not ${output}.`);
  }
  return { words: parsed.positionals, options: parsed.values, typedOptions };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, tokens: true, options });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const unknown = /^Unknown option '(.+?)'/.exec(message)?.[1];
    throw new UsageError(unknown ? `There is no option ${unknown}.` : message);
  }
}
