import { appendFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { buildCampaign } from '../../src/campaign/load.ts';
import { widgetHeaders } from '../../src/integrations/host-headers.ts';
import { publishWidgets } from './publish.ts';
import { publishedVersions, version } from './versions.ts';

/** Every build of the site brings its widgets along; it comes after `finishPages`. */
export function widgets(): AstroIntegration {
  return {
    name: 'widgets',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const versions = await publishWidgets(dir, await buildCampaign());
        await appendFile(new URL('_headers', dir), widgetHeaders(versions));
        if ((await publishedVersions()).includes(version)) return;
        logger.warn(
          `Version ${version} is not published, so the next build may change it: run "node widgets/build/publish-version.ts" before pages hold on to it.`,
        );
      },
    },
  };
}
