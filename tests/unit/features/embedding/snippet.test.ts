import { expect, test } from 'vitest';
import { written } from '../../../../src/features/embedding/page-part.ts';
import { elementOf, policyOf, snippetOf } from '../../../../src/features/embedding/snippet.ts';

const site = {
  origin: 'https://promocao.example',
  campaignId: '19',
  frameRights: { loading: 'lazy' },
  shops: [{ name: 'Silva & Filhos', url: 'https://loja.example/?a=1&b=2' }],
};
const login = {
  name: 'login',
  title: 'Entrar',
  attributes: [],
  frame: { path: '/quadro/entrar/', height: 420 },
};
const shops = { name: 'where-to-buy', title: 'Onde comprar', attributes: [], frame: null };
const current = { mount: 'element', release: { kind: 'current' }, attributes: {} } as const;

test('the snippet of a form carries its frame, with its height reserved', () => {
  expect(snippetOf(login, site, current)).toBe(
    [
      '<script async src="https://promocao.example/widgets/v1/login.js"></script>',
      '<promo-login campaign="19">',
      '  <iframe src="https://promocao.example/quadro/entrar/" title="Entrar" width="100%" height="420" loading="lazy"></iframe>',
      '</promo-login>',
    ].join('\n'),
  );
});

test('a version that never changes brings its hash', () => {
  const release = { kind: 'fixed', version: '1.0.0', integrity: 'sha384-x' } as const;
  expect(snippetOf(login, site, { ...current, release })).toContain(
    '/widgets/1.0.0/login.js" integrity="sha384-x" crossorigin="anonymous">',
  );
});

test('as a div, attributes begin with data-, and empty ones are left out', () => {
  const choices = { ...current, mount: 'data', attributes: { height: '500', token: '' } } as const;
  const element = written(elementOf(login, site, choices));
  expect(element).toContain(
    '<div data-promo-widget="login" data-campaign="19" data-height="500">\n',
  );
  expect(element).toContain('height="500"');
});

test('a conversation’s token stands behind the # of the frame’s address, escaped', () => {
  const element = written(elementOf(login, site, { ...current, attributes: { token: 'a"b&c' } }));
  expect(element).toContain('token="a&quot;b&amp;c"');
  expect(element).toContain('/quadro/entrar/#conversa=a%22b%26c"');
});

test('in the page itself there is no frame, but a link', () => {
  const element = written(
    elementOf(login, site, { ...current, attributes: { isolation: 'page' } }),
  );
  expect(element).not.toContain('iframe');
  expect(element).toContain('<a href="https://promocao.example">Entrar</a>');
});

test('the shops are a list before the script is there', () => {
  expect(written(elementOf(shops, site, current))).toContain(
    '<li><a href="https://loja.example/?a=1&amp;b=2">Silva &amp; Filhos</a></li>',
  );
});

test('a policy allows what the widget loads', () => {
  expect(policyOf(login, site)).toContain('frame-src https://promocao.example;');
  expect(policyOf(shops, site)).toContain('img-src https://promocao.example;');
});
