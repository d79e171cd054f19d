import { expect, test } from 'vitest';
import {
  elementOf,
  policyOf,
  snippetOf,
  toHtml,
} from '../../../../src/features/embedding/snippet.ts';
import { strictPolicy } from '../../../../widgets/guides/page-guides.ts';

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
  framePath: '/quadro/entrar/',
  allow: null,
  height: 420,
  heightInPage: 390,
};
const shops = {
  name: 'where-to-buy',
  title: 'Onde comprar',
  attributes: [],
  framePath: null,
  allow: null,
  height: 298,
  heightInPage: null,
};
const current = { mount: 'element', release: { kind: 'current' }, attributes: {} } as const;

test('the snippet of a form carries its frame, with its height reserved', () => {
  expect(snippetOf(login, site, current)).toBe(
    [
      '<script async src="https://promocao.example/widgets/v1/login.js"></script>',
      '<promo-login campaign="19">',
      '  <iframe',
      '    src="https://promocao.example/quadro/entrar/"',
      '    title="Entrar"',
      '    width="100%"',
      '    height="420"',
      '    loading="lazy"',
      '  ></iframe>',
      '  <noscript>',
      '    Este formulário precisa de JavaScript.',
      '    <a href="https://promocao.example">Abrir o site</a>',
      '  </noscript>',
      '</promo-login>',
    ].join('\n'),
  );
});

test('the frame of a form with a camera may use it', () => {
  const receipts = { ...login, name: 'receipts', framePath: '/quadro/notas/', allow: 'camera' };
  expect(snippetOf(receipts, site, current)).toContain('allow="camera"\n  ></iframe>');
});

test('a version that never changes brings its hash', () => {
  const release = {
    kind: 'fixed',
    version: '1.0.0',
    integrity: { 'login.js': 'sha384-x', 'login-page.js': 'sha384-y' },
  } as const;
  expect(snippetOf(login, site, { ...current, release })).toContain(
    '/widgets/1.0.0/login.js" integrity="sha384-x" crossorigin="anonymous">',
  );
  const without = { ...release, integrity: {} };
  expect(snippetOf(login, site, { ...current, release: without })).not.toContain('integrity');
});

test('a div’s attributes begin with data-, and empty ones are left out', () => {
  const choices = { ...current, mount: 'data', attributes: { height: '500', token: '' } } as const;
  const element = toHtml(elementOf(login, site, choices));
  expect(element).toContain(
    '<div data-promo-widget="login" data-campaign="19" data-height="500">\n',
  );
  expect(element).toContain('height="500"');
});

test('a conversation’s token stands behind the # of the frame’s address, escaped', () => {
  const element = toHtml(elementOf(login, site, { ...current, attributes: { token: 'a"b&c' } }));
  expect(element).toContain('token="a&quot;b&amp;c"');
  expect(element).toContain('/quadro/entrar/#conversa=a%22b%26c"');
});

test('the snippet for a form in the page has no frame, but a text without JavaScript, and a script', () => {
  const inPage = { ...current, attributes: { isolation: 'page' } } as const;
  expect(snippetOf(login, site, inPage)).toBe(
    [
      '<script async src="https://promocao.example/widgets/v1/login.js"></script>',
      '<link rel="modulepreload" href="https://promocao.example/widgets/v1/login-page.js">',
      '<promo-login campaign="19" isolation="page">',
      '  <noscript>Este formulário precisa de JavaScript.</noscript>',
      '  <a href="https://promocao.example">Entrar</a>',
      '  <canvas width="1" height="390" aria-hidden="true"></canvas>',
      '</promo-login>',
    ].join('\n'),
  );
  const release = {
    kind: 'fixed',
    version: '1.0.0',
    integrity: { 'login-page.js': 'sha384-y' },
  } as const;
  expect(snippetOf(login, site, { ...inPage, release })).toContain(
    '/widgets/1.0.0/login-page.js" integrity="sha384-y" crossorigin="anonymous">',
  );
});

test('the shops are a list before the script is there, in the place that the carousel takes', () => {
  expect(toHtml(elementOf(shops, site, current))).toBe(
    [
      '<promo-where-to-buy campaign="19">',
      '  <table role="presentation" height="298">',
      '    <tr>',
      '      <td>',
      '        <ul>',
      '          <li><a href="https://loja.example/?a=1&amp;b=2">Silva &amp; Filhos</a></li>',
      '        </ul>',
      '      </td>',
      '    </tr>',
      '  </table>',
      '</promo-where-to-buy>',
    ].join('\n'),
  );
});

test('a policy allows what the widget loads', () => {
  const own = 'https://promocao.example';
  expect(policyOf(login, site, {})).toEqual([`script-src ${own};`, `frame-src ${own};`]);
  expect(policyOf(login, site, { isolation: 'page' })).toEqual([
    `script-src ${own};`,
    `frame-src ${own};`,
    `img-src ${own} data:;`,
    `connect-src ${own};`,
  ]);
  expect(policyOf(shops, site, {})).toEqual([
    `script-src ${own};`,
    `img-src ${own};`,
    `connect-src ${own};`,
  ]);
  const [apiOrigin, assetsOrigin] = ['https://api.example', 'https://figuras.example'];
  expect(policyOf(login, { ...site, apiOrigin, assetsOrigin }, { isolation: 'page' })).toEqual([
    `script-src ${own};`,
    `frame-src ${own};`,
    `img-src ${own} ${assetsOrigin} data:;`,
    `connect-src ${own} ${apiOrigin};`,
  ]);
  expect(strictPolicy({ origin: own, apiOrigin, assetsOrigin }).policy).toContain(
    `img-src ${own} ${assetsOrigin} data:; connect-src ${own} ${apiOrigin};`,
  );
});
