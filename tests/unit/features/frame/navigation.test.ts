import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { deleteCredentials } from '../../../../src/client/credentials.ts';
import { createOneTimeCodeEndpoint } from '../../../../src/contract/sign-in.ts';
import { leaveFrameOnNavigation } from '../../../../src/features/frame/navigation.ts';
import { watchSession } from '../../../../src/features/session/session.store.ts';
import { leaveFrameEvent, navigateEvent } from '../../../../src/page-events.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import type { TestHost } from '../../../support/site-environment.ts';

const address = { origin: 'https://promo.exemplo', pathname: '/quadro/entrar/', hash: '' };
const gateway = await gatewayOfFile();
let host: TestHost;
let leave: () => void;

/** Afterwards: a database that finds a window takes the process for a browser. */
beforeAll(() => {
  const location = { ...address, href: address.origin + address.pathname };
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }));
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    querySelector: () => null,
    referrer: '',
  });
  // The page around the frame keeps its user.
  window.addEventListener(leaveFrameEvent, ({ detail }) => {
    detail.isAllowed = Promise.resolve(false);
  });
});

beforeEach(async () => {
  ({ host } = await signedInHost(gateway));
  watchSession();
  leave = leaveFrameOnNavigation(null);
  // The link of the test before is spent.
  window.dispatchEvent(new Event('pagehide'));
});

/** Resolves once the page around was asked. */
async function goTo(path: string): Promise<void> {
  const leaving = new Promise((resolve) => {
    window.addEventListener(leaveFrameEvent, resolve, { once: true });
  });
  const about = { cancelable: true, detail: { path } };
  window.dispatchEvent(new CustomEvent(navigateEvent, about));
  await leaving;
}

const codes = () => host.requests.filter(({ url }) => url.endsWith(createOneTimeCodeEndpoint.path));

test('a second press takes the link of the first, but never that of another person', async () => {
  await goTo('/nova-nota');
  await goTo('/nova-nota');
  expect(codes()).toHaveLength(1);
  const [first] = codes();
  deleteCredentials();
  ({ host } = await signedInHost(gateway));
  watchSession();
  await goTo('/nova-nota');
  expect(codes()).toHaveLength(1);
  const [next] = codes();
  expect(next?.headers.get('authorization')).not.toBe(first?.headers.get('authorization'));
  leave();
});

test('a press does not lengthen the life of a code: after a minute of presses there is another', async () => {
  for (let press = 0; press < 3; press += 1) {
    await goTo('/nova-nota');
    gateway.passTime(45_000);
  }
  expect(codes()).toHaveLength(2);
  leave();
});

test('a link that got no code is asked for again at the next press', async () => {
  host.intercept(`POST ${createOneTimeCodeEndpoint.path}`, Response.json({}, { status: 429 }));
  await goTo('/nova-nota');
  await goTo('/nova-nota');
  expect(codes()).toHaveLength(2);
  leave();
});

test('the home page is the frame itself, also where its address says who led the user there', async () => {
  const detail = { path: '/?partner=loja-azul' };
  window.dispatchEvent(new CustomEvent(navigateEvent, { cancelable: true, detail }));
  await goTo('/perfil');
  expect(codes()).toHaveLength(1);
  leave();
});

test('a user who was led on and comes back gets another link', async () => {
  await goTo('/nova-nota');
  window.dispatchEvent(new Event('pagehide'));
  await goTo('/nova-nota');
  expect(codes()).toHaveLength(2);
  leave();
});
