import { afterEach, expect, test, vi } from 'vitest';

vi.stubGlobal('CAMPAIGN_DATA', 'null');
const { attributed } = await import('../../../widgets/where-to-buy/shops-widget.tsx');

afterEach(() => vi.unstubAllGlobals());

const none = { partner: null, 'utm-source': null, 'utm-medium': null, 'utm-campaign': null };

function addressOf(shop: string, options: Partial<typeof none | object> = {}, search = ''): string {
  vi.stubGlobal('location', { search });
  return attributed(shop, 'https://promocao.example', { ...none, ...options });
}

test('partner and UTM of the element join the shop’s address, which keeps its own', () => {
  const options = { partner: 'loja azul', 'utm-source': 'blog', 'utm-campaign': 'natal' };
  expect(addressOf('https://loja.example/busca?q=a%20b', options)).toBe(
    'https://loja.example/busca?q=a%20b&partner=loja+azul&utm_source=blog&utm_campaign=natal',
  );
  expect(addressOf('https://loja.example/?utm_source=loja#ofertas', options)).toBe(
    'https://loja.example/?utm_source=loja&partner=loja+azul&utm_campaign=natal#ofertas',
  );
});

test('the page’s own UTM counts without attributes, and nothing else of its address', () => {
  const search = '?utm_source=carta&utm_medium=&partner=alheio&email=ana@example.com';
  expect(addressOf('https://loja.example', {}, search)).toBe(
    'https://loja.example/?utm_source=carta',
  );
  expect(addressOf('https://loja.example', { 'utm-source': 'blog' }, search)).toBe(
    'https://loja.example/?utm_source=blog',
  );
  expect(addressOf('https://loja.example/a?b')).toBe('https://loja.example/a?b');
});

test('addresses of the site become whole, others than web addresses stay', () => {
  const options = { partner: 'azul' };
  expect(addressOf('/lojas/a', options)).toBe('https://promocao.example/lojas/a?partner=azul');
  expect(addressOf('mailto:loja@example.com', options)).toBe('mailto:loja@example.com');
});
