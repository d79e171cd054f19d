import type { Page, Route } from '@playwright/test';
import { loadCampaign } from '../../../src/campaign/load.ts';
import { instantOf } from '../../../src/rules/dates.ts';
import { newPerson } from '../../support/people.ts';
import { expect, moveGatewayClock, test } from '../fixtures.ts';
import { acceptPrivacy, expectTextsBeside, fillAccess, fillPerson } from '../sign-up-fields.ts';
import { openShop, shopPage } from './host-pages.ts';
import { listen, watchManners, watchSentences } from './page-traces.ts';

const element = (name: string, attributes = '') =>
  `<promo-${name} campaign="19" isolation="page" ${attributes}>
    <a href="/entrar">Entrar lá</a></promo-${name}>`;

/** A library that writes lists as text, as one of 2008 does, and a guard against pop-ups, in a browser of 2022. */
const agedGlobals = `<script>Array.prototype.toJSON = function () { return String(this); };
  window.open = () => null;
  delete Array.prototype.toSorted; delete AbortSignal.timeout;</script>`;

test('a person signs up in the page’s document and continues at the campaign’s site', async ({
  page,
  host,
  site,
}) => {
  const manners = await watchManners(page, [host.origin, site.url]);
  const events = await listen(page);
  const leaving = Promise.withResolvers<Route>();
  await page.route(`${site.url}/continuar`, leaving.resolve);
  await test.step('the element’s settings reach the form', async () => {
    const settings = 'partner="loja-verde" accent="#0a58ca" prefill-name="Rosa Prado"';
    await openShop(page, { host, site, body: agedGlobals + element('sign-up', settings) });
    await expect(page.getByLabel('Nome completo')).toHaveValue('Rosa Prado');
    await expect(page.locator('.promo-page')).toHaveCSS('--accent', '#0a58ca');
  });
  await test.step('the person fills in the form', async () => {
    await page.getByLabel('CPF').focus();
    await expect(page.getByText(/^Faltam \d+ campos$/)).toBeVisible();
    const person = newPerson();
    await fillPerson(page, person);
    await fillAccess(page, person);
    // A browser's spelling check may send what is typed, and shown, to its maker.
    await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('spellcheck', 'false');
    await expectTextsBeside(page, site.url, { opens: 'in a tab' });
    await acceptPrivacy(page);
    await manners.expectGood({ sheets: 2, names: ['nanostoresGlobal'] });
  });
  await page.getByRole('button', { name: 'continuar' }).click();
  const route = await leaving.promise;
  await test.step('the page hears what happened, and its partner counts', async () => {
    expect(events).toEqual([
      'promo:ready {}',
      'promo:seen {}',
      'promo:started {"form":"cadastro"}',
      'promo:step {"form":"cadastro","step":1,"of":3}',
      'promo:step {"form":"cadastro","step":2,"of":3}',
      'promo:step {"form":"cadastro","step":3,"of":3}',
      'promo:submit {"form":"cadastro"}',
      'promo:success {"form":"cadastro"}',
      'promo:done {"form":"cadastro"}',
      `promo:handoff {"url":"${site.url}/nova-nota"}`,
    ]);
    expect(await site.operator('report', 'partner')).toContainEqual(
      expect.objectContaining({ partner: 'loja-verde', signUps: 1 }),
    );
  });
  await test.step('the person continues at the site', async () => {
    await route.continue();
    // What this person sends from there counts for the partner too.
    await expect(page).toHaveURL(`${site.url}/nova-nota?partner=loja-verde`);
    await expect(page.getByRole('heading', { name: 'Envie a foto da nota' })).toBeVisible();
  });

  await test.step('the login leads to the sign-up with its partner', async () => {
    await openShop(page, { host, site, body: element('login', 'partner="loja-verde"') });
    const login = page.locator('promo-login');
    await expect(login.locator('.promo-page')).toHaveAttribute('data-settings', /loja-verde/);
    const signUp = login.getByRole('link', { name: 'Não tem uma conta? Cadastrar' });
    await expect(signUp).toHaveAttribute('href', `${site.url}/#cadastro`);
    await expect(login.getByRole('link', { name: 'Esqueceu sua senha?' })).toHaveAttribute(
      'href',
      `${site.url}/#esqueci-senha`,
    );
    const tab = page.context().waitForEvent('page');
    await signUp.click({ modifiers: ['ControlOrMeta'] });
    await expect(await tab).toHaveURL(`${site.url}/#cadastro`);
    await signUp.click();
    await expect(page).toHaveURL(`${site.url}/?partner=loja-verde#cadastro`);
  });
});

test('a page that takes the form away while it is sent keeps its visitor', async ({
  page,
  host,
  site,
}) => {
  const lastCall = Promise.withResolvers<Route>();
  await page.route('**/api/handoff', lastCall.resolve);
  await openShop(page, { host, site, body: element('sign-up') });
  await page.getByLabel('CPF').focus();
  const person = newPerson();
  await fillPerson(page, person);
  await fillAccess(page, person);
  await acceptPrivacy(page);
  await page.getByRole('button', { name: 'continuar' }).click();
  const route = await lastCall.promise;
  await page.locator('promo-sign-up').evaluate((element) => element.remove());
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(request.url());
  });
  const answered = page.waitForResponse('**/api/handoff');
  await route.continue();
  await answered;
  // By the end of another request, what follows from that answer has begun.
  await page.evaluate((address) => fetch(address, { mode: 'no-cors' }).then(() => {}), site.url);
  expect(opened).toEqual([]);
});

test('a form fits beside long text and in a narrow column, in the page and in its frame', async ({
  page,
  host,
  site,
}) => {
  const text = `<p>${'Muitas palavras sobre a promoção. '.repeat(30)}</p>`;
  const isolations = ['page', 'frame'] as const;
  const rows = isolations.map(
    (isolation) => `<div style="display: flex">${text}
      <promo-login campaign="19" isolation="${isolation}"></promo-login></div>
      <aside style="width: 120px"></aside>`,
  );
  await openShop(page, { host, site, body: rows.join('') });
  for (const [index, isolation] of isolations.entries()) {
    const login = page.locator(`promo-login[isolation="${isolation}"]`);
    const column = page.locator('aside').nth(index);
    const form = isolation === 'page' ? login : login.frameLocator('iframe');
    await form.getByLabel('Email').click();
    expect(await login.evaluate(({ clientWidth }) => clientWidth), isolation).toBe(200);
    await login.evaluate(
      (element, at) => document.querySelectorAll('aside')[at]?.append(element),
      index,
    );
    await expect(column.locator('promo-login')).toHaveCount(1);
    await expect(form.getByLabel('Email')).toBeVisible();
    expect(await column.evaluate(({ scrollWidth }) => scrollWidth), isolation).toBe(120);
    if (isolation === 'page') await expectCard(page, { corner: '24px' });
  }
});

/** The form has its own ground, round corners, and room between its content and its edges. */
async function expectCard(page: Page, { corner }: { corner: string }) {
  const card = page.locator('.promo-page');
  await expect(card).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(card).toHaveCSS('border-radius', corner);
  const room = await card.evaluate((outer) => {
    const [edge, inner] = [outer, outer.querySelector('form')].map((box) =>
      box?.getBoundingClientRect(),
    );
    return edge && inner ? inner.left - edge.left : 0;
  });
  expect(room).toBeGreaterThanOrEqual(8);
}

test('a form that cannot be in the page is in its frame', async ({ page, host, site }) => {
  const sentences = watchSentences(page);
  await test.step('its script does not arrive', async () => {
    // Beside a form that stands, which is not the cause.
    await page.route('**/sign-up-page.js', async (route) => {
      await page.locator('promo-login form').waitFor();
      await route.abort();
    });
    await openShop(page, { host, site, body: element('login') + element('sign-up') });
    await expect(page.frameLocator('promo-sign-up iframe').getByLabel('CPF')).toBeVisible();
    await sentences.expectOnly([expect.stringContaining('/sign-up-page.js')]);
  });

  // One document holds one campaign, and a form's styles hold in no shadow root.
  const otherSite = site.url.replace('127.0.0.1', 'localhost');
  const openWith = (body: string) => openShop(page, { host, site, body });
  await test.step('its document holds this form, or another campaign’s', async () => {
    await openWith(element('login'));
    await expect(page.locator('promo-login form')).toHaveCount(1);
    await page.locator('body').evaluate((body, origin) => {
      body.insertAdjacentHTML(
        'beforeend',
        `<promo-login campaign="19" isolation="page" partner="outra"></promo-login>
        <promo-login campaign="19" isolation="page" origin="${origin}"></promo-login>`,
      );
    }, otherSite);
    await expect(page.locator('promo-login iframe')).toHaveCount(2);
    await expect(page.locator('promo-login form')).toHaveCount(1);
    const sameForm = expect.stringContaining('já tem este formulário');
    await sentences.expectOnly([sameForm, sameForm]);
  });

  await test.step('it is in a shadow root', async () => {
    await openWith(`<div></div><script>
      document.querySelector('div').attachShadow({ mode: 'closed' }).innerHTML =
        '<promo-login campaign="19" isolation="page"></promo-login>';
    </script>`);
    const inShadow = expect.stringContaining('está num shadow root');
    await sentences.expectOnly([inShadow]);
    await expect
      .poll(() => page.frames().some((frame) => frame.url().includes('/quadro/entrar/')))
      .toBe(true);
  });
});

test('the form is in its frame before the start and after the end, and says what the site says', async ({
  page,
  host,
  site,
}) => {
  const { campaign } = await loadCampaign({});
  const address = host.publish({ html: shopPage(site, element('login')) });
  const frame = page.frameLocator('promo-login iframe');
  // The sample's dates are those of its build, which may have been before midnight.
  const twoDays = 2 * 24 * 60 * 60 * 1000;
  await page.clock.setFixedTime(instantOf(campaign.startsAt).getTime() - twoDays);
  await page.goto(address);
  await expect(frame.getByRole('heading', { name: 'Em Breve!' })).toBeVisible();
  const afterEnd = new Date(instantOf(campaign.endsAt).getTime() + twoDays);
  await page.clock.setFixedTime(afterEnd);
  await moveGatewayClock(page, afterEnd);
  await page.goto(address);
  await expect(frame.getByText('Esta promoção está encerrada!')).toBeVisible();
  await expect(page.locator('promo-login form')).toHaveCount(0);
});

test('setting attributes or style sheets again keeps a form in the page, and focus() reaches its frame', async ({
  page,
  host,
  site,
}) => {
  await openShop(page, { host, site, body: element('login') });
  const login = page.locator('promo-login');
  const email = login.getByLabel('Email');
  const set = (name: string, value: string) =>
    login.evaluate((host, [key = '', text = '']) => host.setAttribute(key, text), [name, value]);
  const mark = () => email.evaluate((input) => Reflect.set(input, 'isFirst', true));
  const isFirst = () => email.evaluate((input) => Reflect.get(input, 'isFirst') === true);
  await test.step('style sheets come back', async () => {
    // The settings come after the form, and with them its sheet and the page's focus().
    await expect(login.locator('.promo-page')).toHaveAttribute('data-settings');
    const button = page.getByRole('button', { name: 'Entrar', exact: true });
    await expect(button).toHaveCSS('border-radius', '144px');
    await page.evaluate(() => {
      document.adoptedStyleSheets = [new CSSStyleSheet()];
    });
    await expect(button).toHaveCSS('border-radius', '144px');
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(2);
  });

  await test.step('the same attributes keep the form', async () => {
    await mark();
    await set('campaign', '19');
    await set('isolation', 'page');
    await set('height', '700');
    expect(await isFirst()).toBe(true);
  });

  await test.step('a moved element keeps what was typed', async () => {
    // What drags, sorted lists and keys of React do: the form goes along, its password too.
    const password = login.getByLabel('Senha', { exact: true });
    await email.fill('ana@exemplo.com.br');
    await password.fill('Escova1');
    await login.evaluate((host) => document.body.append(host));
    await expect(password).toHaveValue('Escova1');
    expect(await isFirst()).toBe(true);
  });

  await test.step('a copied element keeps what was typed', async () => {
    // What frameworks do with an element that they find changed.
    await login.evaluate((host) => host.replaceWith(host.cloneNode()));
    await expect(email).toHaveValue('ana@exemplo.com.br');
    await login.evaluate((host) => Reflect.get(host, 'reset').call(host));
    await expect(email).toHaveValue('');
  });

  const framed = page.frameLocator('promo-login iframe').getByLabel('Email');
  await test.step('a filled-in form stays', async () => {
    await set('isolation', 'frame');
    await expect(framed).toBeVisible();
    await set('isolation', 'page');
    await expect(login.locator('iframe')).toHaveCount(0);
    await email.fill('ana@exemplo.com.br');
    await mark();
    await set('isolation', 'frame');
    await set('campaign', '20');
    await set('origin', 'http://127.0.0.1:9');
    expect(await isFirst()).toBe(true);
    await expect(email).toHaveValue('ana@exemplo.com.br');
  });

  await test.step('focus() reaches the frame', async () => {
    await page.reload();
    await expect(login.locator('.promo-page')).toHaveAttribute('data-settings');
    await set('isolation', 'frame');
    await expect(framed).toBeVisible();
    await expect(async () => {
      await login.evaluate((host) => host.focus());
      await expect(framed).toBeFocused({ timeout: 500 });
    }).toPass({ timeout: 10_000 });
  });
});

test('a lost script of the settings is asked for again, so that the partner counts', async ({
  page,
  host,
  site,
}) => {
  await page.clock.install();
  const settings = '**/widgets/v1/settings.js';
  // Always: a browser may remember that this address failed.
  await page.route(settings, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed');
  await openShop(page, { host, site, body: element('login', 'partner="loja"') });
  expect((await lost).url()).toContain('settings.js');
  await page.clock.runFor(4000);
  const form = page.locator('promo-login .promo-page');
  await expect(form).toHaveAttribute('data-settings', '{"partner":"loja"}');
});

test('a form inside a link is filled in and sent, and has the same attributes in an XML page', async ({
  page,
  host,
  site,
}) => {
  const events = await listen(page);
  const html = `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Loja</title></head>
    <body><a href="#oferta"><promo-login campaign="19" isolation="page"></promo-login></a>
    <script async="" src="${site.url}/widgets/v1/login.js"></script></body></html>`;
  await page.goto(host.publish({ html }));
  const email = page.locator('input[name="email"]');
  await email.click();
  await email.fill('ana@exemplo.com.br');
  await page.getByLabel('Senha', { exact: true }).fill('Errada1');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Usuário/senha incorreto.')).toBeVisible();
  expect(events.join()).not.toContain('handoff');

  const headers = { 'content-type': 'application/xhtml+xml; charset=utf-8' };
  await page.goto(host.publish({ html, headers }));
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(page.locator('input[name="password"]')).toHaveAttribute('spellcheck', 'false');
});

test('a form and shops of another site with the same campaign number take that site’s data, not those of the script', async ({
  page,
  host,
  site,
}) => {
  const other = site.url.replace('127.0.0.1', 'localhost');
  const read = ['forms', 'where-to-buy'].map((file) =>
    page.waitForRequest(`${other}/widgets/campaign-19/${file}.json`),
  );
  const body = `<promo-login campaign="19" origin="${other}" isolation="page"></promo-login>
    <promo-where-to-buy campaign="19" origin="${other}"></promo-where-to-buy>`;
  await openShop(page, { host, site, body });
  await Promise.all(read);
  await expect(page.locator('promo-login').getByLabel('Email')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Onde comprar' })).toBeVisible();
});
