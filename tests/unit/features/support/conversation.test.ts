import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createAnonymousIncidentEndpoint } from '../../../../src/contract/support.ts';
import { contactFormConfig } from '../../../../src/features/support/contact.store.ts';
import {
  $conversation,
  commentsOf,
  createReplyForm,
  followConversation,
  isResolved,
  leaveConversation,
  searchFormConfig,
  tokenOf,
} from '../../../../src/features/support/conversation.store.ts';
import { answerIncident } from '../../../../src/gateway/support/incidents.ts';
import { createForm } from '../../../../src/ui/form.ts';
import { conversationTokenFor } from '../../../support/email.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';
import { waitFor } from '../../../support/wait-for.ts';

const email = 'joana@exemplo.com.br';
const gateway = await gatewayOfFile();
let host: TestHost;
let token: string;

beforeAll(async () => {
  await gateway.call(createAnonymousIncidentEndpoint, {
    parameters: { campaignId: 19 },
    body: {
      name: 'Joana',
      email,
      subjectId: 2,
      subject: 'Envio da nota',
      description: 'Não abre.',
    },
  });
  const pathname = `/atendimento/${await conversationTokenFor(gateway, email)}`;
  token = tokenOf({ pathname, hash: '' });
});
beforeEach(() => {
  host = openHost(gateway);
  leaveConversation();
});

async function search(typed: string, by = token) {
  const form = createForm(searchFormConfig(by));
  form.change('email', typed);
  await form.submit();
  return form;
}

async function reply(description: string) {
  const form = createReplyForm(token);
  form.change('description', description);
  await form.submit();
  return form;
}

function messages() {
  const conversation = $conversation.get();
  if (conversation.state !== 'shown') throw new Error(`The conversation is ${conversation.state}`);
  return commentsOf(conversation.incident).map(({ author, text }) => [author, text]);
}

function signatures() {
  const conversation = $conversation.get();
  if (conversation.state !== 'shown') return [];
  return commentsOf(conversation.incident).map(({ name, time }) => [name, Boolean(time)]);
}

test('a link that a character was added to on its way leads to no conversation', async () => {
  await search(email, tokenOf({ pathname: '/atendimento/abc%E2%80%A6', hash: '' }));
  expect($conversation.get()).toEqual({ state: 'missing' });
});

test('the link and the e-mail open the conversation, and neither is in the address', async () => {
  await search(` ${email} `);
  expect(messages()).toEqual([['CONSUMER', 'Não abre.']]);
  const lastRequest = host.requests.at(-1);
  expect(lastRequest?.url).not.toContain(token);
  expect([lastRequest?.headers.get('token'), lastRequest?.headers.get('email')]).toEqual([
    token,
    email,
  ]);
});

test('a wrong token and a wrong e-mail are missing alike, without an alert', async () => {
  for (const form of [await search('outra@exemplo.com.br'), await search(email, 'outro-token')]) {
    expect($conversation.get()).toEqual({ state: 'missing' });
    expect(form.$step.get()).toEqual({ step: 'idle' });
  }
});

test('a reply joins the end of the thread, and an agent’s reply is marked as theirs', async () => {
  await search(email);
  await reply('  Alguém aí?  ');
  expect(messages().at(-1)).toEqual(['CONSUMER', 'Alguém aí?']);
  await gateway.gateway.database.transaction((queries) =>
    answerIncident(queries, {
      id: 1,
      description: 'Já vai.',
      authorName: 'Rui',
      resolves: false,
      now: new Date(Date.now() + 1000),
    }),
  );
  await search(email);
  expect(messages()).toEqual([
    ['CONSUMER', 'Não abre.'],
    ['CONSUMER', 'Alguém aí?'],
    ['AGENT', 'Já vai.'],
  ]);
  expect(signatures(), 'all have their time, and an agent has a name').toEqual([
    [null, true],
    [null, true],
    ['Rui', true],
  ]);
});

test('a new answer of support shows when the user returns to the page', async () => {
  await search(email);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const stop = followConversation(token);
  await gateway.gateway.database.transaction((queries) =>
    answerIncident(queries, {
      id: 1,
      description: 'Chegou agora.',
      authorName: 'Rui',
      resolves: false,
      now: new Date(Date.now() + 2000),
    }),
  );
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(messages().at(-1)).toEqual(['AGENT', 'Chegou agora.']));
  stop();
  vi.unstubAllGlobals();
});

test('a reply that is not sent says so and stays in its box', async () => {
  await search(email);
  const before = messages();
  host.interruptions.push('no connection', 'no connection', 'no connection', 'no connection');
  const form = await reply('Continua sem abrir.');
  expect(form.$step.get()).toEqual({ step: 'failed', lines: ['Erro ao enviar mensagem'] });
  expect(form.$values.get()['description']).toBe('Continua sem abrir.');
  expect(messages()).toEqual(before);
});

test('a reply that is one too many without an answer says so and stays in its box', async () => {
  await gateway.query(
    `insert into incident_comments (incident_id, user_type, description, created_at)
     select 1, 'CONSUMER', 'Alô?', now() from generate_series(1, 20)`,
  );
  await search(email);
  const form = await reply('Alguém aí?');
  expect(form.$step.get()).toEqual({
    step: 'failed',
    lines: [
      'Erro ao enviar mensagem',
      'Você já enviou muitas mensagens seguidas. Aguarde a nossa resposta para escrever de novo.',
    ],
  });
  expect(form.$values.get()['description']).toBe('Alguém aí?');
  await gateway.query("delete from incident_comments where description = 'Alô?'");
});

test('a reply whose answer was lost joins the thread once, though its page was opened anew', async () => {
  await search(email);
  host.interruptions.push('answer lost', 'no connection', 'no connection');
  await reply('Agora abriu.');
  await search(email);
  await reply('Agora abriu.');
  await search(email);
  expect(messages().filter(([, text]) => text === 'Agora abriu.')).toHaveLength(1);
});

test('blanks alone are no reply', async () => {
  await search(email);
  const form = await reply('   ');
  expect(form.$errors.get()).toEqual({ description: 'Campo obrigatório' });
});

test('a conversation is closed once it is resolved', () => {
  const incident = {
    id: 1,
    protocolNumber: '1',
    consumerDetail: { description: '' },
    comments: [],
  };
  expect(isResolved({ ...incident, status: 'RESOLVED' })).toBe(true);
  expect(isResolved({ ...incident, status: 'ANSWERED' })).toBe(false);
});

test('unsent text is there after a reload, for its conversation alone', async () => {
  await search(email);
  const open = (of: string) => {
    const form = createReplyForm(of);
    form.restore();
    return form;
  };
  const typed = (of: string) => open(of).$values.get()['description'] ?? '';
  const form = open(token);
  form.change('description', 'Já tentei de novo.');
  expect([typed(token), typed('outra')]).toEqual(['Já tentei de novo.', '']);
  await form.submit();
  expect(typed(token)).toBe('');
});

test('what is typed while a reply is being sent stays, also over a reload', async () => {
  await search(email);
  const form = createReplyForm(token);
  form.restore();
  form.change('description', 'Achei a nota.');
  const sent = form.submit();
  form.change('description', 'Achei a nota. Outra coisa: mudei de casa.');
  await sent;
  expect(messages()).toContainEqual(['CONSUMER', 'Achei a nota.']);
  const reloaded = createReplyForm(token);
  reloaded.restore();
  for (const { $values, $step } of [form, reloaded]) {
    expect([$values.get()['description'], $step.get().step]).toEqual([
      'Outra coisa: mudei de casa.',
      'idle',
    ]);
  }
});

test('a damaged link leads to the page, which then finds no conversation', async () => {
  const damaged = tokenOf({ pathname: '/atendimento/abc%E0%A4', hash: '' });
  const form = await search(email, damaged);
  expect($conversation.get()).toEqual({ state: 'missing' });
  expect(form.$step.get()).toEqual({ step: 'idle' });
});

test('a reply to what support has just closed shows that, and its text waits in “Fale conosco”', async () => {
  await search(email);
  await gateway.gateway.database.transaction((queries) =>
    answerIncident(queries, {
      id: 1,
      description: 'Resolvido.',
      authorName: 'Rui',
      resolves: true,
      now: new Date(Date.now() + 3000),
    }),
  );
  const earlier = createForm(contactFormConfig([]));
  earlier.restore();
  earlier.change('description', 'Outra coisa.');
  const form = createReplyForm(token);
  form.restore();
  form.change('description', 'E a outra nota?');
  await form.submit();
  expect(messages().at(-1)).toEqual(['AGENT', 'Resolvido.']);
  const conversation = $conversation.get();
  expect(conversation.state === 'shown' && isResolved(conversation.incident)).toBe(true);
  const contact = createForm(contactFormConfig([]));
  contact.restore();
  expect(contact.$values.get()).toEqual({ description: 'Outra coisa.\n\nE a outra nota?' });
  expect(conversation).toMatchObject({ unsentBecause: 'refused' });
});
