import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readCredentials } from '../../../../src/client/credentials.ts';
import { draftOf } from '../../../../src/client/storage.ts';
import { environment } from '../../../../src/environment.ts';
import {
  $session,
  deleteWantedPath,
  rememberWantedPath,
} from '../../../../src/features/session/session.store.ts';
import {
  $signInRefusal,
  leaveIfUnavailable,
  signInFormConfig,
} from '../../../../src/features/sign-in/sign-in.store.ts';
import { SignInDialog } from '../../../../src/features/sign-in/sign-in-dialog.tsx';
import { createForm, type FormStore } from '../../../../src/ui/form.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';

let host: TestHost;
let form: FormStore;

const gateway = await gatewayOfFile();
const ana = await gateway.signUp();
beforeEach(() => {
  host = openHost(gateway);
  form = createForm(signInFormConfig());
  form.change('email', ana.consumer.email);
  form.change('password', ana.password);
});

const down = 'Sistema indisponível no momento, entre com contato com o suporte.';

const denyWith = (message: string) =>
  host.interruptions.push(Response.json({ error: { code: 400, message } }, { status: 400 }));

describe('signing in', () => {
  test('needs an e-mail and a password, of any length', () => {
    form.change('email', 'ana@');
    form.change('password', '');
    expect(form.$errors.get()).toEqual({ email: 'Email inválido', password: 'Campo obrigatório' });
    form.change('email', 'ana@exemplo.com.br');
    form.change('password', 'a');
    expect(form.$errors.get()).toEqual({});
  });

  test('succeeds with the right email and password', async () => {
    await form.submit();
    expect(form.$step.get()).toEqual({ step: 'sent' });
    expect(readCredentials()).not.toBeNull();
  });

  test('says beside the form that the password is wrong, and keeps it', async () => {
    form.change('password', 'errada');
    await form.submit();
    expect($signInRefusal.get()).toBe('Usuário/senha incorreto.');
    expect(form.$step.get()).toEqual({ step: 'idle' });
    expect(form.$values.get()).toMatchObject({ password: 'errada' });
  });

  test.each([
    ['EMAIL_NOT_FOUND', 'Usuário/senha incorreto.'],
    ['USER_DISABLED', 'Usuário/senha incorreto.'],
    ['TENANT_NOT_FOUND', 'Usuário/senha incorreto.'],
    ['TOO_MANY_ATTEMPTS_TRY_LATER', 'Você excedeu o número de tentativas.'],
  ])('shows for the service’s answer %s: %s', async (message, sentence) => {
    denyWith(message);
    await form.submit();
    expect($signInRefusal.get()).toBe(sentence);
  });

  test('starts without the earlier refusal in a form that is opened again', async () => {
    denyWith('INVALID_PASSWORD');
    await form.submit();
    createForm(signInFormConfig());
    expect($signInRefusal.get()).toBeNull();
  });

  test('does not call a password wrong without a connection', async () => {
    denyWith('INVALID_PASSWORD');
    await form.submit();
    vi.stubGlobal('navigator', { onLine: false });
    host.interruptions.push('no connection');
    await form.submit();
    vi.unstubAllGlobals();
    expect($signInRefusal.get()).toBeNull();
    expect(form.$step.get()).toEqual({
      step: 'failed',
      lines: ['Ocorreu algum erro desconhecido, entre com contato com o suporte.'],
    });
  });

  test.each([
    ['the gateway', { statusCode: 503, error: { code: 'UNAVAILABLE', message: down, fields: [] } }],
    ['Google', { error: { code: 503, message: 'The service is currently unavailable.' } }],
  ])('does not call a password wrong while %s is down', async (_, answer) => {
    host.interruptions.push(Response.json(answer, { status: 503 }));
    await form.submit();
    expect($signInRefusal.get()).toBeNull();
    expect(form.$step.get()).toEqual({ step: 'failed', lines: [`${down} (Cód.: 503)`] });
  });

  test('is refused at the first touch if the next page would lose it, and never sent', async () => {
    host.keepsSession = () => false;
    const refused = { step: 'failed', lines: [expect.stringContaining('permita cookies')] };
    form.touch();
    await expect.poll(() => form.$step.get()).toEqual(refused);
    form.dismiss();
    await form.submit();
    expect(form.$step.get()).toEqual(refused);
    expect(form.$values.get()).toMatchObject({ password: ana.password });
    expect(host.requests).toEqual([]);
    host.keepsSession = () => true;
    await form.submit();
    expect(form.$step.get()).toEqual({ step: 'sent' });
  });

  test('is impossible without a tenant', async () => {
    const tenantId = host.site.campaign.parameters.find(({ code }) => code === 'TENANT_ID');
    expect(tenantId?.value).toBeTruthy();
    host.site.campaign = { ...host.site.campaign, parameters: [] };
    await form.submit();
    expect(form.$step.get()).toMatchObject({
      lines: ['Ocorreu algum erro desconhecido, entre com contato com o suporte.'],
    });
  });
});

describe('the login page', () => {
  const openDoor = (login: { enabled: boolean; newPageEnabled: boolean }) => {
    host.site.hotsite = { ...host.site.hotsite, login: { ...login, layout: null } };
    leaveIfUnavailable();
    return host.visited;
  };

  test('stays where it is enabled', () => {
    expect(openDoor({ enabled: true, newPageEnabled: true })).toEqual([]);
  });

  test('is the dialog where there is no page of its own', () => {
    expect(openDoor({ enabled: true, newPageEnabled: false })).toEqual(['/#entrar']);
  });

  test('is left where signing in is disabled', () => {
    expect(openDoor({ enabled: false, newPageEnabled: true })).toEqual(['back']);
  });

  test.each(['not-started', 'not-published'] as const)('is left while %s', (phase) => {
    host = openHost(gateway, phase);
    expect(openDoor({ enabled: true, newPageEnabled: true })).toEqual(['back']);
  });

  test('stays after the end', () => {
    host = openHost(gateway, 'over');
    expect(openDoor({ enabled: true, newPageEnabled: true })).toEqual([]);
  });
});

test('the dialog asks those to sign in whom a page turned away, but not a new account', () => {
  $session.set({ state: 'anonymous' });
  const { site } = environment();
  const dialog = () =>
    renderToStaticMarkup(createElement(SignInDialog, { site, onClose: () => {} }));
  const turnedAway = 'Entre na sua conta para continuar';
  expect(dialog()).not.toContain(turnedAway);
  rememberWantedPath('/nova-nota');
  expect(dialog()).toContain(turnedAway);
  draftOf('entrar').set(JSON.stringify({ email: 'ana@exemplo.com.br', isNew: 'yes' }));
  expect(dialog()).not.toContain(turnedAway);
  draftOf('entrar').remove();
  deleteWantedPath();
});
