import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteCredentials } from '../../../../src/client/credentials.ts';
import { deleteDrafts, draftOf } from '../../../../src/client/storage.ts';
import { watchSession } from '../../../../src/features/session/session.store.ts';
import {
  $contact,
  changeAuthor,
  contactFormConfig,
  loadContact,
} from '../../../../src/features/support/contact.store.ts';
import { createForm } from '../../../../src/ui/form.ts';
import { startFastTime, stopFastTime } from '../../../support/fast-time.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { stubBrowser } from '../../../support/redeem-page.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';

let host: TestHost;

const gateway = await gatewayOfFile();
beforeEach(() => {
  startFastTime('setTimeout', 'clearTimeout');
  host = openHost(gateway);
});
afterEach(stopFastTime);

const message = {
  name: 'Ana Souza',
  email: 'ana@exemplo.com.br',
  subjectId: '2',
  description: 'Minha nota não abre.',
};

const sessionEnded = () =>
  Response.json(
    { statusCode: 401, error: { code: 'UNAUTHENTICATED', message: '' } },
    { status: 401 },
  );

const running = { statusCode: 409, error: { code: 'REQUEST_IN_PROGRESS', message: '' } };

async function writeTo(values: Record<string, string>) {
  await loadContact();
  return submit(values);
}

async function submit(values: Record<string, string>) {
  const contact = $contact.get();
  if (contact.state !== 'loaded') throw new Error(`The subjects are ${contact.state}`);
  const form = createForm(contactFormConfig(contact.value.subjects, contact.value));
  for (const [name, value] of Object.entries(values)) form.change(name, value);
  await form.submit();
  return form;
}

test("subjects are the campaign's, and Outros comes last, once", async () => {
  await loadContact();
  const contact = $contact.get();
  const names =
    contact.state === 'loaded' ? contact.value.subjects.map((each) => each.description) : [];
  expect(names).toEqual(['Cadastro', 'Envio da nota', 'Números da sorte', 'Prêmios', 'Outros']);
});

test("a message says the subject's words and is answered by mail", async () => {
  const form = await writeTo(message);
  expect(form.$step.get()).toEqual({ step: 'sent' });
  const sent = await host.requests.at(-1)?.json();
  expect(sent).toMatchObject({ ...message, subjectId: 2, subject: 'Envio da nota' });
  await gateway.settle();
  expect((await gateway.emails()).some((letter) => letter.includes(message.email))).toBe(true);
});

test('Outros needs a title, which is what is sent', async () => {
  const untitled = await writeTo({ ...message, subjectId: '-1' });
  expect(untitled.$errors.get()).toEqual({ subject: 'Campo obrigatório' });
  const titled = await writeTo({ ...message, subjectId: '-1', subject: 'Uma ideia' });
  expect(titled.$step.get()).toEqual({ step: 'sent' });
  expect(await host.requests.at(-1)?.json()).toMatchObject({ subjectId: -1, subject: 'Uma ideia' });
});

test.each([
  ['broke', ['answer lost', 'no connection', 'no connection']],
  ['broke, and its twin seemed to run on', ['answer lost', running, running]],
] as const)(
  'a message whose connection %s is sent once, also by a form that opens anew',
  async (_, cuts) => {
    const email = `joana.${crypto.randomUUID()}@exemplo.com.br`;
    const letter = { ...message, email };
    await loadContact();
    for (const cut of cuts) {
      const interruption = typeof cut === 'string' ? cut : Response.json(cut, { status: 409 });
      host.intercept('POST /incident/campaign/19', interruption);
    }
    expect((await writeTo(letter)).$step.get()).toMatchObject({ step: 'failed' });
    expect((await writeTo(letter)).$step.get()).toEqual({ step: 'sent' });
    await gateway.settle();
    expect((await gateway.emails()).filter((mail) => mail.includes(email))).toHaveLength(1);

    await writeTo(letter);
    await gateway.settle();
    expect((await gateway.emails()).filter((mail) => mail.includes(email))).toHaveLength(2);
  },
);

test('a message with empty fields is refused at every field, and not sent', async () => {
  const form = await writeTo({ email: 'ana@' });
  expect(form.$errors.get()).toEqual({
    name: 'Campo obrigatório',
    email: 'Email inválido',
    subjectId: 'Campo obrigatório',
    description: 'Campo obrigatório',
  });
  expect(host.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a name or title that is too long says so at once, and nothing is sent', async () => {
  const long = 'a'.repeat(201);
  const form = await writeTo({ ...message, name: long, subjectId: '-1', subject: long });
  const tooLong = 'O texto deve ter no máximo 200 caracteres';
  expect(form.$errors.get()).toEqual({ name: tooLong, subject: tooLong });
  expect(host.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('the subjects can be requested again after a lost network', async () => {
  host.interruptions.push('no connection', 'no connection', 'no connection', 'no connection');
  await loadContact();
  expect($contact.get().state).toBe('failed');
  await loadContact();
  expect($contact.get().state).toBe('loaded');
});

test('a signed-in user may say which receipt it is about, as its card calls it', async () => {
  const { host: signedIn, consumer } = await signedInHost(gateway);
  for (const totalAmount of [20, 54.9]) {
    await gateway.sendReceipt(consumer, { totalAmount });
    gateway.passTime(1000);
  }
  stubBrowser();
  watchSession();
  await loadContact();
  const contact = $contact.get();
  const [newest] = contact.state === 'loaded' ? contact.value.receipts : [];
  expect(newest?.title).toMatch(/^Nota 2, \d{2}\/\d{2}\/\d{4}, R\$\s54,90$/);
  await writeTo({ ...message, receipt: newest?.id ?? '' });
  const body = await signedIn.requests.at(-1)?.json();
  expect(body.description).toBe(
    `${message.description}\n\n${newest?.title}, código ${newest?.identifier}`,
  );
  expect(body).not.toHaveProperty('receipt');
});

test('the form knows who is signed in, and forgets them when their session ends', async () => {
  await signedInHost(gateway);
  stubBrowser();
  watchSession();
  await loadContact();
  const email = expect.stringContaining('@');
  expect($contact.get()).toMatchObject({ state: 'loaded', value: { author: { email } } });
  deleteCredentials();
  expect($contact.get()).toMatchObject({ state: 'loaded', value: { author: {}, receipts: [] } });
});

test('a message whose session has ended is sent all the same, and its form forgets who wrote', async () => {
  const { host: signedIn } = await signedInHost(gateway);
  stubBrowser();
  watchSession();
  await loadContact();
  signedIn.interruptions.push(sessionEnded());
  const email = `joana.${crypto.randomUUID()}@exemplo.com.br`;
  const form = await submit({ ...message, email });
  expect(form.$step.get()).toEqual({ step: 'sent' });
  await gateway.settle();
  expect((await gateway.emails()).filter((mail) => mail.includes(email))).toHaveLength(1);
  expect($contact.get()).toHaveProperty('value.author', {});
});

test('an open form keeps its message when its author signs in, or when their session ends', async () => {
  const ana = { name: 'Ana Souza', email: 'ana@exemplo.com.br' };
  const form = createForm(contactFormConfig([]));
  form.restore();
  form.change('description', message.description);
  form.change('email', 'outra@exemplo.com.br');
  changeAuthor(form, {}, ana);
  const typed = { description: message.description, email: 'outra@exemplo.com.br' };
  expect(form.$values.get()).toEqual({ ...typed, name: ana.name });
  changeAuthor(form, ana, {});
  expect(form.$values.get()).toEqual({ ...typed, name: '' });
  deleteDrafts();
  changeAuthor(form, ana, {});
  expect(form.$values.get(), 'after a sign-out').toEqual({});
});

test('what the account says of its author is not kept with what they typed', async () => {
  await signedInHost(gateway);
  stubBrowser();
  watchSession();
  const form = createForm(contactFormConfig([]));
  form.restore();
  await loadContact();
  const contact = $contact.get();
  changeAuthor(form, {}, contact.state === 'loaded' ? contact.value.author : {});
  form.change('description', message.description);
  expect(form.$values.get()).toHaveProperty('email', expect.stringContaining('@'));

  deleteCredentials();
  const later = createForm(contactFormConfig([]));
  later.restore();
  expect(later.$values.get()).toEqual({ description: message.description });
});

test('a message without an answer leaves no name of the account in the tab', async () => {
  const { host: signedIn, consumer } = await signedInHost(gateway);
  watchSession();
  const { name, email, ...typed } = message;
  signedIn.intercept('POST /incident', 'no connection', 3);
  await writeTo(typed);
  const left = draftOf('fale-conosco.envio').get();
  expect(left).toContain(typed.description);
  expect(left).not.toContain(consumer.consumer.email);
  expect(left).not.toContain(consumer.consumer.name);
  await submit(typed);
  const [first, second] = [0, -1].map((at) => signedIn.postsTo('/incident').at(at));
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  expect(await second?.json()).toMatchObject({ email: consumer.consumer.email });
  deleteCredentials();
  deleteDrafts();
});

test('a message whose session has ended on a page for signed-in users waits in its draft', async () => {
  const { host: signedIn } = await signedInHost(gateway);
  stubBrowser();
  watchSession({ guarded: true });
  await loadContact();
  signedIn.interruptions.push(sessionEnded());
  const form = await submit(message);
  expect(signedIn.visited).toEqual(['/']);
  expect(form.$step.get()).toMatchObject({ step: 'failed' });
  expect(signedIn.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
