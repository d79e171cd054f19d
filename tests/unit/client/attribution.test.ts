// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attribution, withAttribution } from '../../../src/client/attribution.ts';
import type { FormSettings } from '../../../src/contract/frame-protocol.ts';
import { type SiteProps, setEnvironment } from '../../../src/environment.ts';
import { guestEnvironment } from '../../../src/hosts/guest-environment.ts';
import { siteEnvironment } from '../../../src/hosts/site-environment.ts';

const origin = 'https://promo.exemplo';
const homeUrl = () => `${origin}/`;
beforeEach(() => setEnvironment({ ...siteEnvironment({} as SiteProps), homeUrl }));
afterEach(() => void vi.unstubAllGlobals());

/** A form in a page that is not one of the site. */
function beGuest(settings: FormSettings): void {
  const guest = guestEnvironment({} as SiteProps, origin, () => {});
  setEnvironment({ ...guest, homeUrl, guestSettings: () => settings });
}

function arrive(addresses: readonly string[], { referrer = '', settings = '' } = {}): void {
  const entries = addresses.map((path) => ({ url: `${origin}${path}` }));
  vi.stubGlobal('location', { origin, href: entries.at(-1)?.url });
  document.documentElement.removeAttribute('data-settings');
  if (settings) document.documentElement.dataset['settings'] = settings;
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
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
  arrive(['/cadastro'], { referrer: `${origin}/?utm_source=boletim` });
  expect(attribution()).toMatchObject({ source: 'boletim' });
  arrive(['/cadastro'], { referrer: 'https://outra.exemplo/?utm_source=boletim' });
  expect(attribution()).toBeNull();
});

test('a widget says whose page it stands on, before any address', () => {
  const settings = { partner: 'loja-azul', 'utm-source': 'ana@exemplo.com.br', accent: '#000' };
  arrive(['/quadro/cadastro/?utm_source=boletim'], { settings: JSON.stringify(settings) });
  expect(attribution()).toEqual({
    partner: 'loja-azul',
    source: null,
    medium: null,
    campaign: null,
  });
});

test('a widget brings the fields that its page sets', () => {
  const settings = JSON.stringify({ 'hidden-fields': 'loja=centro-01, cpf=52998224725' });
  arrive(['/quadro/cadastro/'], { settings });
  expect(attribution()).toMatchObject({ partner: null, fields: { loja: 'centro-01' } });
});

test('fields of the page leave the advertisement of its address to be counted', () => {
  const settings = JSON.stringify({ 'hidden-fields': 'loja=centro-01' });
  arrive(['/quadro/cadastro/?utm_source=boletim'], { settings });
  expect(attribution()).toMatchObject({ source: 'boletim', fields: { loja: 'centro-01' } });
});

test('a form in a page goes by its own settings, whatever else the page has', () => {
  arrive(['/loja?utm_source=boletim'], { settings: '{"partner":"outra"}' });
  const forms = [{}, { partner: 'loja-verde' }, { partner: 'loja-azul' }];
  const counted = forms.map((settings) => {
    beGuest(settings);
    return attribution()?.partner ?? null;
  });
  expect(counted).toEqual([null, 'loja-verde', 'loja-azul']);
});

test('a form in a page takes nothing of the addresses, which are the page’s own', () => {
  arrive(['/loja?partner=afiliado9&utm_source=de+antes', '/loja?partner=afiliado9']);
  beGuest({});
  expect(attribution()).toBeNull();
});

test('a path that has a query of its own also says whose partner led there', () => {
  arrive(['/cadastro?partner=loja-azul']);
  expect(withAttribution('/entrar?novo')).toBe('/entrar?novo&partner=loja-azul');
  expect(withAttribution('/#cadastro')).toBe('/?partner=loja-azul#cadastro');
});
