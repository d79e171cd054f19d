import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startHandoff } from '../../../../src/contract/handoff.ts';
import { arrive } from '../../../../src/features/session/arrival.store.ts';
import {
  $session,
  startSession,
  takeWantedPath,
} from '../../../../src/features/session/session.store.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../../../support/gateway.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';

const origin = 'https://promocao.example';
const referrer = `${origin}/quadro/entrar/`;

let gateway: TestGateway;
let host: TestHost;
let ana: TestConsumer;

/** Addresses that took the place of the one with the code. */
const replaced: unknown[] = [];
const page = Object.assign(new EventTarget(), {
  history: { replaceState: (_state: unknown, _title: string, to: unknown) => replaced.push(to) },
});

beforeAll(async () => {
  gateway = await openGateway();
  ana = await gateway.signUp();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});
afterAll(() => gateway.close());
beforeEach(() => {
  host = openHost(gateway);
  startSession();
  page.dispatchEvent(new Event('pageshow'));
  replaced.length = 0;
});

async function arriveWith(about: { code?: string; para?: string }, from = referrer) {
  const code = about.code ?? (await gateway.call(startHandoff, { token: ana.token })).body.code;
  const hash = `#${new URLSearchParams({ codigo: code, para: about.para ?? '/nova-nota' })}`;
  await arrive({ origin, pathname: '/continuar', hash }, from);
  return code;
}

test('whoever comes from a frame of ours is in, and the code left the address', async () => {
  const code = await arriveWith({ para: '/minhas-notas?x=1#nota' });
  expect($session.get().state).toBe('signed-in');
  expect(host.visited).toEqual(['/minhas-notas?x=1#nota']);
  expect(replaced).toEqual(['/continuar']);
  expect(host.requests.map(({ url }) => url).join()).not.toContain(code);
});

test.each([
  'https://mau.example/',
  '//mau.example',
  '/.//mau.example',
  '/x/..//mau.example',
  '/\\mau.example',
  `${origin}//mau.example`,
  'javascript:alert(1)',
])('nobody is led to %s', async (para) => {
  await arriveWith({ para });
  expect(host.visited).toEqual(['/']);
});

test('whose code is spent signs in, and goes on from there', async () => {
  const code = await arriveWith({});
  host = openHost(gateway);
  page.dispatchEvent(new Event('pageshow'));
  await arriveWith({ code });
  expect($session.get().state).toBe('anonymous');
  expect(host.visited).toEqual(['/entrar']);
  expect(takeWantedPath()).toBe('/nova-nota');
});

test.each(['', 'https://mau.example/', `${origin}.mau.example/`])(
  'a code that comes from %j signs nobody in',
  async (from) => {
    await arriveWith({}, from);
    expect($session.get().state).toBe('anonymous');
    expect(host.requests).toEqual([]);
  },
);
