import { beforeEach, expect, test } from 'vitest';
import type { Consent } from '../../../../src/contract/personal-data.ts';
import {
  $consentChange,
  $consents,
  changeConsent,
  dismissConsentChange,
  loadConsents,
} from '../../../../src/features/personal-data/personal-data.store.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import type { TestHost } from '../../../support/site-environment.ts';

let host: TestHost;

const gateway = await gatewayOfFile();
beforeEach(async () => {
  ({ host } = await signedInHost(gateway));
  await loadConsents();
});

function consent(code: string): Consent {
  const consents = $consents.get();
  const found = consents.state === 'loaded' && consents.value.find((each) => each.code === code);
  if (!found) throw new Error(`No consent ${code}`);
  return found;
}

test('a consent is given, withdrawn and given again', async () => {
  expect(consent('BRAND')).toMatchObject({ given: false, history: [] });
  await changeConsent(consent('BRAND'));
  expect(consent('BRAND').given).toBe(true);
  expect($consentChange.get()).toEqual({ state: 'done', message: 'Consentimento dado' });
  await changeConsent(consent('BRAND'));
  expect($consentChange.get()).toEqual({ state: 'done', message: 'Consentimento retirado' });
  await changeConsent(consent('BRAND'));
  expect(consent('BRAND').history).toHaveLength(2);
});

test('a second press waits for the first', async () => {
  const before = host.requests.length;
  await Promise.all([changeConsent(consent('BRAND')), changeConsent(consent('BRAND'))]);
  expect(host.requests).toHaveLength(before + 1);
});

test('a refusal shows and changes nothing', async () => {
  await changeConsent(consent('PRIVACY'));
  expect($consentChange.get()).toMatchObject({
    state: 'failed',
    lines: [expect.stringContaining('Este consentimento é necessário')],
  });
  dismissConsentChange();
  expect(consent('PRIVACY').given).toBe(true);
});

test('a session that has ended shows no error on top', async () => {
  host.interruptions.push(Response.json({ error: {} }, { status: 401 }));
  await changeConsent(consent('BRAND'));
  expect($consentChange.get()).toEqual({ state: 'idle' });
});

test('a list that failed to load can be reloaded', async () => {
  host.interruptions.push(Response.json({}, { status: 500 }));
  await loadConsents();
  expect($consents.get()).toMatchObject({ state: 'failed' });
  await loadConsents();
  expect($consents.get()).toMatchObject({ state: 'loaded' });
});
