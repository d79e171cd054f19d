import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildCampaign, loadCampaign } from '../../../src/campaign/load.ts';
import { deriveTheme } from '../../../src/campaign/theme.ts';
import { allWidgets } from '../../../widgets/attributes.ts';
import type { Files } from '../../../widgets/build/compile.ts';
import {
  integrityOf,
  publishedVersions,
  publishVersion,
  refuseChange,
  version,
  versionFiles,
} from '../../../widgets/build/versions.ts';
import { temporaryFolder } from '../../support/folder.ts';

type Texts = Readonly<Record<string, string>>;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** In the place of the project's own published versions. */
let published: URL;
beforeEach(async () => {
  folder = await temporaryFolder();
  published = pathToFileURL(`${folder.path}/published/`);
  await mkdir(published);
});
afterEach(() => folder.remove());

/** The files of a build by their path, in a folder with blanks and accents, as desktops have them. */
async function built(variables: Record<string, string> = {}, from = published): Promise<Texts> {
  const { path, remove } = await temporaryFolder();
  try {
    // Addresses of pictures carry the version of those that the build has read.
    await buildCampaign();
    const campaign = await loadCampaign(variables);
    const { writeWidgets } = await import('../../../widgets/build/write-to-site.ts');
    const site = join(path, 'Área de Trabalho/');
    await writeWidgets(pathToFileURL(site), campaign, from);
    return await textsIn(site);
  } finally {
    await remove();
  }
}

async function textsIn(path: string): Promise<Texts> {
  const names = await readdir(path, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => [relative(path, file), await readFile(file, 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}

/** The files of a version as a build has them. */
function filesOf(texts: Texts, name: string): Files {
  const prefix = `widgets/${name}/`;
  const files = Object.entries(texts).filter(([path]) => path.startsWith(prefix));
  return new Map(files.map(([path, text]) => [path.slice(prefix.length), text]));
}

/** The files of a build's version with the hashes that it is published with. */
function publishable(texts: Texts): Files {
  const { 'promo-widgets.tar': npm = '', ...scripts } = Object.fromEntries(filesOf(texts, version));
  return versionFiles(new Map(Object.entries(scripts)), npm);
}

test('forms in a page have every colour of the campaign that their styles use', async () => {
  const theme = deriveTheme((await loadCampaign({})).hotsite.theme.palette);
  const scripts = Object.entries(await built()).filter(([path]) => /v1\/.*-page\.js$/.test(path));
  expect(scripts).toHaveLength(2);
  for (const [path, code] of scripts) {
    const used = Object.keys(theme).filter((name) => code.includes(`var(--${name})`));
    expect(used, path).toContain('gold');
    expect(used.filter((name) => !code.includes(`--${name}:`))).toEqual([]);
  }
});

/** As the project is, of which no version is published yet. */
let first: Texts;
beforeAll(async () => {
  const none = await temporaryFolder();
  first = await built({}, pathToFileURL(`${none.path}/`));
  await none.remove();
});

test('a version knows no campaign, and has the same bytes for each, while the evergreen knows its own', async () => {
  const other = await built({ CAMPAIGN_VARIANT: 'all' });
  expect(filesOf(other, version)).toEqual(filesOf(first, version));
  expect(Object.values(first).join('')).not.toContain(process.cwd());
  const carousel = (place: string) => first[`widgets/${place}/where-to-buy.js`];
  expect(carousel('v1')).toContain('Super Gralha');
  expect(carousel(version)).not.toContain('Super Gralha');

  const frames = ({ [`widgets/v1/sign-up.js`]: script = '' }: Texts) =>
    script.match(/height:(\d+)/g);
  expect(frames(first)).toEqual(['height:1653']);
  expect(frames(other)).toEqual(['height:3059']);

  const evergreen = [...filesOf(first, 'v1').keys()];
  const files = [...filesOf(first, version).keys()];
  expect(files.sort()).toEqual([...evergreen, 'promo-widgets.tar'].sort());
  expect(evergreen).toEqual(expect.arrayContaining(allWidgets.map(({ name }) => `${name}.js`)));
});

test('a version has its hashes once it is published, and only then says the host that it never changes', async () => {
  expect(first).not.toHaveProperty([`widgets/${version}/integrity.json`]);
  const writeHeaders = async () => {
    const { widgetHeaders } = await import('../../../src/integrations/static-host-files.ts');
    const { writeWidgets } = await import('../../../widgets/build/write-to-site.ts');
    const site = pathToFileURL(`${folder.path}/site/`);
    return widgetHeaders(await writeWidgets(site, await loadCampaign({}), published));
  };
  expect(await writeHeaders()).not.toContain('immutable');
  await publishVersion(version, publishable(first), published);
  expect(await writeHeaders()).toContain(
    `/widgets/${version}/*\n  Cache-Control: public, max-age=31536000, immutable`,
  );
  const hashes: Texts = JSON.parse(
    await readFile(`${folder.path}/site/widgets/${version}/integrity.json`, 'utf8'),
  );
  const scripts = filesOf(first, version);
  expect(Object.keys(hashes).sort()).toEqual([...scripts.keys()].sort());
  for (const [file, hash] of Object.entries(hashes)) {
    expect(hash).toBe(integrityOf(scripts.get(file) ?? ''));
  }
});

test('builds are equal, and include each published version byte for byte', async () => {
  const scripts = new Map([['login.js', 'export const old = 1;\r\n']]);
  const hashes = { 'login.js': integrityOf(scripts.get('login.js') ?? '') };
  const old = new Map([...scripts, ['integrity.json', JSON.stringify(hashes)]]);
  await publishVersion('0.9.0', old, published);
  const current = publishable(first);
  await publishVersion(version, current, published);
  expect(await publishedVersions(published)).toEqual(['0.9.0', version]);
  await publishVersion(version, current, published);
  // As another process, which compiles anew.
  vi.resetModules();
  const again = await built();
  expect(filesOf(again, '0.9.0')).toEqual(old);
  expect(filesOf(again, version)).toEqual(current);
  const others = Object.entries(again).filter(([path]) => first[path] !== undefined);
  expect(Object.fromEntries(others)).toEqual(first);
});

test('a published version does not change: not by a build, not by hand, not by publishing again', async () => {
  const current = publishable(first);
  const script = `${version}/login.js`;
  const sentence = `Version ${version} of the widgets is published and would change in`;
  const changed = new Map([...current, ['login.js', `${current.get('login.js')};`]]);
  const hash = integrityOf(changed.get('login.js') ?? '');
  const hashes = { ...JSON.parse(current.get('integrity.json') ?? ''), 'login.js': hash };
  changed.set('integrity.json', JSON.stringify(hashes));
  await publishVersion(version, changed, published);
  await expect(built()).rejects.toThrow(`${sentence} login.js: raise the version`);
  await expect(publishVersion(version, current, published)).rejects.toThrow(sentence);
  expect(await readFile(new URL(script, published), 'utf8')).toBe(changed.get('login.js'));

  await writeFile(new URL(script, published), current.get('login.js') ?? '');
  const refusal = () => refuseChange(version, current, published);
  await expect(refusal()).rejects.toThrow(`${sentence} login.js`);
  await writeFile(new URL(`${version}/integrity.json`, published), '{}');
  await expect(refusal()).rejects.toThrow(sentence);
});
