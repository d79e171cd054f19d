import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '../../../../src/client/call.ts';
import { draftOf } from '../../../../src/client/storage.ts';
import { getMeEndpoint } from '../../../../src/contract/consumer.ts';
import {
  $session,
  onSignOut,
  rememberWantedPath,
  signIn,
  signOut,
  takeWantedPath,
  watchSession,
  whileSending,
} from '../../../../src/features/session/session.store.ts';
import { credentialsKey, ownerKey, signedOutKey, wantedKey } from '../../../../src/storage-keys.ts';
import { type TestConsumer, wholeSecond } from '../../../support/gateway.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';
import { waitFor } from '../../../support/wait-for.ts';

const gateway = await gatewayOfFile({ now: wholeSecond() });
let host: TestHost;
let ana: TestConsumer;
let bia: TestConsumer;

/** As much of a browser's page as the session follows. */
const reload = vi.fn();
const page = Object.assign(new EventTarget(), {
  location: { pathname: '/perfil', search: '', reload },
});
const marks: Record<string, string> = {};

beforeAll(async () => {
  ana = await gateway.signUp();
  bia = await gateway.signUp();
  // Only now: the database would take a page for a browser to run in.
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { documentElement: { dataset: marks } });
  vi.useFakeTimers({ toFake: ['setInterval'] });
});
beforeEach(async () => {
  host = openHost(gateway);
  watchSession();
  page.dispatchEvent(new Event('pageshow'));
});

const signInAs = ({ consumer, password }: TestConsumer) => signIn(consumer.email, password);
const storedSession = () => host.storage.get(credentialsKey);

/** What another tab does arrives as an event. */
function otherTabSets(value: string | null) {
  if (value === null) host.storage.remove(credentialsKey);
  else host.storage.set(credentialsKey, value);
  page.dispatchEvent(Object.assign(new Event('storage'), { key: credentialsKey }));
}

describe('a session', () => {
  test('begins with the right password, and marks the page', async () => {
    expect(marks).toEqual({ session: 'out' });
    expect(await signInAs(ana)).toEqual({ ok: true, value: null });
    expect($session.get()).toEqual({ state: 'signed-in' });
    expect(marks).toEqual({ session: 'in' });
    expect(await call(getMeEndpoint)).toMatchObject({ ok: true, value: { id: ana.id } });
  });

  test('does not begin with a wrong one', async () => {
    const outcome = await signIn(ana.consumer.email, 'errada');
    expect(outcome).toMatchObject({ ok: false, error: { code: 'auth/invalid-credential' } });
    expect($session.get()).toEqual({ state: 'anonymous' });
  });

  test('accepts an address however it was typed', async () => {
    const outcome = await signIn(` ${ana.consumer.email.toUpperCase()} `, ana.password);
    expect(outcome).toMatchObject({ ok: true });
  });

  test('does not end because of a lost connection', async () => {
    host.interruptions.push('no connection');
    await expect(signInAs(ana)).rejects.toMatchObject({ kind: 'offline' });
  });

  test('ends with everything that was known of the person', async () => {
    let answers = 'of Ana';
    onSignOut(() => {
      answers = '';
    });
    await signInAs(ana);
    draftOf('nota').set('{}');
    const deleted: string[] = [];
    vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) });
    await signOut();
    vi.stubGlobal('caches', undefined);
    expect($session.get()).toEqual({ state: 'anonymous' });
    // A receipt that another app has shared and no page has taken is the person’s too.
    expect(deleted).toEqual(['promo.shared']);
    expect([answers, storedSession(), draftOf('nota').get(), takeWantedPath()]).toEqual([
      '',
      null,
      null,
      null,
    ]);
    expect(await (await host.identity()).refresh()).toBeNull();
  });

  test('ends without a word to what has stopped listening', async () => {
    const heard: string[] = [];
    const stop = onSignOut(() => heard.push('stopped'));
    onSignOut(() => heard.push('listening'));
    stop();
    await signInAs(ana);
    await signOut();
    expect(heard).toEqual(['listening']);
  });

  test('ends the sign-out before it, which pages of receipts ask about', async () => {
    await signInAs(ana);
    await signOut();
    expect(host.storage.get(signedOutKey)).toBe('true');
    await signInAs(ana);
    expect(host.storage.get(signedOutKey)).toBeNull();
  });

  test('ends at a 401, and keeps what was being typed', async () => {
    await signInAs(ana);
    draftOf('nota').set('{"total":"10"}');
    host.interruptions.push(Response.json({ error: {} }, { status: 401 }));
    await call(getMeEndpoint);
    expect($session.get()).toEqual({ state: 'anonymous' });
    expect(storedSession()).toBeNull();
    await signInAs(ana);
    expect(draftOf('nota').get()).toBe('{"total":"10"}');
  });

  test('finds nothing that another user typed before', async () => {
    await signInAs(ana);
    draftOf('nota').set('{"total":"10"}');
    otherTabSets(null);
    await signInAs(bia);
    expect(draftOf('nota').get()).toBeNull();
  });

  test('leaves nothing that its user typed to the next person in a tab beside the sign-out', async () => {
    const typed = ['fale-conosco', 'perfil.endereco'].map(draftOf);
    const texts = () => typed.map((draft) => draft.get());
    await signInAs(ana);
    for (const draft of typed) draft.set('{}');
    rememberWantedPath('/perfil');
    // It just ends, and may go on.
    otherTabSets(null);
    expect(texts()).toEqual(['{}', '{}']);
    await signInAs(ana);
    host.storage.set(signedOutKey, 'true');
    otherTabSets(null);
    expect(texts()).toEqual([null, null]);
    expect(takeWantedPath(), 'chosen after the sign-out beside it').toBe('/perfil');
    for (const draft of typed) draft.set('{}');
    page.dispatchEvent(new Event('pageshow'));
    watchSession();
    expect(texts(), 'of the next person, who has not signed in').toEqual(['{}', '{}']);
  });

  test('finds nothing of the user who was signed in when the tab was opened', async () => {
    await signInAs(ana);
    const session = storedSession();
    otherTabSets(null);
    host.drafts.remove(ownerKey);
    otherTabSets(session);
    draftOf('nota').set('{"total":"10"}');
    otherTabSets(null);
    await signInAs(bia);
    expect(draftOf('nota').get()).toBeNull();
  });

  test('follows the other tabs', async () => {
    await signInAs(ana);
    const session = storedSession();
    otherTabSets(null);
    expect($session.get()).toEqual({ state: 'anonymous' });
    otherTabSets(session);
    expect($session.get()).toEqual({ state: 'signed-in' });
  });

  test('begins in a new page if another person signs in elsewhere', async () => {
    await import('../../../../src/features/session/follow-session.ts');
    await signInAs(bia);
    const session = storedSession();
    otherTabSets(null);
    await signInAs(ana);
    await signInAs(ana);
    expect(reload).not.toHaveBeenCalled();
    otherTabSets(session);
    expect(reload).toHaveBeenCalledOnce();
  });

  test('is refreshed every 60 seconds', async () => {
    await signInAs(ana);
    const before = host.requests.length;
    vi.advanceTimersByTime(59_000);
    expect(host.requests).toHaveLength(before);
    vi.advanceTimersByTime(1_000);
    await waitFor(() => expect(host.requests.at(-1)?.url).toContain('securetoken'));
    expect(host.requests).toHaveLength(before + 1);
    await signOut();
    const after = host.requests.length;
    vi.advanceTimersByTime(120_000);
    expect(host.requests).toHaveLength(after);
  });

  test('ends at the gateway too when signed out, and nowhere else', async () => {
    const elsewhere = await gateway.signIn(ana);
    await signInAs(ana);
    const { token } = JSON.parse(storedSession() ?? '{}');
    await signOut();
    expect((await gateway.call(getMeEndpoint, { token })).status).toBe(401);
    expect((await gateway.call(getMeEndpoint, { token: elsewhere })).status).toBe(200);
  });

  test('is replaced when the password is typed again, and the former one ends', async () => {
    await signInAs(ana);
    const { token: former } = JSON.parse(storedSession() ?? '{}');
    await signInAs(ana);
    await waitFor(async () =>
      expect((await gateway.call(getMeEndpoint, { token: former })).status).toBe(401),
    );
    expect(await call(getMeEndpoint)).toMatchObject({ ok: true });
  });

  test('is signed out of on the device when the gateway is out of reach', async () => {
    await signInAs(ana);
    host.interruptions.push('no connection');
    await signOut();
    expect([$session.get().state, storedSession()]).toEqual(['anonymous', null]);
    expect(host.reported).toEqual([expect.objectContaining({ kind: 'offline' })]);
    expect(await (await host.identity()).refresh()).toBeNull();
  });
});

describe('a page for signed-in people', () => {
  beforeEach(() => {
    watchSession({ guarded: true });
  });

  test('sends others home, and remembers what they wanted', () => {
    expect(host.visited).toEqual(['/']);
    expect(takeWantedPath()).toBe('/perfil');
    expect(takeWantedPath()).toBeNull();
  });

  test('sends along who led them there, to the sign-in too', async () => {
    page.location.search = '?partner=loja-azul';
    await signInAs(ana);
    host.visited.length = 0;
    otherTabSets(null);
    await signInAs(ana);
    host.interruptions.push(Response.json({ error: {} }, { status: 401 }));
    await whileSending(() => call(getMeEndpoint));
    page.location.search = '';
    expect(host.visited).toEqual(['/?partner=loja-azul', '/?partner=loja-azul#entrar']);
  });

  test('is left when the session ends there', async () => {
    await signInAs(ana);
    host.visited.length = 0;
    otherTabSets(null);
    expect(host.visited).toEqual(['/']);
    await signInAs(ana);
    host.interruptions.push(Response.json({ error: {} }, { status: 401 }));
    await call(getMeEndpoint);
    expect(host.visited).toEqual(['/', '/']);
  });

  test('leads to the sign-in when the session ends over what is sent, and back', async () => {
    await signInAs(ana);
    host.visited.length = 0;
    host.interruptions.push(Response.json({ error: {} }, { status: 401 }));
    expect(await whileSending(() => call(getMeEndpoint))).toMatchObject({ ok: false });
    expect(host.visited).toEqual(['/#entrar']);
    expect(takeWantedPath()).toBe('/perfil');
    await signInAs(ana);
    otherTabSets(null);
    expect(host.visited).toEqual(['/#entrar', '/']);
  });

  test('is never the target of a sign-in if it is in a frame', () => {
    takeWantedPath();
    rememberWantedPath('/quadro/resgatar/');
    expect(takeWantedPath()).toBeNull();
  });

  test.each(['https://mau.example', '//mau.example', '/\\mau.example', 'perfil'])(
    'never leads to %s',
    (path) => {
      host.drafts.set(wantedKey, path);
      expect(takeWantedPath()).toBeNull();
    },
  );
});
