import { hash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import {
  createConsumerEndpoint,
  getMeEndpoint,
  type SignUpBody,
} from '../../src/contract/consumer.ts';
import { openGateway } from '../support/gateway.ts';
import { validSignUp } from '../support/people.ts';

const now = new Date('2026-03-10T15:00:00Z');
const site = await openGateway({ now });
const everything = await openGateway({ now, variant: 'all' });
afterAll(async () => {
  await site.close();
  await everything.close();
});

const signUp = (overrides: Partial<SignUpBody>, where = site) =>
  where.call(createConsumerEndpoint, { body: validSignUp(where.gateway.snapshot, overrides) });

const stateField = (value: string) => [{ campaignAdditionalFieldId: 11, value }];

describe('a sign-up', () => {
  test('creates a person, who can then sign in and has the given data', async () => {
    const body = validSignUp(site.gateway.snapshot, {
      name: " Ana D'Ávila ",
      document: '529.982.247-25',
      phone: '(41) 99999-0000',
      email: ' Ana@Exemplo.com.br ',
      optIns: ['BRAND', 'PRIVACY'],
    });
    const created = await site.call(createConsumerEndpoint, { body });
    expect(created.status).toBe(201);
    expect(created.text).toBe(`{"id":${created.body.id}}`);
    const token = await site.signIn({ ...body, email: 'ana@exemplo.com.br' });
    const { body: me } = await site.call(getMeEndpoint, { token });
    expect(me).toEqual({
      id: created.body.id,
      type: 'PERSON',
      name: "Ana D'Ávila",
      document: '52998224725',
      phone: '41999990000',
      email: 'ana@exemplo.com.br',
      birthDate: '1990-05-17',
      representativeName: null,
      representativeDocument: null,
      mgmCode: expect.stringMatching(/^[A-Z0-9]{8}$/),
      bankInfo: null,
      address: null,
      optIns: ['BRAND', 'PRIVACY'],
      additionalFields: [{ campaignAdditionalFieldId: 11, key: 'ADDRESS_STATE', value: 'PR' }],
    });
  });

  test('creates a company, without the fields of persons', async () => {
    const { consumer } = await everything.signUp({
      type: 'CORPORATE',
      document: '12.abc.345/01de-35',
      birthDate: '1990-05-17',
    });
    expect(consumer).toMatchObject({
      type: 'CORPORATE',
      document: '12ABC34501DE35',
      birthDate: null,
      representativeName: 'Bruno da Silva',
      address: { city: 'Curitiba', complement: null },
    });
  });

  test('keeps proof of what was accepted', async () => {
    const origin = 'https://loja.example';
    const open = await openGateway({ settings: { allowedOrigins: [origin] } });
    const body = validSignUp(open.gateway.snapshot);
    const { body: created } = await open.call(createConsumerEndpoint, {
      body,
      headers: { origin },
    });
    const text = open.gateway.snapshot.campaign.registerOptins.find(
      ({ code }) => code === 'PRIVACY',
    )?.name;
    expect(text).toBeTruthy();
    const rows = await open.query(
      'select code, text, text_sha256, origin, given_at from consents where consumer_id = $1',
      [created.id],
    );
    expect(rows).toEqual([
      {
        code: 'PRIVACY',
        text,
        text_sha256: hash('sha256', text ?? '', 'hex'),
        origin,
        given_at: open.clock.now,
      },
    ]);
    await open.close();
  });

  test('keeps no password that anyone could read', async () => {
    await signUp({ password: 'Segredo-Raro-1' });
    const [{ hashes = '' } = {}] = await site.query<{ hashes: string }>(
      "select string_agg(password_hash, ' ') as hashes from identity_users",
    );
    expect(hashes).toContain('scrypt$');
    expect(hashes).not.toContain('Segredo-Raro-1');
  });
});

describe('one registration per document and per e-mail', () => {
  test('the second is refused, and the refusal names the field', async () => {
    const body = validSignUp(site.gateway.snapshot);
    await site.call(createConsumerEndpoint, { body });
    const other = validSignUp(site.gateway.snapshot);
    const document = { field: 'document', message: 'Documento já cadastrado' };
    const email = { field: 'email', message: 'Email já cadastrado' };
    for (const [same, fields] of [
      [{ document: body.document }, [document]],
      [{ email: body.email.toUpperCase() }, [email]],
      [{ document: body.document, email: body.email }, [document, email]],
    ] as const) {
      const answer = await site.call(createConsumerEndpoint, { body: { ...other, ...same } });
      expect(answer.status).toBe(409);
      expect(answer.error).toMatchObject({ code: 'DUPLICATE', fields });
    }
    expect((await site.call(createConsumerEndpoint, { body: other })).status).toBe(201);
  });

  test('a refused one leaves no account behind', async () => {
    const { consumer } = await site.signUp();
    const body = validSignUp(site.gateway.snapshot, { document: consumer.document });
    await site.call(createConsumerEndpoint, { body });
    await expect(site.signIn(body)).rejects.toThrow('refused');
  });
});

describe('a referral code', () => {
  const referrer = async (id: number) => {
    const [row] = await site.query<{ by: number | null }>(
      'select referred_by as by from consumers where id = $1',
      [id],
    );
    return row?.by;
  };

  test('leads to the person who gave it', async () => {
    const friend = await site.signUp();
    const mgmCode = friend.consumer.mgmCode?.toLowerCase() ?? '';
    const { id, consumer } = await site.signUp({
      mgmCode,
      additionalFields: [
        ...stateField('PR'),
        { campaignAdditionalFieldId: -1, key: 'MGM_CODE', value: mgmCode },
      ],
    });
    expect(await referrer(id)).toBe(friend.id);
    expect(consumer.additionalFields).toContainEqual({
      campaignAdditionalFieldId: -1,
      key: 'MGM_CODE',
      value: mgmCode,
    });
  });

  test('that was typed counts before that of a link', async () => {
    const byLink = await site.signUp();
    const typed = await site.signUp();
    const { id } = await site.signUp({
      mgmCode: byLink.consumer.mgmCode ?? '',
      additionalFields: [
        ...stateField('PR'),
        { campaignAdditionalFieldId: -1, key: 'MGM_CODE', value: typed.consumer.mgmCode ?? '' },
      ],
    });
    expect(await referrer(id)).toBe(typed.id);
  });

  test('stops no sign-up if it does not exist', async () => {
    const { id } = await site.signUp({ mgmCode: 'NINGUEM0' });
    expect(await referrer(id)).toBeNull();
  });

  test.each([
    ['has no owner', 'NINGUEM0'],
    ['is no code', '<b>'],
    ['is very long', 'x'.repeat(2000)],
    ['would be cut through an emoji', `${'x'.repeat(499)}😀`],
  ])('stops no sign-up if it %s', async (_, value) => {
    const answer = { campaignAdditionalFieldId: -1, key: 'MGM_CODE', value };
    const { id } = await site.signUp({ additionalFields: [...stateField('PR'), answer] });
    expect(await referrer(id)).toBeNull();
  });
});

describe('an answer with the id -1', () => {
  const unknown = { campaignAdditionalFieldId: -1 };

  test.each([
    ['without a key', { ...unknown, value: ' B7K2Q ' }, { key: null, value: 'B7K2Q' }],
    ['as a text', { campaignAdditionalFieldId: '-1', value: 'x' }, { key: null, value: 'x' }],
    ['with a key that is none', { ...unknown, key: 'a b', value: 'x' }, { key: null, value: 'x' }],
    ['with another key', { ...unknown, key: 'CITY', value: 'x' }, { key: 'CITY', value: 'x' }],
    [
      'that is too long',
      { ...unknown, value: 'x'.repeat(999) },
      { key: null, value: 'x'.repeat(500) },
    ],
    [
      'that would be cut through an emoji',
      { ...unknown, value: `${'x'.repeat(499)}😀` },
      { key: null, value: 'x'.repeat(499) },
    ],
    [
      'beside the field’s own',
      { ...unknown, key: 'ADDRESS_STATE', value: 'SP' },
      { key: null, value: 'SP' },
    ],
  ])('is stored and stops no sign-up: %s', async (_, answer, stored) => {
    const { consumer } = await site.signUp({ additionalFields: [...stateField('PR'), answer] });
    expect(consumer.additionalFields).toEqual([
      { campaignAdditionalFieldId: 11, key: 'ADDRESS_STATE', value: 'PR' },
      { campaignAdditionalFieldId: -1, ...stored },
    ]);
  });

  test('counts as the answer of the field that its key names', async () => {
    const additionalFields = [{ ...unknown, key: 'ADDRESS_STATE', value: 'PR' }];
    const { consumer } = await site.signUp({ additionalFields });
    expect(consumer.additionalFields).toEqual([
      { campaignAdditionalFieldId: 11, key: 'ADDRESS_STATE', value: 'PR' },
    ]);
  });

  test('loses its field’s key if an optional field would refuse it', async () => {
    const answer = { ...unknown, key: 'MGM_EMAIL', value: 'x' };
    const { additionalFields = [] } = validSignUp(everything.gateway.snapshot, {});
    const { consumer } = await everything.signUp({
      additionalFields: [...additionalFields, answer],
    });
    expect(consumer.additionalFields).toContainEqual({ ...unknown, key: null, value: 'x' });
  });

  test('does not stop a sign-up with hundreds of them, not all of which are stored', async () => {
    const many = Array.from({ length: 300 }, () => ({ ...unknown, value: 'x' }));
    const { consumer } = await site.signUp({ additionalFields: [...stateField('PR'), ...many] });
    expect(consumer.additionalFields).toHaveLength(41);
  });
});

test('sign-up that is switched off refuses every call, from whatever page', async () => {
  const shut = await openGateway({ now });
  shut.gateway.snapshot.hotsite.registration.enabled = false;
  const answer = await signUp({}, shut);
  expect(answer.status).toBe(409);
  expect(answer.error).toMatchObject({
    code: 'NOT_ALLOWED_NOW',
    message: 'Esta promoção não recebe novos cadastros.',
  });
  shut.gateway.snapshot.hotsite.registration.enabled = true;
  expect((await signUp({}, shut)).status).toBe(201);
  await shut.close();
});

describe('outside its dates the campaign refuses sign-ups', () => {
  test.each([
    ['before', 'CAMPAIGN_NOT_STARTED', 'Esta promoção ainda não começou'],
    ['after', 'CAMPAIGN_OVER', 'Esta promoção está encerrada!'],
  ] as const)('%s', async (window, code, message) => {
    const closed = await openGateway({ window });
    const answer = await signUp({ name: '' }, closed);
    expect(answer.status).toBe(403);
    expect(answer.error).toMatchObject({ code, message });
    await closed.close();
  });

  test('are refused to the last second', async () => {
    const last = await openGateway({ window: 'spec', now: new Date('2025-12-01T02:59:59.999Z') });
    expect((await signUp({}, last)).status).toBe(201);
    last.clock.now = new Date('2025-12-01T03:00:00.000Z');
    expect((await signUp({}, last)).status).toBe(403);
    last.clock.now = new Date('2025-10-01T02:59:59.999Z');
    expect((await signUp({}, last)).status).toBe(403);
    last.clock.now = new Date('2025-10-01T03:00:00.000Z');
    expect((await signUp({}, last)).status).toBe(201);
    await last.close();
  });
});
