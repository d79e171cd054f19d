import { beforeEach, expect, test, vi } from 'vitest';
import { setEnvironment } from '../../../../src/environment.ts';
import {
  isInvited,
  readNews,
  startCountdown,
  startNews,
} from '../../../../src/features/home/read-news.ts';
import { readOwnFacts } from '../../../../src/features/home/read-own-facts.ts';
import { signIn } from '../../../../src/features/session/session.store.ts';
import { newsPath } from '../../../../src/paths.ts';
import { instantOf } from '../../../../src/rules/dates.ts';
import { clockKey, referralKey } from '../../../../src/storage-keys.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';
import { waitFor } from '../../../support/wait-for.ts';

const gateway = await gatewayOfFile();

let host: TestHost;
beforeEach(() => {
  host = openHost(gateway);
});

const newsAddress = newsPath.replace(':campaignId', `${gateway.gateway.snapshot.campaign.id}`);
const known = { prizes: 700, lastDay: '30/11/2026', drawDay: null };

test('a visitor reads how many prizes wait and how long it lasts, in one call without a name', async () => {
  const { facts, lastWin } = await readNews(known);
  expect(lastWin).toBeNull();
  expect(facts.open).toEqual([
    ['500', 'prêmios restantes'],
    [expect.stringMatching(/^\d+ dias$/), 'para enviar, até 30/11'],
  ]);
  expect(host.requests).toHaveLength(1);
  expect(host.requests[0]?.headers.get('authorization')).toBeNull();
});

test('news that cannot be read leave the page as it was built', async () => {
  host.interruptions.push(new Response('<html>', { status: 502 }));
  const { facts, lastWin } = await readNews(known);
  expect(lastWin).toBeNull();
  expect(facts.open[0]).toEqual(['700', 'prêmios restantes']);
});

test("the news tell the gateway's time, also to visitors, who call nothing else", async () => {
  const answer = await gateway.app(new Request(`http://127.0.0.1${newsAddress}`));
  answer.headers.set('date', new Date(Date.now() + 86_400_000).toUTCString());
  host.interruptions.push(answer);
  await readNews(known);
  expect(host.storage.get(clockKey)).not.toBeNull();
});

test('a page that is shown again after weeks tells what is true then', async () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  const { startsAt, endsAt } = host.site.campaign;
  const shown: unknown[] = [];
  const daysBefore = (moment: string, days: number) =>
    new Date(instantOf(moment).getTime() - days * 86_400_000);
  let now = daysBefore(startsAt, 3);
  setEnvironment({ ...host, now: () => now });
  const comeBackAt = (moment: Date) => {
    now = moment;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  startCountdown((text) => shown.push(text));
  comeBackAt(daysBefore(startsAt, 1));
  expect(shown).toEqual(['Faltam 3 dias', 'É amanhã!']);
  startNews(known, ({ facts }) => shown.push(facts.open[1]?.[0]));
  await waitFor(() => expect(shown).toHaveLength(3));
  comeBackAt(daysBefore(endsAt, 3));
  await waitFor(() => expect(shown.at(-1)).toBe('3 dias'));
  vi.unstubAllGlobals();
});

test('a friend of a participant is greeted', () => {
  expect(isInvited()).toBe(false);
  host.storage.set(referralKey, 'ABC123');
  expect(isInvited()).toBe(true);
});

test('a friend is not greeted while sign-ups are switched off', () => {
  const { hotsite } = host.site;
  const registration = { ...hotsite.registration, enabled: false };
  setEnvironment({ ...host, site: { ...host.site, hotsite: { ...hotsite, registration } } });
  host.storage.set(referralKey, 'ABC123');
  expect(isInvited()).toBe(false);
});

test('a user reads how many receipts and numbers they have', async () => {
  const person = await gateway.signUp();
  await signIn(person.consumer.email, person.password);
  const invited = (text: string) => ({ facts: [['Sua 1ª nota', text]], invites: true });
  expect(await readOwnFacts('09/01/2027')).toEqual(invited('pode concorrer em 09/01/2027.'));
  expect(await readOwnFacts(null)).toEqual(invited('está esperando você.'));
  const { body: sent } = await gateway.sendReceipt(person);
  const numbers = sent.engineOrders.flatMap(({ details }) => details?.luckyNumbers ?? []);
  expect(numbers.length).toBeGreaterThan(0);
  expect(await readOwnFacts('09/01/2027')).toEqual({
    facts: [
      ['1', 'nota enviada'],
      [`${numbers.length}`, numbers.length === 1 ? 'número da sorte' : 'números da sorte'],
    ],
    invites: false,
  });
});

test('the news after the end ask for no first receipt', async () => {
  openHost(gateway, 'over');
  const person = await gateway.signUp();
  await signIn(person.consumer.email, person.password);
  expect(await readOwnFacts('09/01/2027')).toEqual({
    facts: [['0', 'notas enviadas']],
    invites: false,
  });
});
