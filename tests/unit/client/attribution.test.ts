import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { attribution, setFramedAttribution } from '../../../src/client/attribution.ts';
import { setEnvironment } from '../../../src/environment.ts';
import { openGateway, type TestGateway } from '../../support/gateway.ts';
import { openHost } from '../../support/site-environment.ts';

const origin = 'https://promo.exemplo';
let site: TestGateway;

beforeAll(async () => {
  site = await openGateway();
});
afterAll(() => site.close());
beforeEach(() => void openHost(site));
afterEach(() => {
  vi.unstubAllGlobals();
  setFramedAttribution({});
});

function arrive(addresses: readonly string[], referrer = ''): void {
  const entries = addresses.map((path) => ({ url: `${origin}${path}` }));
  vi.stubGlobal('location', { origin, href: entries.at(-1)?.url });
  vi.stubGlobal('document', { referrer });
  vi.stubGlobal('window', { navigation: { entries: () => entries } });
}

test('the address by which a tab came to the site counts on its later pages', () => {
  arrive(['/?utm_source=boletim&partner=Loja+Azul', '/faq', '/cadastro']);
  expect(attribution()).toMatchObject({ source: 'boletim', partner: 'Loja Azul' });
});

test('the newest counts, and a page without one changes nothing', () => {
  arrive(['/?utm_source=boletim', '/cadastro?utm_source=panfleto', '/nova-nota?utm_id=3']);
  expect(attribution()).toMatchObject({ source: 'panfleto' });
});

test('a new tab goes by the page of this site that opened it, and by no other', () => {
  arrive(['/cadastro'], `${origin}/?utm_source=boletim`);
  expect(attribution()).toMatchObject({ source: 'boletim' });
  arrive(['/cadastro'], 'https://outra.exemplo/?utm_source=boletim');
  expect(attribution()).toBeNull();
});

test('a widget says whose page it stands on, framed or not', () => {
  arrive(['/quadro/cadastro/']);
  setFramedAttribution({ partner: 'loja-azul', source: 'ana@exemplo.com.br' });
  expect(attribution()).toMatchObject({ partner: 'loja-azul', source: null });
  setEnvironment({ ...openHost(site), attribution: { partner: 'loja-verde' } });
  expect(attribution()).toMatchObject({ partner: 'loja-verde' });
});
