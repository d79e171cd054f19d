import type { AstroIntegration } from 'astro';
import { buildCampaign } from '../../src/campaign/load.ts';
import { publishWidgets } from './publish.ts';

/** Every build of the site brings its widgets along. */
export function widgets(): AstroIntegration {
  return {
    name: 'widgets',
    hooks: {
      'astro:build:done': async ({ dir }) => publishWidgets(dir, await buildCampaign()),
    },
  };
}
