import type { Page, Route } from '@playwright/test';
import { newPerson } from '../../support/people.ts';
import { registerAt } from '../../support/site-actions.ts';
import { expect, receiptFile, test } from '../fixtures.ts';
import { readReceipt } from '../receipt-steps.ts';
import { acceptPrivacy, fillAccess, fillPerson } from '../sign-up-fields.ts';
import { openShop, serveHost, shopPage } from './host-pages.ts';
import { expectNothingLeft, listen, watchManners } from './page-traces.ts';

const forms = [
  { name: 'sign-up', path: 'cadastro', heading: 'PREENCHA OS CAMPOS ABAIXO PARA PARTICIPAR' },
  { name: 'login', path: 'entrar', heading: 'Entrar na sua conta' },
  { name: 'receipts', path: 'notas', heading: 'Entrar na sua conta' },
  { name: 'redeem', path: 'resgatar', heading: 'Aqui não há troca de pontos' },
  { name: 'support', path: 'atendimento', heading: 'Fale conosco' },
] as const;

interface PromoElement extends HTMLElement {
  reset(): void;
  destroy(): void;
}

const frameOf = (page: Page, name: string) => page.frameLocator(`promo-${name} iframe`);
const loginElement = '<promo-login campaign="19"></promo-login>';

test('five forms on one page are each as tall as their content, also in a narrow column', async ({
  page,
  host,
  site,
}) => {
  const manners = await watchManners(page, [host.origin, site.url]);
  const elements = forms.map(({ name }) => `<promo-${name} campaign="19"></promo-${name}>`);
  await openShop(page, { host, site, body: elements.join('') });
  for (const { name, heading } of forms) {
    const frame = page.locator(`promo-${name} iframe`);
    await frame.scrollIntoViewIfNeeded();
    await expect(frameOf(page, name).getByRole('heading', { name: heading })).toBeVisible();
    await expect(frame).toHaveAttribute('title', /.+/);
    await expect(async () => expect(await hiddenPixels(page, name)).toBe(0)).toPass();
  }
  await page.setViewportSize({ width: 216, height: 800 });
  for (const { name } of forms) {
    const root = frameOf(page, name).locator('html');
    await expect.poll(() => root.evaluate(({ clientWidth }) => clientWidth)).toBe(200);
    expect(await root.evaluate(({ scrollWidth }) => scrollWidth), name).toBe(200);
    await page.locator(`promo-${name} iframe`).scrollIntoViewIfNeeded();
    await expect.poll(() => hiddenPixels(page, name), name).toBe(0);
  }
  await manners.expectGood();
});

test('the snippet shows the form before any script, and keeps typed text but the password when its page moves it', async ({
  page,
  host,
  site,
}) => {
  const script = Promise.withResolvers<void>();
  const scriptsOfFrame = Promise.withResolvers<void>();
  await page.route('**/v1/login.js', (route) => script.promise.then(() => route.continue()));
  const holdUp = (route: Route) => scriptsOfFrame.promise.then(() => route.continue());
  await page.route('**/*.island*.js', holdUp);
  const body = `<promo-login campaign="19">${frameTag(site, 'entrar')}</promo-login>`;
  await openShop(page, { host, site, body }, 'commit');
  const frame = page.locator('promo-login iframe');
  const email = frameOf(page, 'login').getByLabel('Email');
  const password = frameOf(page, 'login').getByLabel('Senha', { exact: true });
  await email.fill('ana@exemplo.com.br');
  await expect(frame).toHaveCSS('height', '900px');
  await test.step('the script comes and finds the frame', async () => {
    script.resolve();
    await expect(frame).not.toHaveCSS('height', '900px');
    await expect(email).toHaveValue('ana@exemplo.com.br');
  });
  await test.step('the page moves the element, which loads its frame anew', async () => {
    await password.fill('Escova1');
    await page.route('**/_astro/**', holdUp);
    await page.locator('promo-login').evaluate((element) => document.body.append(element));
    scriptsOfFrame.resolve();
    await expect(email).toHaveValue('ana@exemplo.com.br');
    await expect(password).toHaveValue('');
  });
});

test('the page stays at the widget when a key or a press closes a receipt’s result', async ({
  page,
  host,
  site,
}) => {
  const { person } = await registerAt(site);
  const shop = '<div style="height:900px">Ofertas</div>';
  const form = '<promo-receipts campaign="19"></promo-receipts>';
  const html = `<meta name="viewport" content="width=device-width">
    <main>${shop}${form}${shop}${shop}</main>`;
  await page.setViewportSize({ width: 360, height: 640 });
  await openShop(page, { host, site, body: html });
  const body = frameOf(page, 'receipts').locator('body');
  await page.locator('promo-receipts').scrollIntoViewIfNeeded();
  await body.getByLabel('Email').fill(person.email);
  await body.getByLabel('Senha', { exact: true }).fill(person.password);
  await body.getByRole('button', { name: 'Entrar', exact: true }).click();
  const press = () => body.getByRole('button', { name: 'Fechar' }).last().click();
  const closings = [
    { width: 360, look: '', close: () => page.keyboard.press('Escape') },
    // In a box that scrolls; the result is in two columns if its window, which is the frame, is low.
    { width: 716, look: 'height: 600px; overflow: auto', close: press },
  ];
  for (const [index, { width, look, close }] of closings.entries()) {
    await page.setViewportSize({ width, height: 640 });
    await page.locator('main').evaluate((main, style) => main.setAttribute('style', style), look);
    const { file } = await receiptFile('code', 4_100 + index);
    await readReceipt(body, file);
    await body.getByRole('radio', { name: 'Não' }).check();
    await body.getByRole('button', { name: 'salvar' }).click();
    const dialog = body.getByRole('dialog');
    await expect(dialog).toBeInViewport();
    const gift = dialog.getByRole('button', { name: 'Abrir o presente' });
    if (await gift.isVisible()) {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await gift.click();
      await expect(dialog.getByText('Guarde a nota original')).toBeVisible();
      const rest = await dialog.getByText('Mandar no WhatsApp').isVisible();
      expect(rest, 'what follows pushes no button from under a finger').toBe(true);
    }
    await close();
    const heading = body.getByRole('heading', { name: 'Minhas notas' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await body.getByRole('link', { name: 'Nova nota' }).click();
  }
});

test('a page styles the form and suggests values, and its partner counts the sign-up, but forged events have no effect', async ({
  page,
  host,
  site,
}) => {
  const events = await listen(page);
  const sentences: string[] = [];
  page.on('console', (message) => sentences.push(message.text()));
  const body = `
    <promo-sign-up partner="loja-azul" hidden-fields="loja=centro-01, cpf=52998224725" accent="#808080" radius="4"
      prefill-name="Rosa Prado" prefill-phone="41999990000" prefill-password="Segredo-123">
    </promo-sign-up><p style="height: 3000px">Comentários</p>`;
  await page.goto(host.publish({ html: shopPage(site, body) }, '/loja?utm_source=boletim'));
  const form = frameOf(page, 'sign-up');
  const widget = page.locator('promo-sign-up');
  await test.step('valid settings apply, and the others are reported', async () => {
    await expect(form.getByLabel('Nome completo')).toHaveValue('Rosa Prado');
    await expect(form.getByLabel('Celular')).toHaveValue('(41) 99999-0000');
    await expect(form.getByLabel('Senha', { exact: true })).toHaveValue('');
    await expect(form.getByLabel('CPF')).toHaveCSS('border-radius', '4px');
    await expect
      .poll(() => sentences.join())
      .toMatch(new RegExp(`o valor de cpf, accent não serve.*: ${site.url}/widgets#aparencia`));
  });

  await test.step('changed attributes and methods reach the form', async () => {
    await widget.evaluate((element) => element.setAttribute('accent', '#0a58ca'));
    await widget.evaluate((element) => element.setAttribute('scheme', 'dark'));
    await expect(form.locator('html')).toHaveCSS('color-scheme', 'dark');
    await expect(form.locator('html')).toHaveCSS('--accent', '#0a58ca');
    await widget.evaluate((element) => element.focus());
    await expect(form.getByLabel('Nome completo')).toBeFocused();
    await form.getByLabel('CPF').fill('529');
    await widget.evaluate((element) => (element as PromoElement).reset());
    await expect(form.getByLabel('CPF')).toHaveValue('');
    await expect(form.getByLabel('Nome completo')).toHaveValue('Rosa Prado');
  });

  await test.step('the user signs up and stays on the page', async () => {
    await widget.evaluate((element) =>
      element.addEventListener('promo:handoff', (event) => event.preventDefault()),
    );
    const person = newPerson();
    await fillPerson(form.locator('main'), person);
    await fillAccess(form.locator('main'), person);
    await acceptPrivacy(form.locator('main'));
    await form.getByRole('button', { name: 'continuar' }).click();
    const welcome = form.getByRole('heading', { name: 'Você já está na sua conta' });
    await expect(welcome).toBeFocused();
    await expect(welcome).toBeInViewport();
    await expect.poll(() => events).toContain(`promo:handoff {"url":"${site.url}/nova-nota"}`);
    expect(events).toContain('promo:done {"form":"cadastro"}');
    await expect(page).toHaveURL(/loja/);
    // What the frame shows by now begins with another element.
    await widget.evaluate((element) => element.focus());
    await expect(
      form.locator('main a[href], main button').filter({ visible: true }).first(),
    ).toBeFocused();
  });
  await test.step('the sign-up counts for the page’s partner', async () => {
    expect(await site.operator('report', 'partner')).toContainEqual(
      expect.objectContaining({ partner: 'loja-azul', signUps: 1 }),
    );
  });
  await test.step('forged events have no effect', async () => {
    const frame = page.locator('promo-sign-up iframe');
    await page.evaluate(() => {
      const forged = { v: 1, id: 'promo-1', type: 'resize', height: 5000 };
      window.postMessage(forged, '*');
      const stranger = document.body.appendChild(document.createElement('iframe'));
      stranger.srcdoc = `<script>parent.postMessage(${JSON.stringify(forged)}, '*')</script>`;
      let heard = 0;
      return new Promise<void>((resolve) =>
        window.addEventListener('message', () => {
          heard += 1;
          if (heard === 2) resolve();
        }),
      );
    });
    expect((await frame.boundingBox())?.height).toBeLessThan(5000);
    await expect.poll(() => hiddenPixels(page, 'sign-up')).toBe(0);
  });
  await test.step('the element removes its frame', async () => {
    await widget.evaluate((element) => (element as PromoElement).destroy());
    await expect(page.locator('promo-sign-up iframe')).toHaveCount(0);
  });
});

test('a blocked frame shows the element’s children, and the page gets an event', async ({
  page,
  site,
}) => {
  const stranger = await serveHost();
  await page.clock.install();
  const events = await listen(page);
  // The stranger is not on the site's list of embedders.
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
  const body = `
    <promo-login campaign="19"><a href="https://campanha.example/">Entrar lá</a></promo-login>
    <promo-sign-up campaign="19"></promo-sign-up>`;
  await openShop(page, { host: stranger, site, body });
  await refused;
  await page.waitForLoadState('networkidle');
  await expect(frameOf(page, 'login').getByLabel('Email')).toHaveCount(0);
  await page.clock.runFor(500);
  // A placeholder covers what the browser says of the refused frame.
  await expect(page.getByText('Cadastro: carregando…')).toBeVisible();
  await expect(page.locator('promo-sign-up div div:has(iframe)')).toHaveCSS('opacity', '0');
  await page.clock.runFor(2500);
  await expect(page.getByRole('link', { name: 'Entrar lá' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cadastro' })).toHaveAttribute(
    'href',
    `${site.url}/quadro/cadastro/`,
  );
  await expect(page.locator('promo-login iframe')).toBeHidden();
  const lost = 'promo:error {"code":"FRAME_NOT_READY"}';
  await expect.poll(() => events).toEqual([lost, lost]);
  stranger.close();
});

test('a frame without an answer stays while a user types, with a link beside it', async ({
  page,
  host,
  site,
}) => {
  await page.clock.install();
  const events = await listen(page);
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes('/quadro/')) loads.push('load');
  });
  // A line so slow that the frame does not learn whether it may speak to its page.
  const line = Promise.withResolvers<void>();
  await page.route('**/quadro/**', (route) =>
    route.request().method() === 'HEAD'
      ? line.promise.then(() => route.continue())
      : route.continue(),
  );
  await openShop(page, { host, site, body: loginElement });
  const email = frameOf(page, 'login').getByLabel('Email');
  await email.fill('ana@exemplo.com.br');
  await page.clock.runFor(3000);
  await expect(email).toBeVisible();
  await page.clock.runFor(17_000);
  const link = page.getByRole('link', { name: 'Abrir Entrar em outra aba' });
  await expect(link).toHaveAttribute('href', `${site.url}/quadro/entrar/`);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(email).toBeVisible();
  await expect(email).toHaveValue('ana@exemplo.com.br');
  expect(loads).toEqual(['load']);
  expect(events).toEqual(['promo:error {"code":"FRAME_NOT_READY"}']);

  line.resolve();
  await expect(link).toHaveCount(0);
  await expect(email).toHaveValue('ana@exemplo.com.br');
  await expect.poll(() => events).toContain('promo:ready {}');
});

test('the same attributes reload nothing, and new ones only untouched forms', async ({
  page,
  host,
  site,
}) => {
  const elsewhere = 'http://127.0.0.1:9';
  const body = `<promo-login campaign="19" height="500"></promo-login>
    <div data-promo-widget="support" data-campaign="19"></div>`;
  await openShop(page, { host, site, body });
  const email = frameOf(page, 'login').getByLabel('Email');
  const support = page.locator('[data-promo-widget] iframe');
  await expect(email).toBeVisible();
  await expect(support).toBeAttached();
  await page.evaluate(() => {
    for (const { shadowRoot } of document.querySelectorAll('promo-login, [data-promo-widget]')) {
      Reflect.set(shadowRoot?.querySelector('iframe') ?? {}, 'isFirst', true);
    }
    const login = document.querySelector('promo-login');
    login?.setAttribute('campaign', '19');
    login?.setAttribute('height', '700');
    login?.setAttribute('campaign', '20');
    document.querySelector('[data-promo-widget]')?.setAttribute('data-campaign', '19');
  });
  const isFirst = (frame: Element) => Reflect.get(frame, 'isFirst') === true;
  await test.step('the same attributes reload nothing', async () => {
    expect(await page.locator('iframe').evaluateAll((all) => all.length)).toBe(2);
    expect(await page.locator('promo-login iframe').evaluate(isFirst)).toBe(true);
    expect(await support.evaluate(isFirst)).toBe(true);
  });
  await test.step('a form of another campaign is hidden, not reloaded', async () => {
    await expect(email).toBeHidden();
    const toSite = page.getByRole('link', { name: 'Ir para o site da promoção' });
    await expect(toSite).toHaveAttribute('href', site.url);
    await page.locator('promo-login').evaluate((element) => element.setAttribute('campaign', '19'));
    await expect(email).toBeVisible();
    expect(await page.locator('promo-login iframe').evaluate(isFirst)).toBe(true);
  });

  await test.step('a new attribute reloads an untouched form', async () => {
    await page
      .locator('[data-promo-widget]')
      .evaluate((element) => element.setAttribute('data-token', 'abc'));
    await expect(support).toHaveAttribute('src', `${site.url}/quadro/atendimento/#conversa=abc`);
    expect(await support.evaluate(isFirst)).toBe(false);
  });

  await test.step('what was typed stays until the element returns', async () => {
    await email.fill('ana@exemplo.com.br');
    await page.locator('promo-login').evaluate((element, origin) => {
      element.setAttribute('campaign', '20');
      element.setAttribute('origin', origin);
    }, elsewhere);
    await expect(email).toHaveValue('ana@exemplo.com.br');
    await page.locator('promo-login').evaluate((element) => {
      element.remove();
      setTimeout(() => document.body.append(element));
    });
    await expect(page.locator('promo-login iframe')).toHaveAttribute(
      'src',
      `${elsewhere}/quadro/entrar/`,
    );
  });
});

test('widgets of every kind, added and removed fifty times, leave nothing behind', async ({
  page,
  host,
  site,
}) => {
  const names = forms.map(({ name }) => name);
  const scripts = [...names, 'where-to-buy'];
  await page.goto(host.publish({ html: shopPage(site, '<main></main>', scripts) }));
  await test.step('frames', async () => {
    const mountEach = (times: number) =>
      page.evaluate(
        async ([elements, rounds]) => {
          await Promise.all(elements.map((name) => customElements.whenDefined(name)));
          for (let round = 0; round < rounds * elements.length; round += 1) {
            const element = document.createElement(elements[round % elements.length] ?? '');
            document.querySelector('main')?.append(element);
            element.remove();
          }
        },
        [names.map((name) => `promo-${name}`), times] as const,
      );
    await mountEach(1);
    await expectNothingLeft(page, () => mountEach(50));
  });
  for (const element of [
    '<promo-where-to-buy campaign="19"></promo-where-to-buy>',
    '<promo-login campaign="19" isolation="page"><a href="/entrar">Entrar</a></promo-login>',
  ]) {
    await test.step(element, async () => {
      await mountDrawn(page, element, 2);
      await expectNothingLeft(page, () => mountDrawn(page, element, 50));
    });
  }
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
});

/** Adds an element to the page, waits until it is drawn, and removes it, so many times. */
function mountDrawn(page: Page, element: string, times: number): Promise<void> {
  return page.evaluate(
    async ([html, rounds]) => {
      const main = document.querySelector('main') as HTMLElement;
      for (let round = 0; round < rounds; round += 1) {
        const ready = new Promise((resolve) =>
          main.addEventListener('promo:ready', resolve, { once: true }),
        );
        main.innerHTML = html;
        await ready;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        main.replaceChildren();
      }
    },
    [element, times] as const,
  );
}

/** A frame as the snippet to copy has it. */
function frameTag(site: { url: string }, path: string): string {
  return `<iframe src="${site.url}/quadro/${path}/" title="Entrar" height="900"></iframe>`;
}

/** Pixels of a frame's content that its height hides. */
function hiddenPixels(page: Page, name: string): Promise<number> {
  return frameOf(page, name)
    .locator('html')
    .evaluate(({ scrollHeight }) => Math.max(0, scrollHeight - window.innerHeight));
}

test('a frame counts as seen once a third of the screen shows of it, not at its first pixels', async ({
  page,
  host,
  site,
}) => {
  const { height } = page.viewportSize() ?? { height: 0 };
  const events = await listen(page);
  const shop = `<div style="height:${height - 60}px">Ofertas</div>`;
  await openShop(page, {
    host,
    site,
    body: `${shop}<promo-sign-up campaign="19"></promo-sign-up>`,
  });
  await expect.poll(() => events).toContain('promo:ready {}');
  // Noted by the page itself: the console is heard only later.
  await page.evaluate(() => {
    window.addEventListener('promo:seen', () => {
      document.body.dataset['seenAt'] = String(Math.round(window.scrollY));
    });
  });
  const scrollTo = (top: number) => page.evaluate((to) => window.scrollTo(0, to), top);
  const scrolledWhenSeen = () => page.evaluate(() => document.body.dataset['seenAt'] ?? null);
  await scrollTo(50);
  await frameOf(page, 'sign-up').locator('html').evaluate(drawSomeFrames);
  await page.evaluate(drawSomeFrames);
  expect(await scrolledWhenSeen()).toBeNull();
  await scrollTo(height / 2);
  await expect.poll(scrolledWhenSeen).toBe(String(Math.round(height / 2)));
});

/** By then a frame that shows has noticed how much of it does, and has sent that to the page around it. */
async function drawSomeFrames(): Promise<void> {
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
}
