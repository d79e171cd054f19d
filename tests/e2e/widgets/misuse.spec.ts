import { registerAt } from '../../support/site-actions.ts';
import { expect, test } from '../fixtures.ts';
import { type HostPage, type HostSite, openShop, serveHost, shopPage } from './host-pages.ts';
import { watchSentences } from './page-traces.ts';

test('each misuse is reported once, in a sentence with the address of its paragraph', async ({
  page,
  host,
  site,
}) => {
  await page.clock.install();
  const sentences = watchSentences(page);
  const body = `
    <script type="module" crossorigin src="${site.url}/widgets/v1/receipts.js"></script>
    <promo-login campaign="20"></promo-login>
    <promo-login campaign="19" height="alta" isolation="quadro"></promo-login>
    <promo-login campaign="19" height="alta"></promo-login>
    <promo-sign-up isolation="page"></promo-sign-up>
    <promo-where-to-buy campaign="20"></promo-where-to-buy>
    <promo-receipts campaign="19"></promo-receipts>
    <div id="closed"></div>
    <script>
      document.querySelector('#closed').attachShadow({ mode: 'closed' }).innerHTML =
        '<div data-promo-widget="support" data-campaign="19"></div>';
    </script>`;
  const scripts = ['login', 'sign-up', 'support', 'where-to-buy'];
  await page.goto(host.publish({ html: shopPage(site, body, scripts) }));
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('link', { name: 'Ir para o site da promoção' })).toHaveCount(2);
  await page.clock.runFor(6000);
  const about = (start: string, code: string) =>
    expect.stringMatching(new RegExp(`^${start}.*/widgets#${code}$`));
  await expect
    .poll(() => sentences.heard.toSorted())
    .toEqual([
      about('promo-login: http.* não tem a campanha 20', 'CAMPAIGN_UNKNOWN'),
      about('promo-login: o atributo height="alta" não serve', 'ATTRIBUTE_INVALID'),
      about('promo-login: o atributo isolation="quadro" não serve', 'ATTRIBUTE_INVALID'),
      about('promo-receipts: falta o atributo origin', 'ORIGIN_MISSING'),
      about('promo-sign-up: falta o atributo campaign', 'CAMPAIGN_MISSING'),
      about('promo-where-to-buy: http.* não tem a campanha 20', 'CAMPAIGN_UNKNOWN'),
      about('promo: o script está na página, mas <promo-support> não', 'ELEMENT_NOT_FOUND'),
    ]);
});

test('forms are sent in a sandbox without allow-forms, and what else it forbids is reported', async ({
  page,
  host,
  site,
}) => {
  const sentences = watchSentences(page);
  const forms = `<promo-login campaign="19"></promo-login>
    <promo-sign-up campaign="19" isolation="page"></promo-sign-up>
    <div data-promo-widget="login" data-campaign="19" data-isolation="page"></div>`;
  const inner = host.publish({ html: shopPage(site, forms) });
  const open = (rights: string) => {
    const body = `<iframe src="${inner}" width="900" height="2500" sandbox="${rights}"></iframe>`;
    return openShop(page, { host, site, body });
  };
  const outer = page.frameLocator('iframe');
  await open('allow-scripts allow-same-origin');
  const login = outer.frameLocator('promo-login iframe');
  const signUp = outer.locator('promo-sign-up');
  await test.step('the form in a frame is sent', async () => {
    await login.getByLabel('Email').fill('ninguem@example.com');
    await login.getByLabel('Senha', { exact: true }).fill('Errada1');
    // What sends the form comes with the frame's scripts, and in the page after the form.
    await expect(login.locator('astro-island[ssr]')).toHaveCount(0);
    await login.getByLabel('Senha', { exact: true }).press('Enter');
    await expect(login.getByText('Usuário/senha incorreto.')).toBeVisible();
  });
  await test.step('the form in the page is sent', async () => {
    await signUp.getByLabel('Nome completo').fill('Rosa');
    await expect(signUp.locator('.promo-page')).toHaveAttribute('data-settings');
    await signUp.getByRole('button', { name: 'continuar' }).press('Enter');
    await expect(signUp.getByRole('group', { name: /^Confira/ })).toBeVisible();
    expect(sentences.heard).toEqual([]);
  });

  await test.step('a signed-in user reads where to go on', async () => {
    // Nothing may leave this page, so a user who has signed in reads where to go on.
    const { person } = await registerAt(site);
    const message = `esta página não deixa abrir o site da promoção. Continue em ${site.url}`;
    const inPage = outer.locator('[data-promo-widget]');
    for (const [place, around] of [
      [login, login.getByRole('main')],
      [inPage, inPage],
    ] as const) {
      await place.getByLabel('Email').fill(person.email);
      await place.getByLabel('Senha', { exact: true }).fill(person.password);
      await place.getByLabel('Senha', { exact: true }).press('Enter');
      await expect(around.getByText(message)).toBeVisible();
    }
    const stuck = /sem allow-popups e sem allow-top-navigation.*#PAGE_SANDBOXED$/;
    await sentences.expectOnly([expect.stringMatching(stuck), expect.stringMatching(stuck)]);
  });

  await test.step('a form that could never be sent is a link', async () => {
    await open('allow-scripts allow-forms');
    await expect
      .poll(() => sentences.heard)
      .toContainEqual(expect.stringMatching(/^promo-sign-up: .*num sandbox.*#PAGE_SANDBOXED$/));
    // No form that could never be sent; the sandbox opens no tab, so the address is there to read.
    await expect(signUp.getByText(`(${site.url}/quadro/cadastro/)`)).toBeVisible();
    await expect(signUp.locator('form')).toHaveCount(0);
  });
});

test('a refused frame is reported with its cause: the list, the page’s policy or its sandbox', async ({
  page,
  host,
  site,
}) => {
  const stranger = await serveHost();
  await page.clock.install();
  const sentences = watchSentences(page);
  const html = shopPage(site, '<promo-login campaign="19"></promo-login>');
  const pages: [HostSite, HostPage['headers'], RegExp][] = [
    [
      stranger,
      {},
      new RegExp(`a origem ${stranger.origin} não está na lista.*#ORIGIN_NOT_LISTED$`),
    ],
    [
      host,
      { 'content-security-policy': `frame-src 'self'` },
      new RegExp(`\\(frame-src\\).* inclua ${site.url} em frame-src.*#FRAME_BLOCKED$`),
    ],
    [host, { 'content-security-policy': 'sandbox allow-scripts' }, /num sandbox.*#PAGE_SANDBOXED$/],
  ];
  for (const [place, headers = {}, sentence] of pages) {
    await test.step(String(sentence), async () => {
      await page.goto(place.publish({ html, headers }));
      await page.waitForLoadState('networkidle');
      await page.clock.runFor(3000);
      await expect(page.getByRole('link', { name: 'Abrir Entrar em outra aba' })).toBeVisible();
      await sentences.expectOnly([expect.stringMatching(sentence)]);
    });
  }
  stranger.close();
});

test('a form in a page that may not send it moves to its frame, or gives way to a link, before the user types', async ({
  page,
  host,
  site,
}) => {
  const sentences = watchSentences(page);
  const html = shopPage(site, '<promo-login campaign="19" isolation="page"></promo-login>');
  const open = (calls: string, scripts = site.url, folder = 'v1') =>
    page.goto(
      host.publish({
        html: html.replace('v1', folder),
        headers: {
          'content-security-policy': `script-src ${scripts}; connect-src ${calls}; frame-src ${site.url}`,
        },
      }),
    );
  const framed = page.frameLocator('promo-login iframe').getByLabel('Email');
  await test.step('its policy forbids the calls', async () => {
    await open(`'self'`);
    await expect(framed).toBeVisible();
    await expect(page.locator('promo-login form')).toHaveCount(0);
    await sentences.expectOnly([
      expect.stringMatching(/falta http.* em connect-src.*#PAGE_NOT_POSSIBLE$/),
    ]);
  });

  await test.step('the address of the explanation is said where its script may not be loaded', async () => {
    await open(site.url, `${site.url}/widgets/v1/login.js`);
    await expect(framed).toBeVisible();
    await sentences.expectOnly([
      expect.stringContaining(`veja ${site.url}/widgets#PAGE_NOT_POSSIBLE`),
    ]);
  });

  await test.step('the gateway refuses the calls of a page that is not on the list', async () => {
    const stranger = await serveHost();
    const body = '<promo-login campaign="19" isolation="page" mode="test"></promo-login>';
    await openShop(page, { host: stranger, site, body });
    await expect(page.getByRole('link', { name: 'Abrir Entrar em outra aba' })).toBeVisible();
    await expect(page.locator('promo-login form')).toHaveCount(0);
    const unlisted = `a origem ${stranger.origin} não está na lista`;
    await sentences.expectOnly([
      expect.stringMatching(new RegExp(`${unlisted}.*#PAGE_NOT_POSSIBLE$`)),
      expect.stringMatching(new RegExp(`${unlisted}.*#ORIGIN_NOT_LISTED$`)),
    ]);
    stranger.close();
  });

  await test.step('its policy forbids calls of an API on an origin of its own', async () => {
    // Forms of a fixed version read from the site where the API is.
    const api = site.url.replace('127.0.0.1', 'localhost');
    await page.route('**/forms.json', async (route) => {
      const response = await route.fetch();
      const forms = await response.json();
      const json = { ...forms, site: { ...forms.site, apiUrl: api } };
      await route.fulfill({ response, json });
    });
    await open(site.url, site.url, '1.0.0');
    await expect(framed).toBeVisible();
    await sentences.expectOnly([expect.stringContaining(`falta ${api} em connect-src`)]);
  });
});

test('a form whose press the page stops sends the page nothing, and links once to the site', async ({
  page,
  host,
  site,
}) => {
  const sentences = watchSentences(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  const body = `
    <script>addEventListener('submit', (event) => event.stopPropagation(), true)</script>
    <promo-login campaign="19" isolation="page"></promo-login>`;
  await openShop(page, { host, site, body });
  const form = page.locator('promo-login');
  await expect(form.locator('.promo-page')).toHaveAttribute('data-settings');
  await form.getByLabel('Email').fill('ana@exemplo.com.br');
  await form.getByLabel('Senha', { exact: true }).fill('Segredo1');
  const enter = form.getByRole('button', { name: 'Entrar' });
  await enter.click();
  await enter.click();
  await expect(form.getByRole('alert')).toHaveText(
    'Desta página o formulário não pode ser enviado. Ir para o site da promoção',
  );
  await expect(form.getByLabel('Email')).toHaveValue('ana@exemplo.com.br');
  await sentences.expectOnly([expect.stringMatching(/retém o evento submit.*#PAGE_NOT_POSSIBLE$/)]);
  expect(sent).toEqual([]);
});

/**
 * What pages have done to the language: scripts of 2008 and polyfills of what was there. Where no
 * form can be drawn in the page itself, a sentence says why.
 */
const alteredGlobals: Record<string, { code: string; sentence?: RegExp }> = {
  'customElements is missing': {
    code: 'Object.defineProperty(window, "customElements", { value: undefined });',
  },
  'Object.fromEntries is missing': {
    code: 'delete Object.fromEntries;',
    sentence: /Object\.fromEntries is not a function.*#PAGE_NOT_POSSIBLE$/,
  },
  'the page has a Promise of its own': { code: 'window.Promise = class extends Promise {};' },
  // As in Prototype.js and MooTools: no field of the form is lost.
  'Array.from and bind of 2008': {
    code: `Array.from = (list) => Array.prototype.slice.call(list);
      Function.prototype.bind = function (self, ...first) {
        return (...others) => this.apply(self, [...first, ...others]);
      };`,
    sentence: /a página troca Array\.from.*#PAGE_NOT_POSSIBLE$/,
  },
};

test('a page that altered built-in objects gets its forms, or a sentence why not', async ({
  page,
  host,
  site,
}) => {
  const sentences = watchSentences(page);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const elements = ['frame', 'page'].map(
    (isolation) => `<promo-login campaign="19" isolation="${isolation}"></promo-login>`,
  );
  const open = (code: string, body: string) =>
    openShop(page, { host, site, body: `<script>${code}</script>${body}` });
  for (const [change, { code, sentence }] of Object.entries(alteredGlobals)) {
    await test.step(change, async () => {
      await open(code, elements.join(''));
      for (const [index, login] of (await page.locator('promo-login').all()).entries()) {
        const isInPage = index === 1 && !sentence;
        const email = (isInPage ? login : login.frameLocator('iframe')).getByLabel('Email');
        await email.fill('ana@exemplo.com.br');
        // Taken over in place: what was typed stays.
        await login.evaluate((element) => element.setAttribute('height', '700'));
        await expect(email).toHaveValue('ana@exemplo.com.br');
      }
      await sentences.expectOnly(sentence ? [expect.stringMatching(sentence)] : []);
      await page.evaluate(() => document.body.replaceChildren());
    });
  }

  const missing = `delete Object.fromEntries; delete Element.prototype.replaceChildren;
    delete Array.prototype.flatMap; delete Array.prototype.at;`;
  const failed = /replaceChildren is not a function.*#WIDGET_FAILED$/;
  for (const element of elements) {
    await test.step(`parts of the language are missing: ${element}`, async () => {
      sentences.forget();
      await open(missing, element.repeat(2));
      await expect(page.getByRole('link', { name: 'Ir para o site da promoção' })).toHaveCount(2);
      await expect.poll(() => sentences.heard).toContainEqual(expect.stringMatching(failed));
    });
  }
  expect(errors).toEqual([]);
});

/** Pages in which no form may be drawn, and what is said of them. */
const impossiblePages = [
  {
    what: 'elements are named as members of the document',
    head: `<form name="createElement"></form><img name="currentScript"><img name="currentScript">
      <form name="querySelectorAll"></form><form name="addEventListener"></form>`,
    sentence: /addEventListener is not a function.*#PAGE_NOT_POSSIBLE$/,
  },
  {
    what: 'the events of typing are stopped',
    head: `<script>addEventListener('input', (event) => event.stopPropagation(), true)</script>`,
    sentence: /retém o evento input.*#PAGE_NOT_POSSIBLE$/,
  },
  {
    what: 'the fieldset is disabled',
    head: '<fieldset disabled>',
    sentence: /está num fieldset disabled.*#PAGE_NOT_POSSIBLE$/,
  },
  {
    what: 'important rules in a layer undo every style',
    head: '<style>@layer base { * { all: unset !important } }</style>',
    sentence: /regras !important num @layer.*#PAGE_NOT_POSSIBLE$/,
  },
];

test('a page in which no form can be drawn gets it in its frame, and a sentence why', async ({
  page,
  host,
  site,
}) => {
  const sentences = watchSentences(page);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  for (const { what, head, sentence } of impossiblePages) {
    await test.step(what, async () => {
      const element = '<promo-login campaign="19" isolation="page"></promo-login>';
      await openShop(page, { host, site, body: head + element });
      await expect(page.frameLocator('promo-login iframe').getByLabel('Email')).toBeVisible();
      await sentences.expectOnly([expect.stringMatching(sentence)]);
    });
  }
  expect(errors).toEqual([]);
});

test('the room that a page keeps for a form of its own goes when the form comes in a frame, or not at all', async ({
  page,
  host,
  site,
}) => {
  const room = '<canvas width="1" height="900" aria-hidden="true"></canvas>';
  const pages = [
    { by: 'the snippet', content: `<a href="${site.url}">Entrar</a>${room}`, link: 'Entrar' },
    { by: 'React', content: `<div>${room}</div>`, link: 'Abrir Entrar em outra aba' },
  ];
  const stranger = await serveHost();
  const element = page.locator('promo-login');
  const height = () => element.evaluate((one) => one.getBoundingClientRect().height);
  for (const { by, content, link } of pages) {
    const body = `<promo-login campaign="19" isolation="page">${content}</promo-login>`;
    await test.step(`${by}: the frame stands alone while it loads`, async () => {
      await page.route('**/quadro/entrar/', () => {});
      const html = `<fieldset disabled style="min-width:0">${body}</fieldset>`;
      await openShop(page, { host, site, body: html }, 'commit');
      await expect(page.locator('promo-login iframe')).toBeAttached();
      expect(await height()).toBeLessThan(900);
      await page.unroute('**/quadro/entrar/');
    });
    await test.step(`${by}: a link stands for a frame that is refused`, async () => {
      await openShop(page, { host: stranger, site, body });
      await expect(element.locator('iframe')).toHaveCount(1);
      await expect.poll(height).toBeLessThan(200);
      await expect(element.getByRole('link', { name: link })).toBeVisible();
    });
  }
  stranger.close();
});
