import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { withRetry } from '../../../widgets/build/compile.ts';
import { temporaryFolder } from '../../support/folder.ts';

const run = promisify(execFile);

/** The script comes only after the first try. */
const user = `
import { writeFileSync } from 'node:fs';
import { load } from './form-page.mjs';
const file = new URL('form-lazy-1.js', import.meta.url);
await load().catch(() => writeFileSync(file, 'export const address = import.meta.url'));
const later = await load();
console.log(later.address.replace(/.*[/]/, ''), later === (await load()));
`;

test('a script that did not come is asked for by another address, which stays once it came', async () => {
  const folder = await temporaryFolder();
  const page = withRetry('export const load = () => import(`./form-lazy-1.js`);');
  await writeFile(join(folder.path, 'form-page.mjs'), page);
  await writeFile(join(folder.path, 'user.mjs'), user);
  const { stdout } = await run('node', [join(folder.path, 'user.mjs')]);
  expect(stdout.trim()).toBe('form-lazy-1.js?2 true');
  await folder.remove();
});
