import { beforeEach, expect, test } from 'vitest';
import {
  $resetLink,
  newLinkFormConfig,
  newPasswordFormConfig,
  readLink,
  resetFormConfig,
} from '../../../../src/features/password/password.store.ts';
import { signInFormConfig } from '../../../../src/features/sign-in/sign-in.store.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { createForm } from '../../../../src/ui/form.ts';
import { passwordCodeFor } from '../../../support/email.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';

let host: TestHost;

const gateway = await gatewayOfFile();
beforeEach(() => {
  host = openHost(gateway);
});

async function requestPassword(email: string) {
  const form = createForm(resetFormConfig());
  form.change('email', email);
  await form.submit();
  await gateway.settle();
  return form;
}

async function choose(code: string, password: string) {
  readLink(`?codigo=${code}`);
  const form = createForm(newPasswordFormConfig(code));
  form.change('password', password);
  await form.submit();
  return form;
}

test('a request for a new password sends the email, and answers an unknown address alike', async () => {
  const { consumer } = await gateway.signUp();
  const known = await requestPassword(` ${consumer.email} `);
  const unknown = await requestPassword('ninguem@exemplo.com.br');
  expect([known.$step.get(), unknown.$step.get()]).toEqual([{ step: 'sent' }, { step: 'sent' }]);
  expect(await passwordCodeFor(gateway, consumer.email)).not.toBe('');
  expect(await host.requests[0]?.json()).toEqual({
    campaignId: 19,
    email: consumer.email,
    recaptchaToken: 'error',
  });
});

test('a request for a new password begins with the email typed at the sign-in, and gives it back', async () => {
  const signIn = createForm(signInFormConfig());
  signIn.restore();
  signIn.change('email', 'ana@exemplo.com');
  const form = createForm(resetFormConfig());
  form.restore();
  expect(form.$values.get()).toEqual({ email: 'ana@exemplo.com' });
  form.change('email', 'ana@exemplo.com.br');
  await form.submit();
  expect(form.$step.get()).toEqual({ step: 'sent' });
  const again = createForm(signInFormConfig());
  again.restore();
  expect(again.$values.get()).toEqual({ email: 'ana@exemplo.com.br' });
});

test('a request for a new password needs an email', async () => {
  const form = await requestPassword('ana@');
  expect(form.$visibleErrors.get()).toEqual({ email: 'Email inválido' });
  expect(host.requests).toEqual([]);
});

test('the link sets a password, under the rules of sign-up, once', async () => {
  const { consumer, password } = await gateway.signUp();
  await requestPassword(consumer.email);
  const code = await passwordCodeFor(gateway, consumer.email);

  const weak = await choose(code, 'nova');
  expect(weak.$visibleErrors.get()).toEqual({
    password: 'A senha deve ter no mínimo 6 caracteres',
  });

  expect((await choose(code, 'Nova1senha')).$step.get()).toEqual({ step: 'sent' });
  expect($resetLink.get()).toEqual({ state: 'saved' });
  expect(await host.requests.at(-1)?.json()).toMatchObject({ tenantId: 'embedded' });
  await gateway.signIn({ email: consumer.email, password: 'Nova1senha' });
  await expect(gateway.signIn({ email: consumer.email, password })).rejects.toThrow();

  const again = await choose(code, 'Outra1senha');
  expect($resetLink.get()).toEqual({ state: 'spent' });
  expect(again.$step.get()).toEqual({ step: 'idle' });
});

test('a new password ends the sessions of its account in this browser too, and no other', async () => {
  const { host: own, consumer: ana } = await signedInHost(gateway);
  await requestPassword(ana.email);
  const shownBefore: string[] = [];
  own.intercept('GET /consumer/me', (_request, send) => {
    shownBefore.push($resetLink.get().state);
    return send();
  });
  await choose(await passwordCodeFor(gateway, ana.email), 'Nova1senha');
  expect($resetLink.get()).toEqual({ state: 'saved' });
  // The link to the sign-in, which would lead a signed-in user home, shows only then.
  expect([shownBefore, own.storage.get(credentialsKey)]).toEqual([['open'], null]);

  const { host: others } = await signedInHost(gateway);
  await requestPassword(ana.email);
  const asked: number[] = [];
  others.intercept('GET /consumer/me', async (_request, send) => {
    const answer = await send();
    asked.push(answer.status);
    return answer;
  });
  await choose(await passwordCodeFor(gateway, ana.email), 'Outra1senha');
  expect(asked).toEqual([200]);
  expect(others.storage.get(credentialsKey)).not.toBeNull();
});

test('a user with a spent link may request another one', async () => {
  const { consumer } = await gateway.signUp();
  readLink('?outro=1');
  const form = createForm(newLinkFormConfig());
  form.change('email', 'ana@');
  await form.submit();
  expect($resetLink.get()).toEqual({ state: 'spent' });
  form.change('email', consumer.email);
  await form.submit();
  expect($resetLink.get()).toEqual({ state: 'requested' });
  await gateway.settle();
  expect(await passwordCodeFor(gateway, consumer.email)).not.toBe('');
});

test('an address without a code is no link', () => {
  readLink('?outro=1');
  expect($resetLink.get()).toEqual({ state: 'spent' });
});

test('a password that the service finds weak does not spend the link', async () => {
  const weak = { error: { code: 400, message: 'WEAK_PASSWORD : Too weak' } };
  host.interruptions.push(Response.json(weak, { status: 400 }));
  const form = await choose('codigo', 'Nova1senha');
  expect($resetLink.get()).toEqual({ state: 'open', code: 'codigo' });
  expect(form.$step.get()).toMatchObject({ step: 'failed' });
});

test('a password whose answer was lost has probably been saved, unless another one follows', async () => {
  const { consumer } = await gateway.signUp();
  await requestPassword(consumer.email);
  const code = await passwordCodeFor(gateway, consumer.email);
  host.interruptions.push('answer lost');
  const form = await choose(code, 'Nova1senha');
  expect([$resetLink.get().state, form.$step.get().step]).toEqual(['open', 'failed']);
  await form.submit();
  expect([$resetLink.get().state, form.$step.get().step]).toEqual(['unsure', 'idle']);
  await gateway.signIn({ email: consumer.email, password: 'Nova1senha' });

  host.interruptions.push('no connection');
  const another = await choose(code, 'Nova1senha');
  another.change('password', 'Outra1senha');
  await another.submit();
  expect($resetLink.get()).toEqual({ state: 'spent' });
});

test('a lost connection is called so, spends no link and loses nothing that was typed', async () => {
  host.interruptions.push('no connection');
  const form = await choose('codigo', 'Nova1senha');
  expect($resetLink.get()).toEqual({ state: 'open', code: 'codigo' });
  expect(form.$step.get()).toEqual({
    step: 'failed',
    lines: [
      'Sem conexão. Confira a sua internet e tente de novo.',
      'Ocorreu algum erro desconhecido, entre com contato com o suporte.',
    ],
  });
  expect(form.$values.get()).toEqual({ password: 'Nova1senha' });
});
