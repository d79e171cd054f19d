import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { environment } from '../../../src/environment.ts';
import { openGateway } from '../../support/gateway.ts';
import { openHost } from '../../support/site-environment.ts';

afterEach(() => vi.unstubAllGlobals());

test('a sign-in waits for no database of the browser, which another tab may hold up', async () => {
  const neverAnswers = { open: () => ({}) };
  vi.stubGlobal('indexedDB', neverAnswers);
  vi.stubGlobal('self', { indexedDB: neverAnswers });
  const gateway = await openGateway();
  onTestFinished(() => gateway.close());
  const { email, password } = await gateway.signUp();
  openHost(gateway);
  const identity = await environment().identity();
  expect(await identity.signIn(email, password)).toMatchObject({ ok: true });
});
