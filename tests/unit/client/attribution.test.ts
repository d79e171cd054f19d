// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { attribution } from '../../../src/client/attribution.ts';

const origin = 'https://promo.exemplo';
afterEach(() => void vi.unstubAllGlobals());

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

/** What a widget draws in its element when its form is part of the page. */
function formWith(settings: string): string {
  return `<div class="promo-page" data-settings='${settings}'></div>`;
}

test('other parts of the page around a form may have settings of their own', () => {
  arrive(['/loja?utm_source=boletim']);
  const own = `<promo-sign-up>${formWith('{"partner":"loja-azul"}')}</promo-sign-up>`;
  for (const theirs of ['', 'autoplay', 'null', '{"partner":"outra"}']) {
    document.body.innerHTML = `<div data-settings='${theirs}'></div>`;
    expect(attribution()).toMatchObject({ source: 'boletim', partner: null });
    document.body.innerHTML += own;
    expect(attribution()).toMatchObject({ partner: 'loja-azul' });
  }
});

test('a login before it in the page does not hide what the sign-up’s element says', () => {
  arrive(['/loja']);
  document.body.innerHTML = `
    <promo-login>${formWith('{"partner":"loja-verde"}')}</promo-login>
    <div data-promo-widget="sign-up">${formWith('{"partner":"loja-azul"}')}</div>`;
  expect(attribution()).toMatchObject({ partner: 'loja-azul' });
});
