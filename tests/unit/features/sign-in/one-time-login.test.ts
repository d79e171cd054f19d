import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readCredentials } from '../../../../src/client/credentials.ts';
import { getMeEndpoint } from '../../../../src/contract/consumer.ts';
import { createOneTimeCodeEndpoint } from '../../../../src/contract/sign-in.ts';
import {
  $session,
  signIn,
  takeWantedPath,
  watchSession,
} from '../../../../src/features/session/session.store.ts';
import {
  $isLeaving,
  $oneTimeLogin,
  confirmOneTimeLogin,
  continueOneTimeLogin,
  declineOneTimeLogin,
  signInInstead,
  startOneTimeLogin,
} from '../../../../src/features/sign-in/one-time-login.store.ts';
import { maskEmail } from '../../../../src/rules/people/person-fields.ts';
import { credentialsKey, wantedKey } from '../../../../src/storage-keys.ts';
import { startFastTime, stopFastTime } from '../../../support/fast-time.ts';
import type { TestConsumer } from '../../../support/gateway.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';
import { waitFor } from '../../../support/wait-for.ts';

const origin = 'https://promocao.example';
const partner = 'https://loja.example';
const referrer = `${origin}/quadro/entrar/`;

const gateway = await gatewayOfFile({ settings: { allowedOrigins: [origin, partner] } });
let host: TestHost;
let ana: TestConsumer;

/** Addresses that took the place of the one with the code. */
const replaced: unknown[] = [];
const history = {
  state: null as unknown,
  replaceState(state: unknown, _title: string, to: unknown) {
    history.state = state;
    replaced.push(to);
  },
};
const page = Object.assign(new EventTarget(), { history });

beforeAll(() => {
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});
beforeEach(async () => {
  // Each test anew: a sign-out at the site ends her session in the frame too.
  ana = await gateway.signUp();
  // A call that fails is tried again after pauses.
  startFastTime('setTimeout', 'clearTimeout');
  host = openHost(gateway);
  watchSession();
  page.dispatchEvent(new Event('pageshow'));
  replaced.length = 0;
  history.state = null;
});

afterEach(stopFastTime);

async function newCode(asker = origin): Promise<string> {
  const headers = { origin: asker };
  return (await gateway.call(createOneTimeCodeEndpoint, { token: ana.token, headers })).body.code;
}

async function arriveWith(about: { code?: string; para?: string }, from = referrer) {
  const code = about.code ?? (await newCode());
  const hash = `#${new URLSearchParams({ codigo: code, para: about.para ?? '/nova-nota' })}`;
  await startOneTimeLogin({ origin, pathname: '/continuar', hash }, from);
  return code;
}

/** The page again, as a reload finds it. */
const reload = (from = referrer) =>
  startOneTimeLogin({ origin, pathname: '/continuar', hash: '' }, from);

const paths = () => host.requests.map(({ url }) => new URL(url).pathname);
const sessionState = () => $session.get().state;

test('a user who comes from one of our frames is signed in, and the code left the address', async () => {
  const code = await arriveWith({ para: '/minhas-notas?x=1#nota' });
  expect(sessionState()).toBe('signed-in');
  expect(host.visited).toEqual(['/minhas-notas?x=1#nota']);
  expect(replaced).toEqual(['/continuar']);
  expect(host.requests.map(({ url }) => url).join()).not.toContain(code);
});

test.each([`${partner}/`, `${partner}/loja?x=1`])(
  'a user who signed up in the document of a partner’s page comes from %s and is in',
  async (from) => {
    await arriveWith({ code: await newCode(partner) }, from);
    expect(sessionState()).toBe('signed-in');
    expect(host.visited).toEqual(['/nova-nota']);
  },
);

test('a browser that stores nothing is not signed in for one page only', async () => {
  host.keepsSession = () => false;
  await arriveWith({});
  const lines = [expect.stringContaining('permita cookies')];
  expect($oneTimeLogin.get()).toEqual({ state: 'failed', lines, isSessionOpen: false });
  expect([host.requests, host.visited]).toEqual([[], []]);
  host.keepsSession = () => true;
  await reload();
  expect(sessionState()).toBe('signed-in');
});

test.each([
  'https://mau.example/',
  '//mau.example',
  '/.//mau.example',
  '/x/..//mau.example',
  '/\\mau.example',
  `${origin}//mau.example`,
  'https://[',
  'javascript:alert(1)',
  '/continuar#codigo=x&para=/perfil',
  '/x/../%2563ontinuar/?x',
])('no one is redirected to %s', async (para) => {
  await arriveWith({ para });
  expect(host.visited).toEqual(['/']);
});

test('a user whose code is spent reads so, signs in, and continues from there', async () => {
  const code = await arriveWith({});
  host = openHost(gateway);
  page.dispatchEvent(new Event('pageshow'));
  await arriveWith({ code });
  expect(sessionState()).toBe('anonymous');
  expect($oneTimeLogin.get()).toEqual({ state: 'expired', isSessionOpen: false });
  await signInInstead();
  expect(host.visited).toEqual(['/entrar']);
  expect(takeWantedPath()).toBe('/nova-nota');
});

test('a link that sends a user to sign in first does not lead them on to its maker’s code', async () => {
  const para = `/continuar#${new URLSearchParams({ codigo: await newCode(), para: '/perfil' })}`;
  await arriveWith({ code: 'x', para }, 'https://mau.example/');
  await signInInstead();
  expect(host.visited).toEqual(['/entrar']);
  expect(takeWantedPath()).toBe('/');
});

test.each([
  ['', origin],
  ['https://mau.example/', origin],
  [`${origin}.mau.example/`, origin],
  [referrer, partner],
  [`${partner}/`, origin],
])('a code that comes from %j is asked about where %j asked for it', async (from, asker) => {
  await arriveWith({ code: await newCode(asker) }, from);
  const email = maskEmail(ana.consumer.email);
  expect($oneTimeLogin.get()).toEqual({ state: 'asking', email, signedInAs: null });
  expect([sessionState(), host.visited]).toEqual(['anonymous', []]);
  expect([host.storage.get(credentialsKey), host.drafts.get(wantedKey)]).toEqual([null, null]);

  await confirmOneTimeLogin();
  expect(sessionState()).toBe('signed-in');
  expect(host.visited).toEqual(['/nova-nota']);
});

test('a user who says no signs in and continues there, without spending the code', async () => {
  const code = await arriveWith({}, '');
  const pathsBefore = paths();
  declineOneTimeLogin();
  expect(paths()).toEqual(pathsBefore);
  expect(host.visited).toEqual(['/entrar']);
  expect(takeWantedPath()).toBe('/nova-nota');
  await arriveWith({ code });
  expect(sessionState()).toBe('signed-in');
});

test('a user who declines while sign-in is switched off is led to the dialog that says so', async () => {
  host.site.hotsite.login = { ...host.site.hotsite.login, enabled: false };
  await arriveWith({}, '');
  declineOneTimeLogin();
  expect(host.visited).toEqual(['/#entrar']);
});

test('the question is still there when the page is loaded again, and asks once the code is spent', async () => {
  await arriveWith({}, '');
  await reload('');
  expect($oneTimeLogin.get().state).toBe('asking');
  await confirmOneTimeLogin();
  expect(sessionState()).toBe('signed-in');
  host = openHost(gateway);
  page.dispatchEvent(new Event('pageshow'));
  await reload('');
  expect([sessionState(), $oneTimeLogin.get().state]).toEqual(['anonymous', 'expired']);
});

test('a yes that comes too late reads so, and leads to the sign-in by a press', async () => {
  await arriveWith({}, '');
  gateway.passTime(60_000);
  await confirmOneTimeLogin();
  expect($oneTimeLogin.get()).toEqual({ state: 'expired', isSessionOpen: false });
  expect(host.visited).toEqual([]);
  await signInInstead();
  expect([sessionState(), host.visited]).toEqual(['anonymous', ['/entrar']]);
});

describe('where another person is signed in on this device', () => {
  beforeEach(async () => {
    const bia = await gateway.signUp({ email: `bia.${Date.now()}@exemplo.com.br` });
    await signIn(bia.consumer.email, bia.password);
    host.requests.length = 0;
  });

  test('the question says so, and a no leads on as them', async () => {
    await arriveWith({}, 'https://mau.example/');
    expect($oneTimeLogin.get()).toMatchObject({ signedInAs: 'bi•••@exemplo.com.br' });
    declineOneTimeLogin();
    expect([sessionState(), host.visited]).toEqual(['signed-in', ['/nova-nota']]);
  });

  test.each([referrer, `${partner}/`])(
    'a code that comes from %s is asked about, also once their token is old',
    async (from) => {
      const asker = new URL(from).origin;
      await arriveWith({ code: await newCode(asker) }, from);
      expect($oneTimeLogin.get()).toMatchObject({ signedInAs: 'bi•••@exemplo.com.br' });
      const code = await newCode(asker);
      host.storage.set(credentialsKey, JSON.stringify({ ...readCredentials(), expiresAt: 0 }));
      await arriveWith({ code }, from);
      expect($oneTimeLogin.get()).toMatchObject({ signedInAs: 'bi•••@exemplo.com.br' });
    },
  );

  test('a yes ends their session', async () => {
    const token = readCredentials()?.token ?? '';
    await arriveWith({}, '');
    await confirmOneTimeLogin();
    expect([sessionState(), host.visited]).toEqual(['signed-in', ['/nova-nota']]);
    await waitFor(async () =>
      expect((await gateway.call(getMeEndpoint, { token })).status).toBe(401),
    );
  });

  test('a link with a code that was never given ends no session', async () => {
    await arriveWith({ code: 'x' }, 'https://mau.example/');
    expect($oneTimeLogin.get()).toEqual({ state: 'expired', isSessionOpen: true });
    declineOneTimeLogin();
    expect([sessionState(), host.visited]).toEqual(['signed-in', ['/nova-nota']]);
  });

  test.each([referrer, ''])('a code from %j that came too late is not theirs', async (from) => {
    const code = await newCode();
    if (from === '') await arriveWith({ code }, from);
    gateway.passTime(60_000);
    await (from === '' ? confirmOneTimeLogin() : arriveWith({ code }, from));
    expect([$oneTimeLogin.get(), host.visited]).toEqual([
      { state: 'expired', isSessionOpen: true },
      [],
    ]);
    await signInInstead();
    expect([sessionState(), host.visited]).toEqual(['anonymous', ['/entrar']]);
    expect(takeWantedPath()).toBe('/nova-nota');
  });

  test('a user who does not wait for a connection signs in with a password', async () => {
    host.interruptions.push('no connection', 'no connection', 'no connection');
    await arriveWith({});
    expect($oneTimeLogin.get()).toMatchObject({ state: 'failed', isSessionOpen: true });
    await signInInstead();
    expect([sessionState(), host.visited]).toEqual(['anonymous', ['/entrar']]);
  });

  test('a second press while the open session ends does not end it again', async () => {
    await arriveWith({}, '');
    const presses = [signInInstead(), signInInstead()];
    expect($isLeaving.get()).toBe(true);
    await Promise.all(presses);
    expect($isLeaving.get()).toBe(false);
    expect(host.visited).toEqual(['/entrar']);
  });

  test('the code’s owner is not asked', async () => {
    await signIn(ana.consumer.email, ana.password);
    await arriveWith({}, '');
    expect([sessionState(), host.visited]).toEqual(['signed-in', ['/nova-nota']]);
  });
});

describe('without a connection', () => {
  const unreachable = (tries: number) =>
    host.interruptions.push(...Array.from({ length: tries }, () => 'no connection' as const));

  test.each([referrer, ''])('nothing is lost: coming from %j it is tried again', async (from) => {
    unreachable(3);
    await arriveWith({ code: await newCode() }, from);
    const lines = ['Sem conexão. Confira a sua internet e tente de novo.'];
    expect($oneTimeLogin.get()).toEqual({ state: 'failed', lines, isSessionOpen: false });
    expect(host.visited).toEqual([]);
    await continueOneTimeLogin();
    if ($oneTimeLogin.get().state === 'asking') {
      unreachable(3);
      await confirmOneTimeLogin();
      expect($oneTimeLogin.get().state).toBe('failed');
      await continueOneTimeLogin();
    }
    expect([sessionState(), host.visited]).toEqual(['signed-in', ['/nova-nota']]);
  });

  test('a user whose code was exchanged continues from there', async () => {
    host.intercept('POST /accounts:signInWithCustomToken', 'no connection');
    await arriveWith({});
    expect($oneTimeLogin.get().state).toBe('failed');
    await continueOneTimeLogin();
    expect([sessionState(), host.visited]).toEqual(['signed-in', ['/nova-nota']]);
    expect(paths().filter((path) => path === '/api/handoff/session')).toHaveLength(1);
  });

  test('a user who does not want to wait signs in', async () => {
    unreachable(3);
    await arriveWith({});
    declineOneTimeLogin();
    expect([host.visited, takeWantedPath()]).toEqual([['/entrar'], '/nova-nota']);
  });
});
