import { deleteApp, getApps } from '@firebase/app';
import { getAuth } from '@firebase/auth';
import { afterEach, expect, test, vi } from 'vitest';
import { environment } from '../../../src/environment.ts';
import { failureResponse } from '../../../src/gateway/http/response.ts';
import { gatewayOfFile } from '../../support/gateway-of-file.ts';
import { openHost } from '../../support/site-environment.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const gateway = await gatewayOfFile();
const { email, password } = await gateway.signUp();

async function signInAtHost() {
  const host = openHost(gateway);
  const identity = await environment().identity();
  expect(await identity.signIn(email, password)).toMatchObject({ ok: true });
  return host;
}

/** The next page of the same browser, whose SDK finds the user in its storage. */
async function openNextPage() {
  await Promise.all(getApps().map(deleteApp));
  return environment().identity();
}

test('a sign-in waits for no database of the browser, which another tab may hold up', async () => {
  const neverAnswers = { open: () => ({}) };
  vi.stubGlobal('indexedDB', neverAnswers);
  vi.stubGlobal('self', { indexedDB: neverAnswers });
  await signInAtHost();
});

const refusal = (status: number, message: string, headers = {}) =>
  Response.json({ error: { code: status, message } }, { status, headers });

const passingAnswers: [string, Response][] = [
  ['a gateway without its database', failureResponse('UNAVAILABLE')],
  ['a gateway that fails', failureResponse('INTERNAL_ERROR')],
  ['Google’s service when it fails', refusal(503, 'The service is currently unavailable.')],
  ['Google’s quota', refusal(429, 'RESOURCE_EXHAUSTED')],
  ['too many calls', refusal(400, 'TOO_MANY_ATTEMPTS_TRY_LATER', { 'retry-after': '30' })],
];

test.each(passingAnswers)('a page that opens before %s keeps its user', async (_, answer) => {
  const host = await signInAtHost();
  host.interruptions.push(answer, answer);
  const identity = await openNextPage();
  await expect(identity.refresh()).rejects.toMatchObject({ name: 'NetworkError' });
  expect(await identity.refresh()).toMatchObject({ token: expect.any(String) });
});

test('a page that opens with an expired token before a failing gateway keeps its user', async () => {
  const host = await signInAtHost();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
  host.intercept('POST /token', failureResponse('UNAVAILABLE'), 2);
  const identity = await openNextPage();
  await expect(identity.refresh()).rejects.toMatchObject({ name: 'NetworkError' });
  expect(await identity.refresh()).toMatchObject({ token: expect.any(String) });
});

test.each([
  ['sends the refresh token that another tab has got', 'same', 'renewed-elsewhere'],
  ['sends its own where another person has signed in elsewhere', 'other', null],
])('a renewal %s', async (_, person, expected) => {
  const host = await signInAtHost();
  const identity = await environment().identity();
  const [user] = getApps().map((app) => getAuth(app).currentUser);
  const own = user?.refreshToken;
  // Phones tell the SDK of a page late what other tabs have stored, and that of a frozen page never.
  const stored = {
    uid: person === 'same' ? user?.uid : 'other',
    stsTokenManager: { refreshToken: 'renewed-elsewhere' },
  };
  host.storage.set('firebase:authUser:embedded:[DEFAULT]', JSON.stringify(stored));
  host.intercept('POST /token', 'no connection');
  await identity.refresh().catch(() => {});
  const [request] = host.postsTo('/token');
  const sent = new URLSearchParams(await request?.text()).get('refresh_token');
  expect(sent).toBe(expected ?? own);
});

test('a page that opens for a user who is gone has none', async () => {
  const host = await signInAtHost();
  host.interruptions.push(refusal(400, 'USER_NOT_FOUND'));
  expect(await (await openNextPage()).refresh()).toBeNull();
});

test('a sign-in before a gateway that fails ends with its failure', async () => {
  const host = openHost(gateway);
  const identity = await environment().identity();
  await identity.refresh();
  host.intercept('POST /accounts:lookup', failureResponse('UNAVAILABLE'));
  await expect(identity.signIn(email, password)).rejects.toMatchObject({ status: 503 });
});

test.each([
  [500, 'server'],
  [504, 'unavailable'],
  [403, 'contract'],
])('a sign-in that a proxy answers with %d ends with that status', async (status, kind) => {
  const host = openHost(gateway);
  const identity = await environment().identity();
  await identity.refresh();
  const answer = new Response('<html>', { status });
  host.intercept('POST /accounts:signInWithPassword', answer);
  await expect(identity.signIn(email, password)).rejects.toMatchObject({ kind, status });
});
