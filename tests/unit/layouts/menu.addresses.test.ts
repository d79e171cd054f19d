import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadCampaign } from '../../../src/campaign/load.ts';
import * as paths from '../../../src/paths.ts';

test('every link that has an icon in the menu leads to a page, or to a part of the home page', async () => {
  const { hotsite } = await loadCampaign({});
  const parts = hotsite.header.links.map(({ url }) => url.replace(/.*#/, '#'));
  const known: unknown[] = [...Object.values(paths), ...parts, 'https://wa.me/'];
  const css = readFileSync('src/layouts/menu.css', 'utf8');
  const addresses = Array.from(css.matchAll(/href[$^]?="([^"]+)"/g), ([, address]) => address);
  expect(addresses).toHaveLength(12);
  expect(addresses.filter((address) => !known.includes(address))).toEqual([]);
});
