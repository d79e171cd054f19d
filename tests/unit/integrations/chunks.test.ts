import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sharedScripts } from '../../../src/integrations/chunks.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const modules = [
  ...readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
    join('src', file),
  ),
  ...Object.keys(dependencies).map((name) => `node_modules/${name}/`),
];

test.each(sharedScripts)(
  'every name in the pattern of “$name” is a module',
  ({ test: pattern }) => {
    const unknown = choicesIn(pattern.source)
      .flatMap(alternativesOf)
      .filter((name) => !modules.some((module) => new RegExp(name).test(module)));
    expect(unknown, 'A file was renamed or moved: name it as it is called now.').toEqual([]);
  },
);

/** `a|b(c|d)` → `a`, `b(c|d)` */
function choicesIn(pattern: string): string[] {
  return pattern.match(/(?:\((?:[^()]|\([^()]*\))*\)|[^|()])+/g) ?? [];
}

/** `b(c|d)` → `bc`, `bd`; what a group excludes is a module, too. */
function alternativesOf(choice: string): string[] {
  const [group, inside] = /\((?:\?!)?([^()]*)\)/.exec(choice) ?? [];
  if (group === undefined || inside === undefined) return [choice];
  return inside.split('|').flatMap((one) => alternativesOf(choice.replace(group, one)));
}
