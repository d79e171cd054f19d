import { join, resolve } from 'node:path';
import { loadCampaign } from '../campaign/load.ts';
import { buildSite, recordOf, root } from './build-site.ts';

async function main(words: readonly string[]): Promise<void> {
  const at = words.findIndex((word) => word === '--outDir' || word.startsWith('--outDir='));
  const isApart = words[at] === '--outDir';
  const named = isApart ? words[at + 1] : words[at]?.slice('--outDir='.length);
  const parameters = at < 0 ? words : words.toSpliced(at, isApart ? 2 : 1);
  const directory = named || process.env['SITE_DIR']?.trim() || join(root, 'dist');
  const record = await recordOf(await loadCampaign(process.env));
  await buildSite(resolve(directory), { parameters, record });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
