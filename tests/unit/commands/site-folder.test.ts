import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  keepEarlierParts,
  noteUse,
  recordFile,
  removeOldSites,
  root,
  siteFolder,
} from '../../../src/commands/site-folder.ts';
import { secretsKey } from '../../support/database.ts';
import { temporaryFolder } from '../../support/folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

describe('the folder of a start', () => {
  test('is dist for the default campaign, whatever the port and the address', async () => {
    const dist = join(root, 'dist');
    expect(await siteFolder({})).toBe(dist);
    expect(await siteFolder({ PORT: '80', SITE_URL: 'https://promo.example' })).toBe(dist);
    expect(await siteFolder({ SITE_DIR: '', CAMPAIGN_VARIANT: ' ' })).toBe(dist);
  });

  test('is the one that SITE_DIR names', async () => {
    expect(await siteFolder({ SITE_DIR: folder.path, CAMPAIGN_VARIANT: 'all' })).toBe(folder.path);
  });

  test('is another for each campaign, database and variable of the pages', async () => {
    const file = join(folder.path, 'campaign.json');
    const starts = [
      {},
      { CAMPAIGN_VARIANT: 'all' },
      { CAMPAIGN_WINDOW: 'after' },
      { DATA_DIR: folder.path },
      { ...secretsKey, DATABASE_URL: 'postgres://127.0.0.1/promo' },
      {
        ...secretsKey,
        DATABASE_URL: 'postgres://127.0.0.1/promo',
        SITE_URL: 'https://promo.example',
      },
      { CAMPAIGN_FILE: file },
    ];
    await writeFile(file, '{"campaign":1}');
    const folders = await Promise.all(starts.map(siteFolder));
    await writeFile(file, '{"campaign":2}');
    folders.push(await siteFolder({ CAMPAIGN_FILE: file }));
    expect(new Set(folders).size).toBe(starts.length + 1);
    for (const one of folders.slice(1)) expect(one).toMatch(/\/\.sites\/[0-9a-f]{12}$/);
    expect(await siteFolder({ CAMPAIGN_VARIANT: 'all', PORT: '80' })).toBe(folders[1]);
  });
});

test('parts that open pages and scripts of partners still name outlast a new build, for a day', async () => {
  const [old, fresh] = [join(folder.path, 'old'), join(folder.path, 'fresh')];
  const write = async (path: string, text: string) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  const later = 'widgets/v1/sign-up-lazy-AAAAAAAA.js';
  for (const path of ['_astro/page-AAAAAAAA.js', later, 'widgets/v1/sign-up-page.js', 'index.html'])
    await write(join(old, path), 'old');
  for (const path of ['_astro/page-BBBBBBBB.js', 'widgets/v1/sign-up-page.js'])
    await write(join(fresh, path), 'new');
  const replaced = await keepEarlierParts(old, fresh);
  expect(Object.keys(replaced ?? {})).toEqual(['_astro/page-AAAAAAAA.js', later]);
  expect(await readFile(join(fresh, later), 'utf8')).toBe('old');
  expect(await readFile(join(fresh, 'widgets/v1/sign-up-page.js'), 'utf8')).toBe('new');

  const record = { inputs: '', campaign: '', replaced: { [later]: Date.now() - 25 * 3_600_000 } };
  await write(join(fresh, recordFile), JSON.stringify(record));
  const newest = join(folder.path, 'newest');
  for (const path of ['_astro/page-CCCCCCCC.js', 'widgets/v1/sign-up-page.js'])
    await write(join(newest, path), 'newest');
  await keepEarlierParts(fresh, newest);
  expect(await readdir(join(newest, 'widgets/v1'))).toEqual(['sign-up-page.js']);
});

test('sites of other campaigns are deleted, except the last used and those possibly in use', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `${index}`.repeat(12));
  for (const [hours, name] of names.entries()) {
    const record = join(folder.path, name, recordFile);
    await mkdir(join(folder.path, name));
    await writeFile(record, '{}');
    const usedAt = new Date(Date.now() - (hours + 1) * 3_600_000);
    await utimes(record, usedAt, usedAt);
  }
  await mkdir(join(folder.path, 'building-0123abcd'));
  await noteUse(join(folder.path, names[8] ?? ''));
  await removeOldSites(folder.path);
  const left = [...names.slice(0, 4), names[8], 'building-0123abcd'];
  expect((await readdir(folder.path)).sort()).toEqual(left.sort());
  for (const name of names.slice(0, 4)) await noteUse(join(folder.path, name));
  await removeOldSites(folder.path);
  expect(await readdir(folder.path)).toHaveLength(6);
});
