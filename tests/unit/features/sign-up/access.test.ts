import { beforeEach, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../../../src/environment.ts';
import { canSignUp, redirectVisitor } from '../../../../src/features/sign-up/access.ts';
import { clockKey } from '../../../../src/storage-keys.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';

let host: TestHost;

const gateway = await gatewayOfFile();
beforeEach(() => {
  host = openHost(gateway);
});

test('the sign-up is closed for users who are signed in, and where registrations are not open', async () => {
  expect(canSignUp()).toBe(true);
  host.site.hotsite.registration = { ...host.site.hotsite.registration, enabled: false };
  expect(canSignUp()).toBe(false);
  openHost(gateway, 'not-started');
  expect(canSignUp()).toBe(false);
  await signedInHost(gateway);
  expect(canSignUp()).toBe(false);
});

describe('the page of the sign-up', () => {
  /** Where a visitor is sent; null if they can sign up here. */
  const redirect = async (): Promise<string | null> => {
    await redirectVisitor();
    return host.visited.at(-1) ?? null;
  };
  const registration = (change: Partial<TestHost['site']['hotsite']['registration']>) => {
    const { hotsite } = host.site;
    hotsite.registration = { ...hotsite.registration, ...change };
  };

  test('is for visitors while people may register', async () => {
    expect(await redirect()).toBeNull();
  });

  test('gives way to the wizard when it is switched off', async () => {
    registration({ newPageEnabled: false });
    expect(await redirect()).toBe('/#cadastro');
  });

  test('leads to the page that says so while registrations are switched off', async () => {
    registration({ enabled: false });
    expect(await redirect()).toBe('/#cadastro');
  });

  test('is home, which announces the campaign, before the start', async () => {
    host = openHost(gateway, 'not-started');
    expect(await redirect()).toBe('/');
  });

  test('gives way to the closed dialog after the end', async () => {
    host = openHost(gateway, 'over');
    expect(await redirect()).toBe('/#encerrada');
  });

  test('gives way to the closed dialog after the end for a signed-in user too', async () => {
    ({ host } = await signedInHost(gateway));
    setEnvironment({ ...host, phase: () => 'over' });
    expect(await redirect()).toBe('/#encerrada');
  });

  test('stays for a visitor whose clock is ahead', async () => {
    const { storage } = host;
    setEnvironment({ ...host, phase: () => (storage.get(clockKey) === null ? 'over' : 'open') });
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    const headers = { date, 'cache-control': 'no-store' };
    host.interruptions.push(Response.json([], { headers }));
    expect(await redirect()).toBeNull();
    expect(host.requests).toHaveLength(1);
  });

  test('sends a signed-in user home', async () => {
    ({ host } = await signedInHost(gateway));
    expect(await redirect()).toBe('/');
  });
});
