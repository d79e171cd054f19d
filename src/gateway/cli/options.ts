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

export type CommandOptions = ReturnType<typeof parseCommandLine>['options'];

export function parseCommandLine(words: readonly string[]) {
  const parsed = parse(words);
  const { output } = parsed.values;
  if (output !== 'table' && output !== 'json') {
    throw new UsageError(`Expected --output table or json, not ${output}.`);
  }
  return { words: parsed.positionals, options: parsed.values };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
