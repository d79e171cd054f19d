import { readFileSync } from 'node:fs';
import { create, pattern, string, type } from 'superstruct';

const Package = type({ version: pattern(string(), /^\d+\.\d+\.\d+$/) });

/** The widgets' version is the project's; files published under it never change. */
export const { version } = create(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
  Package,
);
