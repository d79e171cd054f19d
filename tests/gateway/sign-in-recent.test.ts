import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  getMeEndpoint,
  setInstantPaymentKeyEndpoint,
  setTransferAccountEndpoint,
  updateConsumerEndpoint,
} from '../../src/contract/consumer.ts';
import { eraseMeEndpoint, getPersonalDataEndpoint } from '../../src/contract/personal-data.ts';
import { contractEndpoints } from '../support/contract-endpoints.ts';
import { passwordCodeFor, readEmail } from '../support/email.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { callToolkit, renewToken, signInAs } from '../support/identity-toolkit.ts';

const site = await openGateway({ variant: 'all' });
afterAll(() => site.close());

let ana: TestConsumer;
beforeEach(async () => {
  ana = await site.signUp();
});

const minute = 60_000;
const account = { bank: '001', accountBranch: '1234-5', accountNumber: '11112-2' };
const address = {
  postcode: '80010000',
  street: 'Rua XV de Novembro',
  number: '1',
  complement: '',
  district: 'Centro',
  city: 'Curitiba',
  state: 'PR',
};
const randomKey = '123e4567-e89b-42d3-a456-426614174000';

const actions = {
  setInstantPaymentKey: (token: string, value = randomKey) =>
    site.call(setInstantPaymentKeyEndpoint, {
      token,
      body: { instantPaymentKeyType: 'RANDOM', instantPaymentKeyValue: value },
    }),
  setTransferAccount: (token: string) =>
    site.call(setTransferAccountEndpoint, { token, body: account }),
  getPersonalData: (token: string) => site.call(getPersonalDataEndpoint, { token }),
  eraseMe: (token: string) => site.call(eraseMeEndpoint, { token }),
};
const names = Object.keys(actions) as (keyof typeof actions)[];

/** Readable emails to Ana but her welcome, oldest first where the clock moved. */
async function emails(): Promise<string[]> {
  const all = await site.emails();
  return all
    .map(readEmail)
    .filter(({ to }) => to.includes(ana.consumer.email))
    .filter(({ subject }) => !subject.startsWith('Seu cadastro está pronto'))
    .map(({ subject, text, html }) => [subject, text, html].join('\n'));
}

test('exactly these calls require the password again', () => {
  const wanting = [...contractEndpoints].filter(([, { recentSignIn }]) => recentSignIn);
  expect(wanting.map(([name]) => name).toSorted()).toEqual(names.toSorted());
});

describe.each(names)('%s', (name) => {
  test('is done for a sign-in of the last ten minutes', async () => {
    site.passTime(10 * minute - 1_000);
    expect((await actions[name](ana.token)).status).toBe(200);
  });

  test('is refused for an older one, without ending the session, and works after the password', async () => {
    const { body } = await signInAs(site, ana);
    site.passTime(11 * minute);
    const renewed = (await renewToken(site, body.refreshToken)).body.id_token;
    const { status, error } = await actions[name](renewed);
    expect([status, error.code, error.message]).toEqual([
      403,
      'SIGN_IN_AGAIN',
      'Confirme sua senha para continuar',
    ]);
    expect((await site.call(getMeEndpoint, { token: renewed })).body.bankInfo ?? null).toBeNull();
    expect(await emails()).toEqual([]);
    const fresh = await site.signIn(ana);
    expect((await actions[name](fresh)).status).toBe(200);
  });
});

describe('the owner gets an email', () => {
  test('about another payment key, with a part of it, and once', async () => {
    await actions.setInstantPaymentKey(ana.token);
    await actions.setInstantPaymentKey(ana.token);
    const [email = '', ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toContain('Sua chave Pix foi alterada');
    expect(email).toContain('Nova chave: chave aleatória 123e…4000\n');
    expect(email).toContain('Se não foi você, crie uma nova senha agora');
    expect(email).toContain('http://127.0.0.1:4321/#esqueci-senha');
    expect(email).not.toContain(randomKey);
    await actions.setInstantPaymentKey(ana.token, randomKey.replace('123e', '999e'));
    expect(await emails()).toHaveLength(2);
  });

  test('about another bank account, without its numbers', async () => {
    await actions.setTransferAccount(ana.token);
    await actions.setTransferAccount(ana.token);
    const [email = '', ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toContain('Sua conta bancária foi alterada');
    for (const number of Object.values(account)) expect(email).not.toContain(` ${number}`);
  });

  test('about another address to which prizes go, the first one too, at most three an hour', async () => {
    const moveTo = async (number: string, token = ana.token) => {
      const body = { address: { ...address, number } };
      expect((await site.call(updateConsumerEndpoint, { token, body })).status).toBe(200);
    };
    await site.query('update consumers set address = null where id = $1', [ana.id]);
    await moveTo('1');
    await moveTo('1');
    expect(await emails()).toEqual([expect.stringContaining('Seu endereço de entrega foi salvo')]);
    for (const number of ['2', '3', '4', '5']) await moveTo(number);
    expect(await emails()).toHaveLength(3);
    site.passTime(60 * minute);
    await moveTo('6', await site.signIn(ana));
    expect(await emails()).toHaveLength(4);
  });

  test('about another phone, without its number, at most three an hour', async () => {
    const change = async (phone: string) => {
      const { status } = await site.call(updateConsumerEndpoint, {
        token: ana.token,
        body: { phone },
      });
      expect(status).toBe(200);
    };
    await change(ana.consumer.phone);
    expect(await emails()).toEqual([]);
    await change('51988880001');
    const [email = '', ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toContain('Seu celular foi alterado');
    expect(email).not.toContain('88880001');
    expect(email).not.toContain('chave Pix');
    expect(email).toContain('Se foi você, não precisa fazer nada.');
    for (const end of ['2', '3', '4']) await change(`5198888000${end}`);
    expect(await emails()).toHaveLength(3);
  });

  test('about another phone tells that the Pix key went with it', async () => {
    const body = { instantPaymentKeyType: 'PHONE' } as const;
    expect((await site.call(setInstantPaymentKeyEndpoint, { body, token: ana.token })).status).toBe(
      200,
    );
    await site.call(updateConsumerEndpoint, { token: ana.token, body: { phone: '51988880005' } });
    const alert = (await emails()).find((email) => email.includes('Seu celular foi alterado'));
    expect(alert).toContain('A sua chave Pix era o celular de antes e foi apagada');
    expect(alert).toContain('Se foi você, escolha outra chave Pix ao sacar, em Minhas notas.');
    expect(alert).not.toContain('não precisa fazer nada');
  });

  test('about a copy of all data', async () => {
    await actions.getPersonalData(ana.token);
    expect(await emails()).toEqual([expect.stringContaining('Seus dados foram baixados')]);
  });

  test('about no refused change', async () => {
    expect((await actions.setInstantPaymentKey(ana.token, 'nope')).status).toBe(400);
    expect(await emails()).toEqual([]);
  });

  test('about a new password, but not about a mere check of the code', async () => {
    const { email } = ana.consumer;
    const tenantId = 'embedded';
    await callToolkit(site, 'sendOobCode', { requestType: 'PASSWORD_RESET', email, tenantId });
    const oobCode = await passwordCodeFor(site, email);
    await callToolkit(site, 'resetPassword', { oobCode, tenantId });
    expect(await emails()).toHaveLength(1);
    await callToolkit(site, 'resetPassword', { oobCode, newPassword: 'Novinha1', tenantId });
    const about = (await emails()).filter((text) => text.includes('Sua senha foi alterada'));
    expect(about).toHaveLength(1);
    expect(about.join()).toContain('Se foi você, confira no seu perfil o celular e o endereço');
    expect(about.join()).not.toContain('apagamos');
    expect(about.join()).not.toContain('não precisa fazer nada');
    const listed = await site.operateRows('emails', 'list', '--email', email);
    expect(listed).toContainEqual(expect.objectContaining({ kind: 'PASSWORD_CHANGED' }));
    const token = await site.signIn({ email, password: 'Novinha1' });
    const { body } = await site.call(getPersonalDataEndpoint, { token });
    expect(body.emails?.map(({ kind }) => kind)).toContain('PASSWORD_CHANGED');
  });
});
