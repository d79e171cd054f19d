import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getMeEndpoint } from '../../../../src/contract/consumer.ts';
import {
  $erasure,
  closeErasure,
  erasureFormConfig,
  openErasure,
} from '../../../../src/features/personal-data/personal-data.store.ts';
import { $session, watchSession } from '../../../../src/features/session/session.store.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { createForm } from '../../../../src/ui/form.ts';
import { startFastTime, stopFastTime } from '../../../support/fast-time.ts';
import { type TestConsumer, wholeSecond } from '../../../support/gateway.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import type { TestHost } from '../../../support/site-environment.ts';

const gateway = await gatewayOfFile({ now: wholeSecond() });
let host: TestHost;
let ana: TestConsumer;

/** As much of a browser's page as the session follows. */
const page = Object.assign(new EventTarget(), { location: { pathname: '/perfil', search: '' } });

beforeAll(async () => {
  await gateway.signUp();
  // Only now: the database would take a page for a browser to run in.
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.useFakeTimers({ toFake: ['setInterval'] });
});
beforeEach(async () => {
  ({ host, consumer: ana } = await signedInHost(gateway));
  openErasure();
  watchSession({ guarded: true });
  page.dispatchEvent(new Event('pageshow'));
  host.visited.length = 0;
});

async function eraseWith(password: string) {
  const form = createForm(erasureFormConfig());
  form.change('password', password);
  await form.submit();
  return form;
}

const subjectOf = ({ token }: TestConsumer) => JSON.parse(atob(token.split('.')[1] ?? '')).sub;

const exists = async () => (await gateway.call(getMeEndpoint, { token: ana.token })).status === 200;

test('the right password erases, signs out and leads home, which says so', async () => {
  const form = await eraseWith(ana.password);
  expect(form.$step.get()).toEqual({ step: 'sent' });
  expect([await exists(), $session.get()]).toEqual([false, { state: 'anonymous' }]);
  expect(new Set(host.visited)).toEqual(new Set(['/#dados-excluidos']));
  expect(host.storage.get(credentialsKey)).toBeNull();
});

test('an erasure deletes the user’s data on the device, and keeps other users’', async () => {
  const { storage, records } = host;
  storage.set('promo.promises', '["promise"]');
  const stored = await records();
  await stored.put('nota', { id: 'nota', owner: subjectOf(ana) });
  await stored.put('outra', { id: 'outra', owner: 'bia' });
  await eraseWith('errada');
  expect(await stored.all()).toHaveLength(2);
  await eraseWith(ana.password);
  expect(await stored.all()).toEqual([{ id: 'outra', owner: 'bia' }]);
  expect(storage.get('promo.promises')).toBeNull();
});

test('a wrong password shows at its field, and the gateway is not asked', async () => {
  const form = await eraseWith('errada');
  expect(form.$visibleErrors.get()).toEqual({ password: 'Usuário/senha incorreto.' });
  expect(host.requests.some(({ url }) => url.endsWith('/erasure'))).toBe(false);
  expect(await exists()).toBe(true);
});

test('a dialog that is closed before the erasure is sent erases nothing, even if it opens again', async () => {
  host.intercept('POST /accounts:signInWithPassword', async (_, send) => {
    closeErasure();
    openErasure();
    return send();
  });
  await eraseWith(ana.password);
  expect($erasure.get()).toEqual({ state: 'open' });
  expect(host.postsTo('/erasure')).toEqual([]);
  expect([await exists(), host.visited]).toEqual([true, []]);
});

test('a dialog whose erasure has been sent cannot be closed before its answer', async () => {
  host.intercept('POST /erasure', async () => {
    closeErasure();
    expect($erasure.get()).toEqual({ state: 'sending' });
    return Response.json({}, { status: 500 });
  });
  const form = await eraseWith(ana.password);
  expect([$erasure.get().state, form.$step.get().step]).toEqual(['open', 'failed']);
  closeErasure();
  expect($erasure.get()).toEqual({ state: 'closed' });
});

test('an erasure whose answer was lost ends as if it had arrived', async () => {
  host.intercept('POST /erasure', 'answer lost');
  const form = await eraseWith(ana.password);
  expect(host.postsTo('/erasure')).toHaveLength(2);
  expect(form.$step.get()).toEqual({ step: 'sent' });
  expect(new Set(host.visited)).toEqual(new Set(['/#dados-excluidos']));
});

async function eraseInFastTime() {
  await (await host.records()).put('nota', { id: 'nota', owner: subjectOf(ana) });
  startFastTime('setTimeout', 'clearTimeout');
  const form = await eraseWith(ana.password);
  stopFastTime();
  return form;
}

test('an erasure without any answer ends once the session cannot be renewed', async () => {
  host.intercept('POST /erasure', 'answer lost', 3);
  const form = await eraseInFastTime();
  expect(form.$step.get()).toEqual({ step: 'sent' });
  expect(new Set(host.visited)).toEqual(new Set(['/#dados-excluidos']));
  expect(await (await host.records()).all()).toEqual([]);
});

test('an erasure that the gateway never got leaves everything until a later try', async () => {
  host.intercept('POST /erasure', 'no connection', 3);
  const form = await eraseInFastTime();
  expect(form.$step.get()).toMatchObject({ step: 'failed' });
  expect([await exists(), host.visited]).toEqual([true, []]);
  expect(await (await host.records()).all()).toHaveLength(1);
  await form.submit();
  expect([form.$step.get().step, await exists()]).toEqual(['sent', false]);
});

test('an erasure without any answer ends at a later try, and the device keeps nothing', async () => {
  host.intercept('POST /erasure', 'answer lost', 3);
  host.intercept('POST /token', 'no connection');
  const form = await eraseInFastTime();
  expect(form.$step.get()).toMatchObject({ step: 'failed' });
  expect([await exists(), host.visited]).toEqual([false, []]);
  // This says nothing about the erasure.
  host.interruptions.push(Response.json({ error: { code: 'RATE_LIMITED' } }, { status: 429 }));
  await form.submit();
  expect([form.$step.get().step, host.visited]).toEqual(['failed', []]);
  await form.submit();
  expect(form.$step.get()).toEqual({ step: 'sent' });
  expect(new Set(host.visited)).toEqual(new Set(['/#dados-excluidos']));
  expect(await (await host.records()).all()).toEqual([]);
});

test('a session that ended elsewhere is no erasure', async () => {
  await gateway.query('update identity_users set disabled = true where id = $1', [subjectOf(ana)]);
  await eraseWith(ana.password);
  expect(new Set(host.visited)).toEqual(new Set(['/']));
});

test('a refusal of the gateway shows, and the user stays', async () => {
  host.intercept(
    'POST /erasure',
    Response.json(
      { statusCode: 409, error: { code: 'NOT_ALLOWED_NOW', message: 'Espere o pagamento' } },
      { status: 409 },
    ),
  );
  const form = await eraseWith(ana.password);
  expect(form.$step.get()).toEqual({ step: 'failed', lines: ['Espere o pagamento'] });
  expect([await exists(), host.visited]).toEqual([true, []]);
});
