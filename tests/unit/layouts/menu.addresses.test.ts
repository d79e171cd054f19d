import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadCampaign } from '../../../src/campaign/load.ts';
import * as paths from '../../../src/paths.ts';

/** The pictures of menu-icons.svg from the top; the last one is for all other links. */
const pictures = [
  paths.homePath,
  '#como-participar',
  '#premiacao',
  '#produtos-participantes',
  '#onde-comprar',
  'https://wa.me/',
  paths.profilePath,
  paths.myReceiptsPath,
  paths.newReceiptPath,
  paths.redeemPath,
  paths.myRedemptionsPath,
  paths.signOutPath,
];

const rule = /\[href[$^]?="([^"]+)"\] \{\s*--icon: (\d+)/g;

test('every link of the menu has the picture of what it leads to', () => {
  const css = readFileSync('src/layouts/menu.css', 'utf8');
  const icons = Array.from(css.matchAll(rule), ([, address, icon]) => [address, Number(icon)]);
  expect(icons).toEqual(pictures.map((address, icon) => [address, icon]));
  const svg = readFileSync('src/layouts/menu-icons.svg', 'utf8');
  expect(svg).toContain(`viewBox="0 0 24 ${(pictures.length + 1) * 24}"`);
});

test('every link of the account in the menu has a picture', () => {
  const header = readFileSync('src/layouts/header.astro', 'utf8');
  const [, account = ''] = /const profile = \[(.*?)\n\];/s.exec(header) ?? [];
  const links = Array.from(account.matchAll(/url: (\w+)/g), ([, name = '']) => name);
  expect(links).toHaveLength(6);
  const addresses = new Map<string, unknown>(Object.entries(paths));
  expect(links.filter((name) => !pictures.includes(`${addresses.get(name)}`))).toEqual([]);
});

test('every part of the home page that has a picture in the menu is linked there', async () => {
  const { hotsite } = await loadCampaign({});
  const parts = hotsite.header.links.map(({ url }) => url.replace(/.*#/, '#'));
  const inMenu = pictures.filter((address) => address.startsWith('#'));
  expect(inMenu.filter((part) => !parts.includes(part))).toEqual([]);
});
