import { afterAll, beforeEach, expect, test } from 'vitest';
import { lookUpPostalCode } from '../../../src/client/postal-code-lookup.ts';
import { credentialsKey } from '../../../src/storage-keys.ts';
import { startFastTime, stopFastTime } from '../../support/fast-time.ts';
import { gatewayOfFile } from '../../support/gateway-of-file.ts';
import { neverAnswers, openHost, type TestHost } from '../../support/site-environment.ts';

let host: TestHost;

const gateway = await gatewayOfFile();
startFastTime();
afterAll(stopFastTime);
beforeEach(() => {
  host = openHost(gateway);
});

const requestedServices = () =>
  host.requests.map(({ url }) => new URL(url).host + new URL(url).pathname);

test('the gateway knows the address of a postal code', async () => {
  expect(await lookUpPostalCode('80010000')).toEqual({
    state: 'found',
    street: 'Rua XV de Novembro',
    district: 'Centro',
    city: 'Curitiba',
    uf: 'PR',
  });
});

test('a postal code that does not exist is reported as such', async () => {
  expect(await lookUpPostalCode('99999999')).toEqual({ state: 'not-found' });
});

test('the public service comes first, without the person’s token', async () => {
  host.site.postalUrl = 'https://cep.example/ws';
  host.storage.set(credentialsKey, JSON.stringify({ version: 1, token: 't' }));
  host.interruptions.push(Response.json({ localidade: 'Rio Negro', uf: 'PR' }));
  expect(await lookUpPostalCode('83880000')).toEqual({
    state: 'found',
    street: '',
    district: '',
    city: 'Rio Negro',
    uf: 'PR',
  });
  expect(requestedServices()).toEqual(['cep.example/ws/83880000/json']);
  expect(host.requests[0]?.headers.has('authorization')).toBe(false);
});

test.each([
  ['is down', 'no connection' as const],
  ['answers with an error', Response.json({ localidade: 'Errada' }, { status: 500 })],
  ['answers something else', Response.json({ uf: 7 })],
  ['answers without a town', Response.json({})],
])('the gateway helps out when the public service %s', async (_, trouble) => {
  host.site.postalUrl = 'https://cep.example/ws';
  host.interruptions.push(trouble);
  expect(await lookUpPostalCode('80010000')).toMatchObject({ state: 'found', city: 'Curitiba' });
});

test('a silent public service is waited for two seconds', async () => {
  host.site.postalUrl = 'https://cep.example/ws';
  host.intercept('GET /ws/80010000/json', neverAnswers);
  const start = performance.now();
  expect(await lookUpPostalCode('80010000')).toMatchObject({ city: 'Curitiba' });
  expect(performance.now() - start).toBeLessThan(4000);
});

test('the address can be typed by hand after 4.5 seconds if no service answers', async () => {
  host.site.postalUrl = 'https://cep.example/ws';
  host.interruptions.push(neverAnswers, neverAnswers);
  const start = performance.now();
  expect(await lookUpPostalCode('80010000')).toEqual({ state: 'unavailable' });
  expect(performance.now() - start).toBeLessThanOrEqual(4_500);
});

test('the answer is unknown when both services fail', async () => {
  host.site.postalUrl = 'https://cep.example/ws';
  host.interruptions.push(...Array.from({ length: 4 }, () => 'no connection' as const));
  expect(await lookUpPostalCode('80010000')).toEqual({ state: 'unavailable' });
  expect(requestedServices()).toHaveLength(4);
});
