import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setInstantPaymentKeyEndpoint } from '../../src/contract/consumer.ts';
import { eraseMeEndpoint } from '../../src/contract/personal-data.ts';
import { createIncidentEndpoint, getSupportIncidentEndpoint } from '../../src/contract/support.ts';
import type { EmailEvent } from '../../src/gateway/emails/queue-email.ts';
import { queueEmail } from '../../src/gateway/emails/queue-email.ts';
import { answerIncident } from '../../src/gateway/support/incidents.ts';
import { settleWithdrawal } from '../../src/gateway/wallets/withdrawals.ts';
import { readEmail } from '../support/email.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import {
  makePrizeDue,
  postponePrizes,
  redeemKits,
  sendApproved,
  sendFullReceipt,
  signUpWithAllFields,
  withdraw,
} from '../support/gateway-actions.ts';
import { incidentBody } from '../support/incident-body.ts';
import { confirmByOffice, moderate } from '../support/moderation.ts';

let site: TestGateway;
let ana: TestConsumer;

beforeAll(async () => {
  site = await openGateway({ variant: 'all' });
  await postponePrizes(site);
});
afterAll(() => site.close());

beforeEach(async () => {
  ana = await site.signUp({ name: 'Ana da Silva' });
});

/** Emails to Ana, oldest first. */
async function emails() {
  const all = (await site.emails()).map(readEmail);
  return all.filter(({ to }) => to === ana.consumer.email);
}
const subjects = async () => (await emails()).map(({ subject }) => subject);

async function last() {
  const email = (await emails()).at(-1);
  if (!email) throw new Error('No email');
  return email;
}

const queueEmailAbout = (
  event: EmailEvent,
  more: { dedupeKey?: string; consumerId?: number } = {},
) =>
  site.gateway.database.transaction((queries) =>
    queueEmail(queries, {
      campaignId: 19,
      consumerId: ana.id,
      event,
      now: site.clock.now,
      ...more,
    }),
  );

describe('an email', () => {
  test('comes from the promotion, in HTML and in words that say the same, with its name for want of the picture', async () => {
    const { from, text, html, headers } = await last();
    expect(from).toBe('"Escovou, Brilhou!" <promocao@localhost.localdomain>');
    for (const words of ['Olá, Ana!', 'http://127.0.0.1:4321/nova-nota', 'SPA/MF']) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(html).toContain('lang="pt-BR"');
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html.match(/<img [^>]*>/g)).toEqual([
      expect.stringMatching(
        /src="http:\/\/127\.0\.0\.1:4321\/email-acena\.png" width="560" height="168" alt="Escovou, Brilhou!"/,
      ),
    ]);
    expect(html).not.toMatch(/<script|url\(|data:/);
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(headers).not.toContain('List-Unsubscribe');
    expect(text).not.toContain(ana.consumer.document);
  });

  test('is sent once per event, however often that is reported', async () => {
    const event = { kind: 'PRIZE_SENT', prize: 'Kit', trackingCode: 'BR1' } as const;
    await queueEmailAbout(event, { dedupeKey: `prize-sent/${ana.id}` });
    await queueEmailAbout(event, { dedupeKey: `prize-sent/${ana.id}` });
    expect(await subjects()).toEqual([
      'Seu cadastro está pronto',
      'Seu prêmio está a caminho: BR1',
    ]);
  });

  test('about a prize that was sent says where its code is of use, if it has one', async () => {
    const sentence = 'Acompanhe a entrega no site da transportadora com este código.';
    await queueEmailAbout({ kind: 'PRIZE_SENT', prize: 'Kit', trackingCode: 'BR1' });
    expect((await last()).text).toContain(sentence);
    await queueEmailAbout({ kind: 'PRIZE_SENT', prize: 'Kit', trackingCode: null });
    expect((await last()).text).not.toContain('Acompanhe');
  });

  test('is not sent if its transaction rolls back', async () => {
    const { database } = site.gateway;
    const undone = database.transaction(async (queries) => {
      const email = { campaignId: 19, consumerId: ana.id, now: site.clock.now };
      await queueEmail(queries, { ...email, event: { kind: 'BANK_ACCOUNT_CHANGED' } });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await subjects()).toEqual(['Seu cadastro está pronto']);
  });

  test('shows what people typed as text', async () => {
    const prize = '<img src=x onerror=alert(1)> & Cia';
    await queueEmailAbout({ kind: 'PRIZE_SENT', prize, trackingCode: null });
    const { html, text } = await last();
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; Cia');
    expect(text).toContain(prize);
  });

  test('leaves no address and no words once it is sent', async () => {
    await queueEmailAbout({ kind: 'PRIZE_SENT', prize: 'Kit', trackingCode: 'BR2' });
    await site.settle();
    const rows = await site.query(
      'select distinct state, to_address, data from emails where consumer_id = $1',
      [ana.id],
    );
    expect(rows).toEqual([{ state: 'SENT', to_address: null, data: {} }]);
    expect(site.lines.join()).not.toContain(ana.consumer.email);
  });
});

describe('a receipt', () => {
  test('is confirmed by email with its numbers, and the note that the answer carries', async () => {
    const { engineOrders, promise } = await sendFullReceipt(site, ana);
    const numbers = (engineOrders ?? []).flatMap(({ details }) => details?.luckyNumbers ?? []);
    const { subject, text, html } = await last();
    expect(numbers.length).toBeGreaterThan(0);
    expect(subject).toBe('Recebemos sua nota: 1 número da sorte');
    expect(text).toContain(promise);
    for (const number of numbers.slice(0, 3)) {
      const shown = `${number.series}.${String(number.generatedNumber).padStart(5, '0')}`;
      expect(text).toContain(shown);
      expect(html).toContain(shown);
    }
  });

  test('sends one email when approved, through whatever statuses', async () => {
    const { id } = await sendFullReceipt(site, ana);
    await site.settle();
    await moderate(site, id, { to: 'APPROVED' });
    await moderate(site, id, { to: 'DONE' });
    expect((await subjects()).slice(2)).toEqual(['Sua nota foi aprovada']);
  });

  test('approved before its first email left has one email, with the note', async () => {
    const { id, promise } = await sendFullReceipt(site, ana);
    await moderate(site, id, { to: 'APPROVED' });
    expect((await subjects()).slice(1)).toEqual(['Sua nota foi aprovada']);
    expect((await last()).text).toContain(promise);
  });

  test('sends an email with the reason and what to do when refused', async () => {
    const { id } = await sendFullReceipt(site, ana);
    await site.settle();
    const reason = 'A nota não tem produtos participantes.';
    await moderate(site, id, { to: 'REJECTED', reason: 'product_missing' });
    const { subject, text } = await last();
    expect(subject).toBe('Sua nota não foi aceita');
    expect(text).toContain(`Motivo: ${reason}`);
    expect(text).toContain('http://127.0.0.1:4321/nova-nota');
    expect(text).toContain('http://127.0.0.1:4321/#fale-conosco');
  });

  test('sends an email without the moderator’s note when it may not take part', async () => {
    const { id } = await sendFullReceipt(site, ana);
    await site.settle();
    await moderate(site, id, { to: 'NOT_ELIGIBLE', reason: 'Suspeita: caixa da loja' });
    const { subject, text, html } = await last();
    expect(subject).toBe('Sua nota não foi aceita');
    expect(text + html).not.toContain('Suspeita');
  });

  test('refused before its first email was sent is not confirmed as received', async () => {
    const { id } = await sendFullReceipt(site, ana);
    await moderate(site, id, { to: 'REJECTED', reason: 'Esta nota já foi cadastrada.' });
    expect((await subjects()).slice(1)).toEqual(['Sua nota não foi aceita']);
  });

  test('sends an email for each requested picture', async () => {
    const { id } = await sendFullReceipt(site, ana);
    await site.settle();
    await moderate(site, id, { to: 'REQUESTED_NEW_IMAGE' });
    expect((await subjects()).slice(2)).toEqual(['Precisamos de outra foto da sua nota']);
    await moderate(site, id, { to: 'PRE_APPROVED' });
    await moderate(site, id, { to: 'REQUESTED_NEW_IMAGE' });
    expect((await subjects()).slice(2)).toHaveLength(2);
  });

  test('sends an email about its prize once it is approved', async () => {
    await makePrizeDue(site, 5);
    const { id } = await sendFullReceipt(site, ana);
    expect((await last()).text).toContain('Provável ganhador de');
    await moderate(site, id, { to: 'APPROVED' });
    expect((await subjects()).slice(2)).toEqual([
      'Sua nota foi aprovada',
      expect.stringMatching(/^Você ganhou /),
    ]);
    expect((await last()).text).toContain('Guarde a nota original');
    await postponePrizes(site);
  });

  test('sends no email that a prize is to come once the prize was sent', async () => {
    await makePrizeDue(site, 6);
    const { id } = await sendFullReceipt(site, ana);
    await confirmByOffice(site, Number(id));
    await site.operate('prizes', 'hand-out', Number(id));
    await moderate(site, id, { to: 'APPROVED' });
    expect(await subjects()).not.toContainEqual(expect.stringMatching(/^Você ganhou /));
    await postponePrizes(site);
  });
});

test('a name that mailboxes would make a link of is not greeted', async () => {
  for (const [name, greeting] of [
    ['www.golpe.exemplo Silva', 'Olá!'],
    ['M. Silva', 'Olá, M.!'],
  ] as const) {
    ana = await site.signUp({ name });
    const { text, html } = await last();
    expect(text).toContain(greeting);
    expect(`${text} ${html}`).not.toContain('golpe');
  }
});

test('a withdrawal that was paid is mailed with its amount to the centavo', async () => {
  const { id: receipt } = await sendFullReceipt(site, ana);
  await moderate(site, receipt, { to: 'APPROVED' });
  const id = await withdraw(site, ana);
  const { database } = site.gateway;
  const [{ centavos = 0 } = {}] = await database.query<{ centavos: number }>(
    'select value_centavos as centavos from cashback_entries where id = $1',
    [id],
  );
  const settled = { id, to: 'SUCCESS' as const, now: site.clock.now };
  await database.transaction((queries) => settleWithdrawal(queries, settled));
  const { subject, text } = await last();
  expect(subject).toBe('Seu saque foi pago');
  const [, reais, cents] = /Valor pago: R\$\s([\d.]+),(\d\d)/.exec(text) ?? [];
  expect(Number(`${reais?.replaceAll('.', '')}${cents}`)).toBe(centavos);
});

test('a withdrawal that could not be paid is mailed, with what to do', async () => {
  const { id: receipt } = await sendFullReceipt(site, ana);
  await moderate(site, receipt, { to: 'APPROVED' });
  const id = await withdraw(site, ana);
  await site.operate('withdrawals', 'settle', id, 'error');
  const { subject, text } = await last();
  expect(subject).toBe('Não conseguimos pagar seu saque');
  expect(text).toContain('o valor voltou para o seu saldo');
});

test('what was bought with points is mailed when it is sent, can be fetched or is called off', async () => {
  ana = await signUpWithAllFields(site);
  const order = async () => {
    await sendApproved(site, ana);
    const id = await redeemKits(site, ana);
    return (...words: string[]) => site.operate('redemptions', 'move', id, ...words);
  };
  const [sent, fetched, calledOff] = [await order(), await order(), await order()];
  const before = (await subjects()).length;
  for (const status of ['requested', 'confirmed', 'billed']) {
    for (const move of [sent, fetched, calledOff]) expect((await move(status)).exitCode).toBe(0);
  }
  expect((await sent('shipped', '--code', 'BR123')).exitCode).toBe(0);
  expect((await fetched('awaiting-withdraw')).exitCode).toBe(0);
  expect((await calledOff('canceled', '--code', 'BR123')).exitCode).toBe(2);
  expect((await calledOff('canceled')).exitCode).toBe(0);
  expect((await sent('canceled')).exitCode, 'a parcel that is under way').toBe(1);
  expect((await subjects()).slice(before)).toEqual([
    'Seu resgate está a caminho: BR123',
    'Seu resgate já pode ser retirado',
    'Seu resgate foi cancelado',
  ]);
  expect((await last()).text).toMatch(/Seu resgate: \d+ \S/);
  const ofParcel = (await emails()).find(({ subject }) => subject.endsWith('BR123'));
  expect(ofParcel?.text).toContain('/meus-resgates');
  expect(ofParcel?.text).toContain('porque resgatou um prêmio na promoção');
  expect(ofParcel?.text).not.toMatch(/ganhou|minhas-notas/);
});

test('an answer of support comes with a link that opens the conversation, as the first one does', async () => {
  const { email, name } = ana.consumer;
  const body = { ...incidentBody, email, name };
  const { id, protocolNumber } = (
    await site.call(createIncidentEndpoint, { token: ana.token, body })
  ).body;
  const answer = { id, description: 'Sim.', authorName: 'Lia', resolves: false };
  await site.gateway.database.transaction((queries) =>
    answerIncident(queries, { ...answer, now: site.clock.now }),
  );
  const waiting = JSON.stringify(
    await site.query('select data from emails where consumer_id = $1', [ana.id]),
  );
  const links = (await emails()).flatMap(({ text }) => /\/atendimento\/([\w-]+)/.exec(text) ?? []);
  const tokens = links.filter((_, index) => index % 2 === 1);
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) {
    expect(waiting).not.toContain(token);
    const opened = await site.call(getSupportIncidentEndpoint, { headers: { token, email } });
    expect(opened.body.comments).toHaveLength(1);
  }
  expect((await last()).subject).toMatch(/^Respondemos à sua mensagem: protocolo \d+$/);
  expect((await last()).text).toContain(`Protocolo: ${protocolNumber}\n`);
  expect((await last()).text).not.toContain('Sim.');
});

test('queued emails of an erased person are dropped, and their last email leaves nothing behind', async () => {
  await site.settle();
  await queueEmailAbout({ kind: 'PRIZE_SENT', prize: 'Kit', trackingCode: 'BR3' });
  await site.call(setInstantPaymentKeyEndpoint, {
    token: ana.token,
    body: { instantPaymentKeyType: 'EMAIL' },
  });
  await site.call(eraseMeEndpoint, { token: ana.token });
  await queueEmailAbout({ kind: 'PRIZE_SENT', prize: 'Kit', trackingCode: 'BR4' });
  expect((await subjects()).slice(1)).toEqual(['Seus dados foram excluídos']);
  const rows = await site.query(
    'select id from emails where consumer_id = $1 or to_address is not null',
    [ana.id],
  );
  expect(rows).toEqual([]);
});
