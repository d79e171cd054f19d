import { atom } from 'nanostores';
import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../../src/client/call.ts';
import { resource } from '../../../src/client/resource.ts';
import { NetworkError } from '../../../src/client/result.ts';
import { getCampaignEndpoint, getPrizesEndpoint } from '../../../src/contract/campaign.ts';
import { getMeEndpoint } from '../../../src/contract/consumer.ts';
import type { Result } from '../../../src/contract/errors.ts';
import { gatewayOfFile } from '../../support/gateway-of-file.ts';
import { openHost, type TestHost } from '../../support/site-environment.ts';

const gateway = await gatewayOfFile();

let host: TestHost;
beforeEach(() => {
  host = openHost(gateway);
});

/** Answers come when the test gives them. */
function answeredByHand() {
  const waiting: ((result: Result<string> | NetworkError) => void)[] = [];
  const fetch = () =>
    new Promise<Result<string>>((resolve, reject) =>
      waiting.push((result) => (result instanceof Error ? reject(result) : resolve(result))),
    );
  const answer = (value: string) => waiting.shift()?.({ ok: true, value });
  const fail = () => waiting.shift()?.(new NetworkError('offline'));
  return { fetch, answer, fail, waiting };
}

test('a resource is loading until the gateway has answered, then known', async () => {
  const campaign = resource(() => call(getCampaignEndpoint));
  expect(campaign.$state.get()).toEqual({ state: 'loading' });
  await campaign.load();
  expect(campaign.$state.get()).toMatchObject({ state: 'loaded', value: { id: 19 } });
});

test('a refusal and a gateway out of reach are failures with lines to read', async () => {
  const me = resource(() => call(getMeEndpoint));
  await me.load();
  expect(me.$state.get()).toMatchObject({ state: 'failed', lines: [expect.any(String)] });
  expect(host.reported).toEqual([]);
  const broken = resource(() => Promise.reject(new NetworkError('offline')));
  await broken.load();
  expect(broken.$state.get()).toEqual({
    state: 'failed',
    lines: ['Ocorreu algum erro desconhecido, entre com contato com o suporte.'],
  });
  expect(host.reported).toHaveLength(1);
});

test('a resource that a device without a network cannot load says first what to do', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const broken = resource(() => Promise.reject(new NetworkError('offline')));
  await broken.load();
  expect(broken.$state.get()).toMatchObject({
    lines: [
      'Sem conexão. Confira a sua internet e tente de novo.',
      'Ocorreu algum erro desconhecido, entre com contato com o suporte.',
    ],
  });
  vi.unstubAllGlobals();
});

test('a resource shows that it is reloading, unless stale data should stay', async () => {
  const { fetch, answer } = answeredByHand();
  for (const keepStale of [false, true]) {
    const store = resource(fetch, { keepStale });
    const first = store.load();
    answer('old');
    await first;
    const second = store.load();
    expect(store.$state.get().state).toBe(keepStale ? 'loaded' : 'loading');
    answer('new');
    await second;
    expect(store.$state.get()).toEqual({ state: 'loaded', value: 'new' });
  }
});

test('a resource keeps its value when reloading fails, says so, and drops it for a retry', async () => {
  const { fetch, answer, fail } = answeredByHand();
  const store = resource(fetch, { keepStale: true });
  const first = store.load();
  answer('old');
  await first;
  const second = store.load();
  fail();
  await second;
  const staleSince = expect.any(Date);
  expect(store.$state.get()).toEqual({ state: 'loaded', value: 'old', staleSince });
  const again = store.load();
  answer('new');
  await again;
  expect(store.$state.get()).toEqual({ state: 'loaded', value: 'new' });
  const third = store.retry();
  expect(store.$state.get()).toEqual({ state: 'loading' });
  fail();
  await third;
  expect(store.$state.get().state).toBe('failed');
});

test('a value that a change set is stale since then', async () => {
  const { fetch, answer, fail } = answeredByHand();
  const store = resource(fetch, { keepStale: true });
  const first = store.load();
  answer('old');
  await first;
  const { now } = gateway.clock;
  gateway.passTime(300_000);
  const changedAt = host.now();
  store.$state.set({ state: 'loaded', value: 'changed' });
  gateway.passTime(300_000);
  const second = store.load();
  fail();
  await second;
  gateway.clock.now = now;
  expect(store.$state.get()).toEqual({ state: 'loaded', value: 'changed', staleSince: changedAt });
});

test('an outdated answer changes nothing', async () => {
  const { fetch, answer, waiting } = answeredByHand();
  const store = resource(fetch, { keepStale: true });
  const older = store.load();
  const newer = store.load();
  waiting.reverse();
  answer('newer');
  answer('older');
  await Promise.all([older, newer]);
  expect(store.$state.get()).toEqual({ state: 'loaded', value: 'newer' });

  const late = store.load();
  store.$state.set({ state: 'loaded', value: 'set meanwhile' });
  answer('late');
  await late;
  expect(store.$state.get()).toEqual({ state: 'loaded', value: 'set meanwhile' });

  const forgotten = store.load();
  store.clear();
  answer('of the user before');
  await forgotten;
  expect(store.$state.get()).toEqual({ state: 'loading' });
});

test('a resource can be loaded while another store notifies its listeners', async () => {
  const { fetch, answer } = answeredByHand();
  const store = resource(fetch);
  const $session = atom('anonymous');
  let loading = Promise.resolve();
  $session.listen(() => {
    loading = store.load();
  });
  $session.set('signed-in');
  answer('of the user');
  await loading;
  expect(store.$state.get()).toEqual({ state: 'loaded', value: 'of the user' });
});

test('a resource passes its current value to the next read', async () => {
  const seen: unknown[] = [];
  const prizes = resource(
    (before: unknown) => {
      seen.push(before);
      return call(getPrizesEndpoint);
    },
    { keepStale: true },
  );
  await prizes.load();
  await prizes.load();
  expect(seen).toEqual([null, expect.any(Array)]);
});
