import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../../src/campaign/snapshot.ts';
import { recordOf, siteInputs } from '../../../src/commands/build.ts';
import { temporaryFolder } from '../../support/folder.ts';

const usual = embeddedCampaign({
  window: 'live',
  variant: 'all',
  tenantId: 'embedded',
  today: '2026-11-10',
});
const pointsOnly: CampaignSnapshot = {
  ...usual,
  campaign: {
    ...usual.campaign,
    engines: usual.campaign.engines.filter(({ type }) => type === 'COLLECT_TO_WIN'),
  },
};

const inputsWith = async (snapshot: CampaignSnapshot, quantity: number) => {
  const prizes = snapshot.prizes.map((prize) => ({ ...prize, quantity }));
  return (await recordOf({ ...snapshot, prizes })).inputs;
};

test('a site is rebuilt when a picture is replaced under its own name', async () => {
  const inputs = async (sha256: string) =>
    (await recordOf(usual, { '/premios/kit.svg': sha256 })).inputs;
  expect(await inputs('a')).toBe(await inputs('a'));
  expect(await inputs('b')).not.toBe(await inputs('a'));
});

test('a site is rebuilt when the last prize closes the campaign, not for every prize', async () => {
  expect(await inputsWith(pointsOnly, 1)).toBe(await inputsWith(pointsOnly, 9));
  expect(await inputsWith(pointsOnly, 0)).not.toBe(await inputsWith(pointsOnly, 1));
  expect(await inputsWith(usual, 0)).toBe(await inputsWith(usual, 1));
});

test('a site is rebuilt for another version of its widgets, which package.json names', async () => {
  const { path, remove } = await temporaryFolder();
  const inputsOf = async (version: string) => {
    await writeFile(join(path, 'package.json'), JSON.stringify({ version }));
    return siteInputs(path, {});
  };
  expect(await inputsOf('1.9.0')).not.toBe(await inputsOf('1.10.0'));
  await remove();
});
