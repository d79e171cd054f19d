import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readCredentials } from '../../../../src/client/credentials.ts';
import { guestIdentity } from '../../../../src/client/guest-identity.ts';
import { getMeEndpoint } from '../../../../src/contract/consumer.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import {
  rememberWantedPath,
  takeWantedPath,
} from '../../../../src/features/session/session.store.ts';
import { isNewAccount, signInFormConfig } from '../../../../src/features/sign-in/sign-in.store.ts';
import { homeFormConfig } from '../../../../src/features/sign-up/sign-up-config.ts';
import * as creating from '../../../../src/features/sign-up/submit-sign-up.ts';
import { unknownFailure } from '../../../../src/rules/messages/messages.ts';
import { formatCpf } from '../../../../src/rules/people/cpf-cnpj.ts';
import { createForm } from '../../../../src/ui/form.ts';
import { startFastTime, stopFastTime } from '../../../support/fast-time.ts';
import { wholeSecond } from '../../../support/gateway.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { newPerson } from '../../../support/people.ts';
import { openHost, setParameter, type TestHost } from '../../../support/site-environment.ts';

let host: TestHost;

startFastTime();
afterAll(stopFastTime);
const gateway = await gatewayOfFile({ now: wholeSecond() });
beforeEach(() => {
  host = openHost(gateway);
});

function typedByAnybody(): Record<string, string> {
  const { state, document, ...person } = newPerson();
  return { ...person, document: formatCpf(document), ADDRESS_STATE: state, 'optIns.PRIVACY': 'on' };
}

const signUp = (typed: Record<string, string>) =>
  creating.signUp(typed, async () => ['/nova-nota']);

const creations = () => host.requests.filter(({ url }) => url.endsWith('/api/consumer'));
const keys = () => creations().map(({ headers }) => headers.get('idempotency-key'));

describe('signing up', () => {
  test('creates the consumer, signs in and leads to the new receipt', async () => {
    const typed = typedByAnybody();
    rememberWantedPath('/minhas-notas');
    expect(await signUp(typed)).toEqual({ ok: true, value: null });
    expect(host.visited).toEqual(['/nova-nota']);
    expect(takeWantedPath()).toBeNull();
    const token = readCredentials()?.token ?? '';
    const { body } = await gateway.call(getMeEndpoint, { token });
    expect(body).toMatchObject({ email: typed['email'], optIns: ['PRIVACY'] });
  });

  test('creates no account that the next page would find signed out', async () => {
    host.keepsSession = () => false;
    const refused = { ok: false, error: { message: expect.stringContaining('permita cookies') } };
    expect(creating.startSignUp()).toMatchObject(refused);
    expect(await signUp(typedByAnybody())).toMatchObject(refused);
    expect([host.requests, host.visited]).toEqual([[], []]);
  });

  test.each(['the site', 'a partner’s page'])(
    'creates no account on %s if the campaign names no tenant to sign in to',
    async (page) => {
      setParameter(host.site, 'TENANT_ID', '');
      const identity = async () => guestIdentity();
      if (page !== 'the site') setEnvironment({ ...host, identity });
      const form = createForm(homeFormConfig(host.site));
      for (const [name, value] of Object.entries(typedByAnybody())) form.change(name, value);
      await form.submit();
      expect(form.$step.get()).toEqual({ step: 'failed', lines: [unknownFailure] });
      expect(host.reported).toMatchObject([{ message: 'Authentication unavailable' }]);
      expect(host.requests).toEqual([]);
    },
  );

  test('that fails is reported once', async () => {
    host.intercept('POST /consumer', Response.json({}, { status: 500 }), 9);
    const form = createForm(homeFormConfig(host.site));
    for (const [name, value] of Object.entries(typedByAnybody())) form.change(name, value);
    await form.submit();
    expect(form.$step.get()).toMatchObject({ step: 'failed' });
    expect(host.reported).toMatchObject([{ kind: 'server' }]);
  });

  test('uses the referral code once', async () => {
    host.storage.set('promo.mgm', 'BRI-7K2Q');
    await signUp(typedByAnybody());
    expect(await creations()[0]?.json()).toMatchObject({ mgmCode: 'BRI-7K2Q' });
    expect(host.storage.get('promo.mgm')).toBeNull();
  });

  test('says which partner led here', async () => {
    const settings = JSON.stringify({ partner: 'loja-azul' });
    vi.stubGlobal('document', { documentElement: { dataset: { settings } } });
    await signUp(typedByAnybody());
    vi.unstubAllGlobals();
    const sent = await creations()[0]?.json();
    expect(sent).toMatchObject({ attribution: { partner: 'loja-azul', source: null } });
  });

  test('again after every answer was lost creates no consumer twice', async () => {
    const typed = typedByAnybody();
    host.interruptions.push('answer lost', 'answer lost', 'answer lost');
    await expect(signUp(typed)).rejects.toMatchObject({ kind: 'offline' });
    expect(await signUp(typed)).toMatchObject({ ok: true });
    expect(new Set(keys()).size).toBe(1);
    expect(host.visited).toEqual(['/nova-nota']);
  });

  test('is another attempt with other values', async () => {
    const typed = typedByAnybody();
    host.interruptions.push('no connection', 'no connection', 'no connection');
    await expect(signUp(typed)).rejects.toMatchObject({ kind: 'offline' });
    await signUp({ ...typed, name: 'Bia' });
    expect(new Set(keys()).size).toBe(2);
  });

  test('is another attempt after a refusal', async () => {
    const typed = typedByAnybody();
    const refused = await signUp({ ...typed, 'optIns.PRIVACY': '', document: '1' });
    expect(refused).toMatchObject({ ok: false, error: { status: 400 } });
    await signUp({ ...typed, 'optIns.PRIVACY': '', document: '1' });
    expect(new Set(keys()).size).toBe(2);
  });

  test('is refused beside the field of a registered document', async () => {
    const typed = typedByAnybody();
    await signUp(typed);
    const again = { ...typedByAnybody(), document: typed['document'] ?? '' };
    expect(await signUp(again)).toMatchObject({
      ok: false,
      error: { status: 409, fields: [{ field: 'document', message: 'Documento já cadastrado' }] },
    });
  });

  test('opens the closed dialog instead of an alert where the promotion has ended meanwhile', async () => {
    const { now } = gateway.clock;
    gateway.passTime(40 * 86_400_000);
    const form = createForm(homeFormConfig(host.site));
    const typed = typedByAnybody();
    for (const [name, value] of Object.entries(typed)) form.change(name, value);
    await form.submit();
    gateway.clock.now = now;
    expect(form.$step.get()).toEqual({ step: 'idle' });
    expect(host.visited).toEqual(['#encerrada']);
    expect(form.$values.get()).toMatchObject(typed);
  });

  test('leads to the sign-in, e-mail filled in, when only that failed', async () => {
    const typed = typedByAnybody();
    host.intercept('POST /accounts:signInWithPassword', 'no connection');
    await signUp(typed);
    expect(host.visited).toEqual(['/entrar']);
    expect(takeWantedPath()).toBe('/nova-nota');
    expect(JSON.parse(host.drafts.get('promo.draft.entrar') ?? '')).toMatchObject({
      email: typed['email'],
    });
    expect(isNewAccount()).toBe(true);
    const form = createForm(signInFormConfig());
    form.restore();
    form.change('password', typed['password'] ?? '');
    expect(isNewAccount()).toBe(true);
    await form.submit();
    expect(isNewAccount()).toBe(false);
  });

  test('says in the address that the account is new where the sign-in finds no draft', async () => {
    setEnvironment({ ...host, guestSettings: () => ({}) });
    host.intercept('POST /accounts:signInWithPassword', 'no connection');
    await signUp(typedByAnybody());
    expect(host.visited).toEqual(['/entrar?novo']);
    host.drafts.clear('');
    expect(isNewAccount()).toBe(false);
    vi.stubGlobal('location', { search: '?novo&_gl=1*a' });
    expect(isNewAccount(), 'whatever the page adds to its links').toBe(true);
    vi.unstubAllGlobals();
  });
});
