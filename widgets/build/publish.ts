import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { catalogue } from '../catalogue.ts';
import { shopsOf } from './campaign-data.ts';
import { compileScript, withData } from './compile.ts';
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
  const integrity: Record<string, string> = {};
  const data = { 'where-to-buy.js': JSON.stringify(shopsOf(snapshot)) };
  for (const { name } of catalogue) {
    for (const [file, code] of await compileScript(name)) {
      const fixed = withData(code, 'null');
      integrity[file] = `sha384-${createHash('sha384').update(fixed).digest('base64')}`;
      await write(new URL(`${version}/${file}`, folder), fixed);
      await write(new URL(`v1/${file}`, folder), withData(code, dataOf(data, file)));
    }
  }
  for (const [file, text] of await npmPackage()) await write(new URL(`npm/${file}`, folder), text);
  const about = `campaign-${snapshot.campaign.id}`;
  await write(new URL(`${about}/where-to-buy.json`, folder), data['where-to-buy.js']);
  await write(
    new URL(`${version}/integrity.json`, folder),
    `${JSON.stringify(integrity, null, 2)}\n`,
  );
}

function dataOf(data: Readonly<Record<string, string>>, file: string): string {
  return data[file] ?? 'null';
}

async function write(address: URL, text: string): Promise<void> {
  await mkdir(dirname(address.pathname), { recursive: true });
  await writeFile(address, text);
}
