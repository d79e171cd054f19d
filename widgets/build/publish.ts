import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { catalogue } from '../catalogue.ts';
import { formsOf, shopsOf } from './campaign-data.ts';
import { compilePage, compileScript, withData } from './compile.ts';
import { npmPackage } from './npm-package.ts';
import { version } from './version.ts';

/**
 * Writes every widget into a site's folder: `widgets/{version}/`, which never changes under its
 * name, with the hashes of its files in `integrity.json`; `widgets/v1/`, which follows the campaign
 * and brings its data; the data by themselves, for whoever holds on to a version;
 * and the folder of the npm package.
 */
export async function publishWidgets(site: URL, snapshot: CampaignSnapshot): Promise<void> {
  const folder = new URL('widgets/', site);
  const shops = JSON.stringify(shopsOf(snapshot));
  const forms = JSON.stringify(formsOf(snapshot));
  const integrity: Record<string, string> = {};
  for (const [file, code] of await scripts()) {
    const fixed = withData(code, 'null');
    integrity[file] = `sha384-${createHash('sha384').update(fixed).digest('base64')}`;
    const data = file.endsWith('-page.js') ? forms : shops;
    await write(new URL(`${version}/${file}`, folder), fixed);
    await write(new URL(`v1/${file}`, folder), withData(code, data));
  }
  await write(
    new URL(`${version}/integrity.json`, folder),
    `${JSON.stringify(integrity, null, 2)}\n`,
  );
  const about = `campaign-${snapshot.campaign.id}`;
  await write(new URL(`${about}/where-to-buy.json`, folder), shops);
  await write(new URL(`${about}/forms.json`, folder), forms);
  for (const [file, text] of await npmPackage()) await write(new URL(`npm/${file}`, folder), text);
}

/** Every script, without data. */
async function scripts(): Promise<[string, string][]> {
  const inPages = catalogue.filter(({ attributes }) => 'isolation' in attributes);
  const compiled = [
    ...catalogue.map(({ name }) => compileScript(name)),
    ...inPages.map(({ name }) => compilePage(name)),
  ];
  return (await Promise.all(compiled)).flatMap((files) => [...files]);
}

async function write(address: URL, text: string): Promise<void> {
  await mkdir(dirname(address.pathname), { recursive: true });
  await writeFile(address, text);
}
