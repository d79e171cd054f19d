import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { loadCampaign } from '../../../src/campaign/load.ts';
import { publishWidgets } from '../../../widgets/build/publish.ts';
import { version } from '../../../widgets/build/version.ts';
import { catalogue } from '../../../widgets/catalogue.ts';
import { temporaryFolder } from '../../support/folder.ts';

type Texts = Readonly<Record<string, string>>;

async function published(variables: Record<string, string>): Promise<Texts> {
  const { path, remove } = await temporaryFolder();
  await publishWidgets(pathToFileURL(`${path}/`), await loadCampaign(variables));
  const names = await readdir(path, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => [relative(path, file), await readFile(file, 'utf8')]);
  const found = Object.fromEntries(await Promise.all(texts));
  await remove();
  return found;
}

test('the same source gives the same bytes; a version knows no campaign, the evergreen its own', async () => {
  const first = await published({ CAMPAIGN_VARIANT: '19' });
  const again = await published({ CAMPAIGN_VARIANT: '19' });
  expect(again).toEqual(first);
  expect(Object.values(first).join('')).not.toContain(process.cwd());
  const carousel = (folder: string) => first[`widgets/${folder}/where-to-buy.js`];
  expect(carousel('v1')).toContain('Super Gralha');
  expect(carousel(version)).not.toContain('Super Gralha');

  const hashes: Texts = JSON.parse(first[`widgets/${version}/integrity.json`] ?? '');
  const evergreen = Object.keys(first).flatMap(
    (name) => /^widgets\/v1\/(.*)/.exec(name)?.[1] ?? [],
  );
  expect(Object.keys(hashes).sort()).toEqual(evergreen.sort());
  expect(evergreen).toEqual(expect.arrayContaining(catalogue.map(({ name }) => `${name}.js`)));
  for (const [file, hash] of Object.entries(hashes)) {
    const bytes = first[`widgets/${version}/${file}`] ?? '';
    expect(hash).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
  }
});
