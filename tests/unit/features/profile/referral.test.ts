import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteCredentials, storeCredentials } from '../../../../src/client/credentials.ts';
import { type Device, setEnvironment } from '../../../../src/environment.ts';
import { $copy, shareCode } from '../../../../src/features/profile/referral.store.ts';
import { watchSession } from '../../../../src/features/session/session.store.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';

const text = `Participe comigo da promoção Escovou, Brilhou!
Meu código de indicação: BRI7K2Q
http://127.0.0.1:4321/?mgm=BRI7K2Q`;

let host: TestHost;

const gateway = await gatewayOfFile({ variant: 'all' });
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
beforeEach(() => {
  host = openHost(gateway);
});
afterEach(() => vi.runAllTimers());

function onDevice(device: Partial<Device>) {
  setEnvironment({ ...host, device: { ...host.device, ...device } });
}

test('the referral text is copied on other devices than phones, even with native sharing', async () => {
  const shared: string[] = [];
  onDevice({ share: async (sharedText) => void shared.push(sharedText) });
  await shareCode('BRI7K2Q');
  expect([host.copied, shared]).toEqual([[text], []]);
});

test('the notice shows for three seconds after the last press', async () => {
  await shareCode('BRI7K2Q');
  vi.advanceTimersByTime(2000);
  await shareCode('BRI7K2Q');
  vi.advanceTimersByTime(2999);
  expect($copy.get()).toEqual({ state: 'copied' });
  vi.advanceTimersByTime(1);
  expect($copy.get()).toEqual({ state: 'none' });
});

test('the referral text is shared on a phone', async () => {
  const shared: string[] = [];
  onDevice({ isMobile: () => true, share: async (sharedText) => void shared.push(sharedText) });
  await shareCode('BRI7K2Q');
  expect([shared, host.copied, $copy.get().state]).toEqual([[text], [], 'none']);
});

test('a phone without native share copies', async () => {
  onDevice({ isMobile: () => true });
  await shareCode('BRI7K2Q');
  expect([host.copied, $copy.get().state]).toEqual([[text], 'copied']);
});

test('a share that the person closes is no failure', async () => {
  const closed = new DOMException('Share canceled', 'AbortError');
  onDevice({ isMobile: () => true, share: () => Promise.reject(closed) });
  await shareCode('BRI7K2Q');
  expect([host.copied, host.reported, $copy.get().state]).toEqual([[], [], 'none']);
});

test('a copy that fails is logged, and leaves the link in view to be copied by hand', async () => {
  const denied = new DOMException('Write permission denied', 'NotAllowedError');
  onDevice({ copy: () => Promise.reject(denied) });
  await shareCode('BRI7K2Q');
  expect([host.reported, $copy.get()]).toEqual([
    [denied],
    { state: 'failed', link: 'http://127.0.0.1:4321/?mgm=BRI7K2Q' },
  ]);
});

test('a link to be copied by hand is forgotten with its session', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  onDevice({ copy: () => Promise.reject(new DOMException('Denied', 'NotAllowedError')) });
  storeCredentials({ token: 't', expiresAt: host.now().getTime() + 60_000 });
  watchSession();
  await shareCode('BRI7K2Q');
  deleteCredentials();
  expect($copy.get()).toEqual({ state: 'none' });
  vi.unstubAllGlobals();
});
