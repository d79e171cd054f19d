import { afterAll, afterEach, expect, test } from 'vitest';
import { setInstantPaymentKeyEndpoint } from '../../src/contract/consumer.ts';
import { getPersonalDataEndpoint } from '../../src/contract/personal-data.ts';
import { openGateway } from '../support/gateway.ts';
import {
  enteredTexts,
  enterTexts,
  redeemKits,
  sendApproved,
  sendFullReceipt,
  signUpWithAllFields,
  withdraw,
} from '../support/gateway-actions.ts';

const site = await openGateway({ variant: 'all', settings: { rateLimited: true } });
const ana = await signUpWithAllFields(site);
const { now: start } = site.clock;
afterEach(() => {
  site.clock.now = start;
});
afterAll(() => site.close());

const dataOf = (token?: string) => site.call(getPersonalDataEndpoint, token ? { token } : {});

test('a consumer gets all their data as a file', async () => {
  await enterTexts(site, ana);
  const { id, engineOrders } = await sendApproved(site, ana);
  const withdrawalId = await withdraw(site, ana);
  const redemptionId = await redeemKits(site, ana);
  await site.query(`update receipts set review_reasons = '{SAME_NUMBER}', doubts = '{TOTAL}'`);
  const { headers, text, body } = await dataOf(ana.token);
  expect(headers.get('content-disposition')).toBe('attachment; filename="dados-pessoais.json"');
  expect(headers.get('cache-control')).toBe('no-store');
  for (const value of Object.values(enteredTexts)) expect(text).toContain(value);
  const { email, document, phone } = ana.consumer;
  expect(body.profile).toMatchObject({ email, document, phone, bankInfo: { bank: '001' } });
  expect(body.consents).toEqual(
    expect.arrayContaining([
      {
        code: 'BRAND',
        text: 'Quero receber novidades e ofertas da Brisal.',
        version: expect.stringMatching(/^[\da-f]{64}$/),
        origin: 'http://127.0.0.1:4321',
        givenAt: site.clock.now.toISOString(),
        withdrawnAt: null,
      },
    ]),
  );
  expect(body.receipts).toEqual([
    expect.objectContaining({
      id,
      status: 'APPROVED',
      engineOrders,
      products: [{ quantity: 1, unitaryValue: 100, campaignProductId: 1 }],
      additionalFields: [expect.objectContaining({ value: 'Loja física' })],
      reviewReasons: ['SAME_NUMBER'],
      doubts: ['TOTAL'],
      instantPrizeSentAt: null,
    }),
  ]);
  expect(body.cashback).toMatchObject({
    balance: 0,
    transactions: [
      { id: withdrawalId, type: 'WITHDRAW' },
      { type: 'CREDIT', value: 10 },
    ],
  });
  expect(body.points).toMatchObject({ balance: 18, entries: [{ points: -2 }, { points: 20 }] });
  expect(body.redemptions).toMatchObject([
    { id: redemptionId, address: { street: enteredTexts.street } },
  ]);
  expect(body.pollAnswers).toMatchObject([
    {
      poll: 'O que achou da promoção?',
      answers: [
        { question: 'De 1 (ruim) a 10 (ótimo), como foi enviar a nota?', answer: 9 },
        { answer: true },
      ],
    },
  ]);
  expect(body.emails?.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['WELCOME', 'RECEIPT_APPROVED']),
  );
  expect(body.incidents).toMatchObject([
    {
      subject: 'Entrega',
      consumerDetail: { description: enteredTexts.question },
      comments: [{ description: enteredTexts.answer }, { description: enteredTexts.thanks }],
    },
  ]);
});

test('the links to the files work until the moment that is named', async () => {
  await sendFullReceipt(site, ana);
  const { body } = await dataOf(ana.token);
  const link = body.receipts[0]?.imageUrl ?? '';
  const until = Date.parse(body.filesAvailableUntil);
  const statusAt = async (moment: number) => {
    site.clock.now = new Date(moment);
    return (await site.app(new Request(link))).status;
  };
  expect([await statusAt(until - 1), await statusAt(until)]).toEqual([200, 404]);
});

test('the key of the request is in the data, whatever the key is by now', async () => {
  const bia = await signUpWithAllFields(site);
  await sendApproved(site, bia);
  const withdrawal = await withdraw(site, bia);
  const { name, document, email } = bia.consumer;
  const account = { bank: null, accountBranch: null, accountNumber: null };
  const payees = [{ withdrawal, name, document, keyType: 'EMAIL', key: email, ...account }];
  expect((await dataOf(bia.token)).body.cashback.payees).toEqual(payees);
  const body = { instantPaymentKeyType: 'CPF' } as const;
  await site.call(setInstantPaymentKeyEndpoint, { token: bia.token, body });
  expect((await dataOf(bia.token)).body.cashback.payees).toEqual(payees);
  await site.operate('withdrawals', 'file', 'pagamentos.csv');
  expect((await dataOf(bia.token)).body.cashback.payees).toEqual(payees);
});

test('no one gets data of another person', async () => {
  const bia = await site.signUp();
  const { text, body } = await dataOf(bia.token);
  for (const value of [...Object.values(enteredTexts), ana.consumer.email]) {
    expect(text).not.toContain(value);
  }
  expect(body.receipts).toEqual([]);
  expect((await dataOf()).status).toBe(401);
});

test('exports are limited, and leave no copy', async () => {
  const bia = await site.signUp();
  const statuses = [];
  for (let call = 0; call < 21; call += 1) statuses.push((await dataOf(bia.token)).status);
  expect([statuses.slice(0, 20).every((status) => status === 200), statuses[20]]).toEqual([
    true,
    429,
  ]);
  expect(site.lines.join('\n')).not.toMatch(
    new RegExp(`${enteredTexts.name}|${ana.consumer.email}`),
  );
});

test('the operator sees at once where a person stands, without document and addresses', async () => {
  const bia = await signUpWithAllFields(site, {
    name: 'Bianca Souza',
    email: 'bia@exemplo.com.br',
  });
  const { id: receipt } = await sendApproved(site, bia);
  await site.query("update receipts set open_doubts = '{TOTAL}' where id = $1", [receipt]);
  const withdrawal = await withdraw(site, bia);
  const order = await redeemKits(site, bia);
  await enterTexts(site, bia);
  const { text, exitCode } = await site.operate('consumers', 'show', bia.id);
  expect([exitCode, text]).toEqual([0, expect.stringContaining('Bianca Souza')]);
  const rows = await site.operateRows<{ what: string; value: unknown }>(
    ...['consumers', 'show', ' BIA@exemplo.com.br'],
  );
  const facts = Object.fromEntries(rows.map(({ what, value }) => [what, value]));
  expect(facts).toMatchObject({
    id: bia.id,
    'receipts APPROVED': `1, doubted: ${receipt}`,
    wallet: 'ACTIVE',
    cashback: expect.stringContaining('0,00'),
    [`withdrawal ${withdrawal}`]: expect.stringContaining('PENDING, R$'),
    points: 18,
    [`order ${order}`]: expect.stringContaining('NEW_ORDER, '),
    'consent BRAND': site.clock.now.toISOString(),
    sessions: 1,
  });
  expect(text).toMatch(/incident \d+ +(?:OPEN|ANSWERED), Entrega/);
  for (const hidden of [bia.consumer.document, bia.consumer.phone, enteredTexts.street]) {
    expect(text).not.toContain(hidden);
  }
  expect((await site.operate('consumers', 'show', 99_999)).exitCode).toBe(1);
  expect((await site.operate('consumers', 'show', 'x@exemplo.com.br')).exitCode).toBe(1);
  expect((await site.operate('consumers', 'show')).exitCode).toBe(2);
});
