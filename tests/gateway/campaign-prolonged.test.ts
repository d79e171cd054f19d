import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { heldUntil } from '../../src/rules/people/erasure.ts';
import { openGateway } from '../support/gateway.ts';
import { sendApproved, withdraw } from '../support/gateway-actions.ts';

test('what is held of a person who left is held until five years after the new end of a promotion that is prolonged', async () => {
  const site = await openGateway({ variant: 'all' });
  const ana = await site.signUp();
  await sendApproved(site, ana);
  await site.operate('withdrawals', 'settle', await withdraw(site, ana), 'success');
  expect((await site.operate('consumers', 'erase', ana.id)).exitCode).toBe(0);
  const held = async () => (await site.query('select held_until as until from erasures'))[0];
  expect(await held()).toEqual({ until: heldUntil(site.gateway.snapshot.campaign.endsAt) });

  const changed = JSON.parse((await site.operate('campaign', 'show')).text);
  const endsAt = '2031-12-31T23:59:59-03:00';
  changed.campaign.endsAt = endsAt;
  changed.campaign.engines[0].details.extractionAt = '2032-01-07T19:00:00-03:00';
  Object.assign(changed.hotsite.pages.regulations[0], { version: '2', notice: 'Prorrogado.' });
  const file = join(site.gateway.settings.dataDirectory, 'prorrogada.json');
  await writeFile(file, JSON.stringify(changed));
  const applied = await site.operate('campaign', 'apply', file, '--reason', 'Chuva', '--force');
  expect([applied.exitCode, applied.text]).toEqual([0, expect.any(String)]);
  expect(await held()).toEqual({ until: heldUntil(endsAt) });
  await site.close();
});
