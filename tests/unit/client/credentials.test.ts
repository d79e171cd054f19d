import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '../../../src/client/call.ts';
import {
  $credentials,
  parseCredentials,
  readCredentials,
  refreshCredentials,
  startRefreshing,
  storeCredentials,
} from '../../../src/client/credentials.ts';
import { NetworkError } from '../../../src/client/result.ts';
import { getCampaignEndpoint } from '../../../src/contract/campaign.ts';
import { getMeEndpoint } from '../../../src/contract/consumer.ts';
import { environment, type IdentityProvider, setEnvironment } from '../../../src/environment.ts';
import { credentialsKey } from '../../../src/storage-keys.ts';
import { startFastTime, stopFastTime } from '../../support/fast-time.ts';
import { gatewayOfFile } from '../../support/gateway-of-file.ts';
import { openHost, type TestHost } from '../../support/site-environment.ts';
import { waitFor } from '../../support/wait-for.ts';

let host: TestHost;

const gateway = await gatewayOfFile();
const ana = await gateway.signUp();
beforeEach(() => {
  host = openHost(gateway);
});

const now = () => host.now().getTime();

/** An identity service that knows one person or none, or does not answer. */
function identifyAs(refresh: IdentityProvider['refresh']): { asked: number } {
  const count = { asked: 0 };
  const identity = {
    refresh: () => {
      count.asked += 1;
      return refresh();
    },
  };
  setEnvironment({ ...host, identity: async () => identity as IdentityProvider });
  return count;
}

const stored = { version: 1, token: 't', expiresAt: 5, tenantId: 'ours' };

describe('stored credentials', () => {
  test('are read as written, and reported to listeners', () => {
    const heard: unknown[] = [];
    const stop = $credentials.listen((credentials) => heard.push(credentials?.token));
    storeCredentials({ token: 'one', expiresAt: 5 });
    readCredentials();
    host.storage.remove(credentialsKey);
    readCredentials();
    stop();
    expect(heard).toEqual(['one', undefined]);
  });

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another version', JSON.stringify({ ...stored, version: 2 })],
    ['no token', JSON.stringify({ ...stored, token: undefined })],
    ["another tenant's", JSON.stringify({ ...stored, tenantId: 'theirs' })],
  ])('is nothing when it is %s', (_, text) => {
    expect(parseCredentials(text, 'ours')).toBeNull();
    expect(parseCredentials(JSON.stringify(stored), 'ours')).toEqual(stored);
  });
});

describe('an expired token', () => {
  test('is renewed before a call that needs one', async () => {
    storeCredentials({ token: 'old', expiresAt: now() - 1 });
    identifyAs(async () => ({ token: ana.token, expiresAt: now() + 3_600_000 }));
    expect(await call(getMeEndpoint)).toMatchObject({ ok: true, value: { id: ana.id } });
    expect(host.requests[0]?.headers.get('authorization')).toBe(`Bearer ${ana.token}`);
  });

  test('ends no session when its renewal fails once', async () => {
    storeCredentials({ token: 'old', expiresAt: now() - 1 });
    let lost = 1;
    identifyAs(async () => {
      lost -= 1;
      if (lost >= 0) throw new Error('lost');
      return { token: ana.token, expiresAt: now() + 3_600_000 };
    });
    startFastTime('setTimeout', 'clearTimeout');
    const result = await call(getMeEndpoint);
    stopFastTime();
    expect(result).toMatchObject({ ok: true, value: { id: ana.id } });
    expect(readCredentials()?.token).toBe(ana.token);
  });

  test.each([
    ['fails', new NetworkError('unavailable'), 'unavailable'],
    ['breaks', new Error('internal'), 'unavailable'],
    ['is out of reach', new NetworkError('offline'), 'offline'],
  ])('whose renewer %s makes the call fail alike', async (_, failure, kind) => {
    storeCredentials({ token: 'old', expiresAt: now() - 1 });
    identifyAs(() => Promise.reject(failure));
    startFastTime('setTimeout', 'clearTimeout');
    await expect(call(getMeEndpoint)).rejects.toMatchObject({ kind });
    stopFastTime();
    expect(readCredentials()?.token).toBe('old');
  });

  test('is renewed after the gateway’s 401 when a wrong clock let it pass for valid', async () => {
    storeCredentials({ token: 'old', expiresAt: now() - 1 });
    let isWrong = true;
    host.now = () => new Date(gateway.clock.now.getTime() - (isWrong ? 3 * 3_600_000 : 0));
    const identity = identifyAs(async () => ({ token: ana.token, expiresAt: now() + 3_600_000 }));
    // Its answer puts the clock right.
    host.interruptions.push(async (_, send) => {
      isWrong = false;
      return send();
    });
    expect(await call(getMeEndpoint)).toMatchObject({ ok: true, value: { id: ana.id } });
    expect(identity.asked).toBe(1);
    expect(readCredentials()?.token).toBe(ana.token);
  });

  test('is not renewed again when its renewed one is refused too', async () => {
    storeCredentials({ token: 'old', expiresAt: now() + 1 });
    const identity = identifyAs(async () => ({ token: 'new', expiresAt: now() + 7_200_000 }));
    host.interruptions.push(async (_, send) => {
      host.now = () => new Date(gateway.clock.now.getTime() + 3_600_000);
      setEnvironment({ ...host, identity: environment().identity });
      return send();
    });
    expect(await call(getMeEndpoint)).toMatchObject({ ok: false, error: { status: 401 } });
    expect(identity.asked).toBe(1);
    expect(readCredentials()).toBeNull();
  });

  test('is left out of a call that needs none', async () => {
    storeCredentials({ token: 'old', expiresAt: now() - 1 });
    const identity = identifyAs(async () => null);
    await call(getCampaignEndpoint, { parameters: { campaignId: 19 } });
    expect(host.requests[0]?.headers.has('authorization')).toBe(false);
    expect(identity.asked).toBe(0);
  });
});

describe('refreshing', () => {
  test('asks once, however many calls wait for it', async () => {
    storeCredentials({ token: 'old', expiresAt: 0 });
    const identity = identifyAs(async () => ({ token: 'new', expiresAt: now() + 1 }));
    await Promise.all([refreshCredentials(), refreshCredentials()]);
    expect(identity.asked).toBe(1);
    expect(readCredentials()?.token).toBe('new');
  });

  test('keeps the old token if it fails', async () => {
    storeCredentials({ token: 'old', expiresAt: 0 });
    identifyAs(async () => {
      throw new Error('lost');
    });
    await refreshCredentials();
    expect(readCredentials()?.token).toBe('old');
    expect(host.reported).toEqual([new Error('lost')]);
  });

  test('is repeated at once by the next page if its answer was lost', async () => {
    storeCredentials({ token: 'old', expiresAt: 0 });
    identifyAs(async () => {
      throw new Error('lost');
    });
    await refreshCredentials();
    expect(host.storage.get('promo.renewing')).not.toBeNull();
  });

  test('signs out a person whom the service no longer knows', async () => {
    storeCredentials({ token: 'old', expiresAt: 0 });
    identifyAs(async () => null);
    await refreshCredentials();
    expect(readCredentials()).toBeNull();
  });

  test('signs no user in again if it ends after a sign-out', async () => {
    storeCredentials({ token: 'old', expiresAt: 0 });
    identifyAs(async () => {
      host.storage.remove(credentialsKey);
      return { token: 'new', expiresAt: now() + 1 };
    });
    await refreshCredentials();
    expect(readCredentials()).toBeNull();
  });

  test('does nothing when no user is signed in', async () => {
    const identity = identifyAs(async () => null);
    await refreshCredentials();
    expect(identity.asked).toBe(0);
  });
});

describe('a renewal', () => {
  const renewed = () => ({ token: 'new', expiresAt: now() + 3_600_000 });

  beforeEach(() => {
    storeCredentials({ token: 'old', expiresAt: now() + 60_000 });
    vi.useFakeTimers({ toFake: ['setInterval'] });
    vi.stubGlobal('document', { hidden: false });
  });

  test('comes every minute while a page is visible', async () => {
    const identity = identifyAs(async () => renewed());
    startRefreshing();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(identity.asked).toBe(1);
    await waitFor(() => expect(readCredentials()?.token).toBe('new'));
  });

  test('is tried again soon without an answer, a limited number of times', async () => {
    const identity = identifyAs(() => Promise.reject(new Error('no answer')));
    await refreshCredentials([1, 1]);
    await waitFor(() => expect(identity.asked).toBe(3));
    await waitFor(() => expect(host.reported).toHaveLength(3));
    expect(readCredentials()?.token).toBe('old');
  });

  test('is not repeated once it was answered', async () => {
    const identity = identifyAs(async () => renewed());
    await refreshCredentials();
    startRefreshing();
    expect(identity.asked).toBe(1);
  });

  test('waits in a hidden tab until the tab is visible again', async () => {
    const identity = identifyAs(async () => renewed());
    vi.stubGlobal('document', { hidden: true });
    startRefreshing();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(identity.asked).toBe(0);
    vi.stubGlobal('document', { hidden: false });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(identity.asked).toBe(1);
  });

  // Last: this page's own renewal never ends.
  test('interrupted by leaving the page is repeated by the next page', async () => {
    identifyAs(() => new Promise(() => {}));
    void refreshCredentials();
    await waitFor(() => expect(host.storage.get('promo.renewing')).not.toBeNull());
    vi.resetModules();
    const next = await import('../../../src/client/credentials.ts');
    const { setEnvironment: openPage } = await import('../../../src/environment.ts');
    openPage({ ...host, identity: async () => ({ refresh: async () => renewed() }) as never });
    next.startRefreshing();
    await waitFor(() => expect(next.readCredentials()?.token).toBe('new'));
    expect(host.storage.get('promo.renewing')).toBeNull();
  });
});
