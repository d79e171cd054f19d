import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { initializeApp } from 'firebase/app';
import {
  type Auth,
  confirmPasswordReset,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updateCurrentUser,
} from 'firebase/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMeEndpoint } from '../../src/contract/consumer.ts';
import { passwordCodeFor } from '../support/email.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';

let site: TestGateway;
let ana: TestConsumer;
let auth: Auth;
let openTab: (name: string) => Auth;
let stop: () => Promise<void>;

/** The real SDK over a real socket, as in the browser. */
beforeAll(async () => {
  site = await openGateway();
  ana = await site.signUp();
  const server = createServer(getRequestListener((request) => site.app(request)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  openTab = (name) => {
    const app = initializeApp({ apiKey: 'embedded' }, name);
    const tab = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(tab, `http://127.0.0.1:${address.port}`, { disableWarnings: true });
    tab.tenantId = 'embedded';
    return tab;
  };
  auth = openTab('first');
  stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
});
afterAll(async () => {
  await stop();
  await site.close();
});

const signIn = (email: string, password: string) =>
  signInWithEmailAndPassword(auth, email, password);

test('the SDK signs in, looks the user up and renews the token', async () => {
  const { user } = await signIn(ana.consumer.email, ana.password);
  expect(user).toMatchObject({ email: ana.consumer.email, tenantId: 'embedded' });
  await user.reload();
  expect(user.providerData[0]?.providerId).toBe('password');
  site.passTime(5000);
  const [first, second] = [await user.getIdToken(), await user.getIdToken(true)];
  expect(second).not.toBe(first);
  expect((await user.getIdTokenResult()).claims.firebase).toMatchObject({ tenant: 'embedded' });
});

test('the SDK keeps each new refresh token, in two tabs that renew at once too', async () => {
  const { user } = await signIn(ana.consumer.email, ana.password);
  const secondTab = openTab('second');
  await updateCurrentUser(secondTab, user);
  const tokens = [user.refreshToken];
  for (let minutes = 0; minutes < 6; minutes += 2) {
    site.passTime(120_000);
    const [here, there] = await Promise.all([
      user.getIdToken(true),
      secondTab.currentUser?.getIdToken(true),
    ]);
    for (const token of [here, there ?? '']) {
      expect((await site.call(getMeEndpoint, { token })).status).toBe(200);
    }
    expect(secondTab.currentUser?.refreshToken).toBe(user.refreshToken);
    tokens.push(user.refreshToken);
  }
  expect(new Set(tokens).size).toBe(4);
});

test.each([
  ['a wrong password', 'auth/invalid-credential', () => signIn(ana.consumer.email, 'Errada1')],
  [
    'an unknown e-mail',
    'auth/invalid-credential',
    () => signIn('ninguem@exemplo.com.br', 'Errada1'),
  ],
  ['a malformed e-mail', 'auth/invalid-email', () => signIn('x', 'Errada1')],
  ['no password', 'auth/missing-password', () => signIn(ana.consumer.email, '')],
  ['a spent code', 'auth/invalid-action-code', () => confirmPasswordReset(auth, 'x', 'Novinha1')],
])('the SDK reads %s as %s', async (_, code, act) => {
  await expect(act()).rejects.toMatchObject({ code });
});

test('the SDK reads another tenant, too many attempts and a disabled user', async () => {
  auth.tenantId = 'other';
  await expect(signIn(ana.consumer.email, ana.password)).rejects.toMatchObject({
    code: 'auth/tenant-not-found',
  });
  auth.tenantId = 'embedded';
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await signIn('alguem@exemplo.com.br', 'Errada1').catch(() => {});
  }
  await expect(signIn('alguem@exemplo.com.br', 'Errada1')).rejects.toMatchObject({
    code: 'auth/too-many-requests',
  });
  const bia = await site.signUp();
  await site.query('update identity_users set disabled = true where email = $1', [
    bia.consumer.email,
  ]);
  await expect(signIn(bia.consumer.email, bia.password)).rejects.toMatchObject({
    code: 'auth/user-disabled',
  });
});

test('the SDK sets a new password by the code in the email', async () => {
  await sendPasswordResetEmail(auth, ana.consumer.email);
  const code = await passwordCodeFor(site, ana.consumer.email);
  await expect(confirmPasswordReset(auth, code, 'fraca')).rejects.toMatchObject({
    code: 'auth/weak-password',
  });
  await confirmPasswordReset(auth, code, 'Novinha1');
  const { user } = await signIn(ana.consumer.email, 'Novinha1');
  expect(user.email).toBe(ana.consumer.email);
  await expect(sendPasswordResetEmail(auth, 'ninguem@exemplo.com.br')).resolves.toBeUndefined();
});

test('a session that was ended elsewhere signs the SDK out', async () => {
  const bia = await site.signUp();
  const { user } = await signIn(bia.consumer.email, bia.password);
  await site.query('delete from identity_sessions where user_id = $1', [user.uid]);
  await expect(user.getIdToken(true)).rejects.toMatchObject({
    code: 'auth/user-token-expired',
  });
  expect(auth.currentUser).toBeNull();
});
