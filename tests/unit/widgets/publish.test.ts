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

const within = (folder: string, files: Texts) =>
  Object.fromEntries(
    Object.entries(files).filter(([name]) => name.startsWith(`widgets/${folder}`)),
  );

test('the same source gives the same bytes; a version knows no campaign, the evergreen its own', async () => {
  const first = await published({ CAMPAIGN_VARIANT: '19' });
  const again = await published({ CAMPAIGN_VARIANT: '19' });
  expect(again).toEqual(first);
  expect(Object.values(first).join('')).not.toContain(process.cwd());
  expect(Object.keys(within('v1/', first))).toHaveLength(catalogue.length);
  const carousel = (folder: string) => first[`widgets/${folder}/where-to-buy.js`];
  expect(carousel('v1')).toContain('Super Gralha');
  expect(carousel(version)).not.toContain('Super Gralha');

  const hashes: Texts = JSON.parse(first[`widgets/${version}/integrity.json`] ?? '');
  expect(Object.keys(hashes)).toHaveLength(catalogue.length);
  for (const [file, hash] of Object.entries(hashes)) {
    const bytes = first[`widgets/${version}/${file}`] ?? '';
    expect(hash).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
  }
});
