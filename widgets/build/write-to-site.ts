import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { buildCampaign } from '../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { widgetHeaders } from '../../src/integrations/static-host-files.ts';
import { widgetHeights } from '../../src/layouts/widget-heights.ts';
import { formWidgets } from '../attributes.ts';
import { formsOf, placesOf, shopsOf } from './campaign-data.ts';
import { type Files, withData, withHeight } from './compile.ts';
import { npmPackage, packedPackage } from './npm-package.ts';
import {
  compileScripts,
  publishedFolder,
  publishedVersions,
  readPublished,
  refuseChange,
  version,
  versionFiles,
} from './versions.ts';

export function widgets(): AstroIntegration {
  return {
    name: 'widgets',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const published = await writeWidgets(dir, await buildCampaign());
        await appendFile(new URL('_headers', dir), widgetHeaders(published));
        if (published.includes(version)) return;
        logger.warn(
          `Version ${version} is not published, so the next build may change it, and /widgets does not offer it as fixed: run "node widgets/build/publish-version.ts" to publish it.`,
        );
      },
    },
  };
}

/**
 * A published `{version}/` never changes, with hashes in `integrity.json`; `v1/` follows the campaign.
 * @returns the published versions
 * @throws Error with one sentence when a published version would change
 */
export async function writeWidgets(
  site: URL,
  snapshot: CampaignSnapshot,
  published = publishedFolder,
): Promise<string[]> {
  const folder = new URL('widgets/', site);
  const scripts = await compileScripts();
  const npm = await npmPackage();
  const fixed = versionFiles(scripts, packedPackage(npm));
  await refuseChange(version, fixed, published);
  const versions = await publishedVersions(published);
  for (const name of versions) await write(`${name}/`, await readPublished(name, published));
  // Without hashes, which the next build would make wrong.
  const unpublished = [...fixed].filter(([file]) => file !== 'integrity.json');
  if (!versions.includes(version)) await write(`${version}/`, new Map(unpublished));

  const shops = JSON.stringify(shopsOf(snapshot));
  const dataFor = (file: string, code: string) =>
    file.endsWith('-page.js') ? JSON.stringify(formsOf(snapshot, code)) : shops;
  const heights = widgetHeights(snapshot);
  const ofCampaign = (file: string, code: string) => {
    const form = formWidgets.find(({ name }) => file === `${name}.js`);
    const filled = withData(code, dataFor(file, code));
    return form ? withHeight(filled, form.height, heights[form.name].height) : filled;
  };
  await write('v1/', new Map([...scripts].map(([file, code]) => [file, ofCampaign(file, code)])));
  await write(
    `campaign-${snapshot.campaign.id}/`,
    new Map([
      ['where-to-buy.json', shops],
      ['forms.json', JSON.stringify(formsOf(snapshot))],
      ['places.json', JSON.stringify(placesOf(snapshot))],
    ]),
  );
  await write('npm/', npm);
  return versions;

  async function write(subfolder: string, files: Files): Promise<void> {
    for (const [file, text] of files) {
      const address = new URL(`${subfolder}${file}`, folder);
      await mkdir(new URL('.', address), { recursive: true });
      await writeFile(address, text);
    }
  }
}
