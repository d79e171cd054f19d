import { expect, test } from 'vitest';
import { PersonalData } from '../../../../src/contract/personal-data.ts';
import {
  $download,
  dismissDownload,
  downloadPersonalData,
} from '../../../../src/features/personal-data/personal-data.store.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';

const gateway = await gatewayOfFile({ variant: 'all' });

test('a press saves one file with everything, and says so', async () => {
  const { host, consumer } = await signedInHost(gateway);
  await Promise.all([downloadPersonalData(), downloadPersonalData()]);
  expect($download.get()).toEqual({ state: 'saved' });
  expect(host.saved).toEqual([{ name: 'dados-pessoais.json', text: expect.any(String) }]);
  const data = PersonalData.create(JSON.parse(host.saved[0]?.text ?? ''));
  expect(data.profile.email).toBe(consumer.consumer.email);
});

test('a failure shows, and another press tries again', async () => {
  const { host } = await signedInHost(gateway);
  host.interruptions.push(Response.json({}, { status: 500 }));
  await downloadPersonalData();
  expect($download.get()).toMatchObject({ state: 'failed' });
  dismissDownload();
  await downloadPersonalData();
  expect(host.saved).toHaveLength(1);
});

test('a session that has ended shows no error on top', async () => {
  const { host } = await signedInHost(gateway);
  host.interruptions.push(Response.json({ error: {} }, { status: 401 }));
  await downloadPersonalData();
  expect($download.get()).toEqual({ state: 'idle' });
});
