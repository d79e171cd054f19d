import { afterAll, beforeEach, expect, test } from 'vitest';
import { requestNewPasswordEndpoint } from '../../src/contract/consumer.ts';
import {
  commentIncidentEndpoint,
  createAnonymousIncidentEndpoint,
  createIncidentEndpoint,
  getSupportIncidentEndpoint,
  type IncidentCreate,
  listIncidentSubjectsEndpoint,
} from '../../src/contract/support.ts';
import { answerIncident } from '../../src/gateway/support/incidents.ts';
import { conversationTokenFor, type ReadEmail, readEmail } from '../support/email.ts';
import { openGateway } from '../support/gateway.ts';

const message: IncidentCreate = {
  name: 'Ana da Silva',
  email: 'Ana@exemplo.com.br',
  subjectId: 2,
  subject: 'Envio da nota',
  description: 'Minha nota não foi lida.',
  recaptchaToken: 'error',
};

let id: number;
/** The email to the writer of the message, and the token in its link. */
let email: ReadEmail;
let token: string;

const site = await openGateway();
afterAll(() => site.close());

/** Opens a conversation without an account; its token comes by mail alone. */
beforeEach(async () => {
  const opened = await site.call(createAnonymousIncidentEndpoint, { body: message });
  id = opened.body.id;
  expect(opened.text).not.toContain('token');
  email = readEmail((await site.emails()).at(-1) ?? '');
  token = await conversationTokenFor(site, message.email);
});

function readConversation(headers: Record<string, string>) {
  return site.call(getSupportIncidentEndpoint, { headers });
}

function sendComment(
  overrides: Partial<{ description: string; token: string; email: string }> = {},
  idempotencyKey?: string,
) {
  const body = { id, description: 'Consegui enviar.', token, email: message.email, ...overrides };
  const parameters = { incidentId: id };
  const query = { type: 'CONSUMER' };
  const key = idempotencyKey ? { idempotencyKey } : {};
  return site.call(commentIncidentEndpoint, { body, parameters, query, ...key });
}

test('anyone may read the subjects', async () => {
  const { body } = await site.call(listIncidentSubjectsEndpoint);
  expect(body).toContainEqual({ id: -1, description: 'Outros' });
});

test('a message gets a protocol, and its writer the link to the conversation by mail', async () => {
  expect(email.to).toBe('Ana@exemplo.com.br');
  expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
  const { body } = await readConversation({ token, email: message.email });
  expect(body).toEqual({
    id,
    protocolNumber: expect.stringMatching(/^\d{14}$/),
    status: 'OPEN',
    createdAt: site.clock.now.toISOString(),
    consumerDetail: { name: message.name, description: message.description },
    comments: [],
  });
  expect(email.text).toContain(body.protocolNumber);
});

test('the email repeats nothing that was typed, and no one can inject headers', async () => {
  const more = '\r\nBcc: eva@exemplo.com.br\r\n\r\n<b>Você ganhou!</b>';
  const before = (await site.emails()).length;
  const body = { ...message, name: more, subject: more, description: more };
  expect((await site.call(createAnonymousIncidentEndpoint, { body })).status).toBe(201);
  for (const email of [`ana@exemplo.com.br${more}`, 'ana@exemplo.com.br,eva@exemplo.com.br']) {
    const refused = await site.call(createAnonymousIncidentEndpoint, { body: { ...body, email } });
    expect(refused.error.fields).toEqual([{ field: 'email', message: 'Email inválido' }]);
  }
  const sent = await site.emails();
  expect(sent).toHaveLength(before + 1);
  expect(sent.join()).not.toMatch(/Bcc|eva@|ganhou|&lt;b/);
});

test('the token is not stored in the database, even while its email is queued', async () => {
  await site.call(createAnonymousIncidentEndpoint, { body: message });
  const { database } = site.gateway;
  const waiting = await database.query("select * from emails where state = 'QUEUED'");
  expect(waiting).toHaveLength(1);
  const rows = await database.query('select * from incidents');
  const sent = await conversationTokenFor(site, message.email);
  expect(sent).not.toBe(token);
  expect(JSON.stringify([waiting, rows])).not.toContain(sent);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test.each<[string, Partial<IncidentCreate>, string, string]>([
  ['a name', { name: ' ' }, 'name', 'Campo obrigatório'],
  ['an e-mail', { email: 'ana@' }, 'email', 'Email inválido'],
  ['a known subject', { subjectId: 77 }, 'subjectId', 'Opção inválida'],
  ['a title', { subjectId: -1, subject: '' }, 'subject', 'Campo obrigatório'],
  ['a description', { description: '\n' }, 'description', 'Campo obrigatório'],
])('a message needs %s', async (_, overrides, field, sentence) => {
  const { error } = await site.call(createAnonymousIncidentEndpoint, {
    body: { ...message, ...overrides },
  });
  expect(error.fields).toEqual([{ field, message: sentence }]);
});

test('a message longer than a long email is refused', async () => {
  const body = { ...message, description: 'a'.repeat(10_001) };
  expect((await site.call(createAnonymousIncidentEndpoint, { body })).status).toBe(413);
});

test('a signed-in message is stored as the consumer’s, and that call is refused without an account', async () => {
  expect((await site.call(createIncidentEndpoint, { body: message })).status).toBe(401);
  const ana = await site.signUp();
  const { body } = await site.call(createIncidentEndpoint, { body: message, token: ana.token });
  const [row] = await site.query(
    'select consumer_id as "consumerId" from incidents where id = $1',
    [body.id],
  );
  expect(row).toEqual({ consumerId: ana.id });
});

test('a mail service that is away fails no answer', async () => {
  const away = await openGateway({ settings: { smtpUrl: 'smtp://127.0.0.1:1' } });
  away.gateway.mail.hurry();
  const opened = await away.call(createAnonymousIncidentEndpoint, { body: message });
  const { consumer } = await away.signUp();
  const body = { campaignId: 19, email: consumer.email, recaptchaToken: 'error' };
  const reset = await away.call(requestNewPasswordEndpoint, { body });
  await away.settle();
  expect([opened.status, reset.status]).toEqual([201, 200]);
  expect(away.lines.filter((line) => /"unavailable",.*email"/.test(line))).toHaveLength(2);
  await away.close();
});

test('a retry opens no second conversation and sends no second email', async () => {
  const before = (await site.emails()).length;
  const call = { body: message, idempotencyKey: 'contact-1' };
  const first = await site.call(createAnonymousIncidentEndpoint, call);
  const retry = await site.call(createAnonymousIncidentEndpoint, call);
  expect([retry.status, retry.text]).toEqual([201, first.text]);
  expect(await site.emails()).toHaveLength(before + 1);
});

test('a wrong token and a wrong e-mail get the same answer', async () => {
  const wrongToken = await readConversation({ token: `${token}x`, email: message.email });
  const wrongEmail = await readConversation({ token, email: 'bia@exemplo.com.br' });
  const nothing = await readConversation({});
  expect(wrongToken.status).toBe(404);
  expect(wrongEmail.text).toBe(wrongToken.text);
  expect(nothing.text).toBe(wrongToken.text);
});

test('the e-mail opens the conversation however it is written', async () => {
  expect((await readConversation({ token, email: ' ana@EXEMPLO.com.br ' })).status).toBe(200);
});

test('comments of both sides follow each other', async () => {
  expect((await sendComment()).status).toBe(201);
  site.passTime(60_000);
  await site.gateway.database.transaction((queries) =>
    answerIncident(queries, {
      id,
      description: 'Que bom!',
      authorName: 'Carla',
      resolves: false,
      now: site.clock.now,
    }),
  );
  const { body } = await readConversation({ token, email: message.email });
  expect(body.status).toBe('ANSWERED');
  expect(
    body.comments.map(({ userType, authorName, description }) => [
      userType,
      authorName,
      description,
    ]),
  ).toEqual([
    ['CONSUMER', 'Ana da Silva', 'Consegui enviar.'],
    ['AGENT', 'Carla', 'Que bom!'],
  ]);
});

test('a comment needs the keys of its own conversation and a text', async () => {
  expect((await sendComment({ token: 'x' })).status).toBe(404);
  expect((await sendComment({ email: 'bia@exemplo.com.br' })).status).toBe(404);
  expect((await sendComment({ description: '  ' })).status).toBe(400);
  const other = { incidentId: id - 1 };
  const body = { id: id - 1, description: 'Oi', token, email: message.email };
  expect((await site.call(commentIncidentEndpoint, { body, parameters: other })).status).toBe(404);
});

test('twenty comments without an answer are enough, until support answers', async () => {
  for (let comment = 0; comment < 20; comment += 1) expect((await sendComment()).status).toBe(201);
  const refused = await sendComment();
  expect([refused.status, refused.error.message]).toEqual([
    409,
    'Você já enviou muitas mensagens seguidas. Aguarde a nossa resposta para escrever de novo.',
  ]);
  await site.operate('incidents', 'answer', id, 'Como posso ajudar?');
  expect((await sendComment()).status).toBe(201);
});

test('the stored answer to a comment does not grow with its conversation', async () => {
  const description = 'a'.repeat(5000);
  for (let comment = 0; comment < 10; comment += 1) {
    await sendComment({ description }, `comment-${comment}`);
  }
  const [row] = await site.query<{ longest: number }>(
    "select max(length(answer)) as longest from idempotency_keys where route like '%/comment'",
  );
  expect(row?.longest).toBeLessThan(6000);
});

test('a resolved conversation takes no more comments', async () => {
  await site.gateway.database.transaction((queries) =>
    answerIncident(queries, {
      id,
      description: 'Resolvido.',
      authorName: 'Carla',
      resolves: true,
      now: site.clock.now,
    }),
  );
  const refused = await sendComment();
  expect([refused.status, refused.error.message]).toEqual([409, 'Atendimento Encerrado']);
  expect((await readConversation({ token, email: message.email })).body.comments).toHaveLength(1);
});

test.each(['answer', 'close'])(
  'a conversation that got a message while support read it is not closed by incidents %s --seen',
  async (command) => {
    const words = [command, id, ...(command === 'answer' ? ['Já saiu.', '--resolve'] : [])];
    const rows = await site.operateRows('incidents', 'show', id);
    expect(rows).toMatchObject([{ message: 1 }]);
    expect((await site.operate('incidents', ...words, '--seen', 12)).text).toContain(
      'A conversa tem só 1 mensagem, e nada foi mudado.',
    );
    await sendComment({ description: 'O endereço mudou.' });
    expect(await site.operate('incidents', ...words, '--seen', 1)).toMatchObject({
      exitCode: 1,
      text: 'NOT_ALLOWED_NOW: A conversa agora tem 2 mensagens, e nada foi mudado.',
    });
    const [listed] = await site.operateRows('incidents', 'list');
    expect(listed).toMatchObject({ id, status: 'OPEN', messages: 2 });
    expect((await site.operate('incidents', ...words, '--seen', 2)).exitCode).toBe(0);
    expect((await site.operateRows('incidents', 'list'))[0]).toMatchObject({ status: 'RESOLVED' });
  },
);

test('a resolved conversation that is opened again takes comments by the link of before', async () => {
  const reopen = () => site.operate('incidents', 'reopen', id);
  const notClosed = 'NOT_ALLOWED_NOW: Este atendimento não está encerrado.';
  expect(await reopen()).toMatchObject({ exitCode: 1, text: notClosed });
  await site.operate('incidents', 'answer', id, 'Resolvido.', '--resolve');
  expect((await sendComment()).status).toBe(409);
  const before = (await site.emails()).length;
  expect((await reopen()).text).toContain('Resolvido.');
  expect(await site.emails()).toHaveLength(before);
  expect(await site.operateRows('incidents', 'list', '--status', 'open')).toContainEqual(
    expect.objectContaining({ id }),
  );
  expect((await sendComment()).status).toBe(201);
  expect((await site.operate('incidents', 'answer', id, 'Como posso ajudar?')).exitCode).toBe(0);
  expect(await reopen()).toMatchObject({ exitCode: 1, text: notClosed });
});
