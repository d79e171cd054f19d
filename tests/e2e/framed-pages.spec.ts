import type { Locator, Page } from '@playwright/test';
import { loadCampaign } from '../../src/campaign/load.ts';
import { widgetHeights } from '../../src/layouts/widget-heights.ts';
import { formWidgets } from '../../widgets/attributes.ts';
import { newPerson } from '../support/people.ts';
import { registerAt } from '../support/site-actions.ts';
import { addressInMail, expect, receiptFile, submitSignIn, test } from './fixtures.ts';
import { heardMessages, openFrame } from './frame-page.ts';
import { expectNoFault, expectNoFaultAtAnyWidth } from './page-checks.ts';
import { newCollector } from './prize-page.ts';
import { openFields, readReceipt } from './receipt-steps.ts';
import { acceptPrivacy, fillAccess, fillAddress, fillPerson } from './sign-up-fields.ts';
import { sites } from './sites.ts';
import { shopPage } from './widgets/host-pages.ts';

test.use({ siteName: 'everything' });

/** Everything that a browser may refuse to keep inside other people's pages. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      });
    }
    const refuse = () =>
      Promise.reject(new DOMException('The request was denied', 'SecurityError'));
    Object.assign(LockManager.prototype, { request: refuse, query: refuse });
  });
}

test('each frame reserves the height of its form, and its page fits every window', async ({
  page,
}) => {
  const heights = widgetHeights(await loadCampaign(sites.everything));
  for (const { name, framePath } of formWidgets) {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(framePath);
    const { height = 0 } = (await page.locator('body').boundingBox()) ?? {};
    expect([name, Math.abs(height / heights[name].height - 1) < 0.03]).toEqual([name, true]);
    await expectNoFaultAtAnyWidth(page);
  }
});

test('a person signs up in a frame, whose poll is over by then, and is signed in at the site', async ({
  page,
  site,
  host,
}) => {
  const frame = await openFrame(page, host, `${site.url}/quadro/cadastro/`);
  await expect.poll(async () => (await heardMessages(page)).types).toContain('resize');
  const size = await frame.evaluate(({ ownerDocument: { documentElement } }) => ({
    content: documentElement.scrollHeight,
    window: documentElement.clientHeight,
  }));
  expect(size.content).toBe(size.window);
  expect(size.content).toBeGreaterThan(1500);

  const link = frame.getByRole('link', { name: 'Já tem uma conta? Entrar' });
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  await link.click();
  const dialog = frame.getByRole('dialog', { name: 'Entrar na sua conta' });
  await expect(dialog.getByLabel('Email')).toBeInViewport();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await dialog.getByRole('link', { name: 'Não tem uma conta? Cadastrar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(frame.locator('main .when-out input').first()).toBeFocused();

  const person = newPerson();
  await fillPerson(frame, person);
  await fillAddress(frame);
  await fillAccess(frame, person);
  for (const name of ['Ler o regulamento', 'Ler a política de privacidade']) {
    await expect(frame.getByRole('link', { name })).toHaveAttribute('target', '_blank');
  }
  await acceptPrivacy(frame);
  await frame.getByRole('radio', { name: 'No mercado' }).check();
  await frame.getByRole('radio', { name: 'Sim' }).check();
  const error = { code: 'NOT_ALLOWED_NOW', message: 'Esta pesquisa terminou' };
  await page.route('**/answer', (route) =>
    route.fulfill({ status: 409, json: { statusCode: 409, error } }),
  );
  await frame.getByRole('button', { name: 'continuar' }).click();
  // The poll was not taken, which is said although its form is gone by then.
  const alert = frame.getByRole('alertdialog', { name: 'Atenção' });
  await expect(alert.getByText('Esta pesquisa terminou')).toBeVisible();
  await expect(frame.getByRole('button', { name: 'continuar' })).toBeHidden();
  await alert.getByRole('button', { name: 'Ok' }).click();
  await expect(page).toHaveURL(`${site.url}/nova-nota`);
  await expect(page.getByRole('heading', { name: 'Envie a foto da nota' })).toBeVisible();
});

test('a user signs in in a frame, and the page around it learns of it but not who it was', async ({
  page,
  site,
  host,
}) => {
  const ana = await registerAt(site);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const frame = await openFrame(page, host, `${site.url}/quadro/entrar/`);
  // The browser stays where it is.
  await page.route('**/continuar', (route) => route.fulfill({ status: 204 }));
  const types = async () => (await heardMessages(page)).types;
  await test.step('the page learns of the sign-in, but not who it was', async () => {
    await expect.poll(types).toContain('seen');
    await submitSignIn(frame, ana.person);
    await expect(frame.getByRole('heading', { name: 'Você já está na sua conta' })).toBeVisible();
    await expect
      .poll(types)
      .toEqual([
        'loading',
        'ready',
        'resize',
        'seen',
        'started',
        'step',
        'focus',
        'submit',
        'success',
        'done',
        'handoff',
      ]);
    const { text } = await heardMessages(page);
    expect(text).toContain(`${site.url}/nova-nota"`);
    expect(text).not.toContain(ana.person.email);
    expect(text).not.toContain('codigo');
  });

  await test.step('a link leads to the site, signed in', async () => {
    await page.unroute('**/continuar');
    await frame.getByRole('link', { name: 'Minhas notas' }).click();
    await expect(page).toHaveURL(`${site.url}/minhas-notas`);
    await expect(page.getByText('Você não possui nenhuma nota cadastrada ainda')).toBeVisible();
    expect(addresses.join()).not.toContain('codigo');
  });
});

test('a person without storage sends a receipt and finds it, all inside the frame', async ({
  page,
  site,
  host,
}) => {
  await blockStorage(page);
  const frame = await openFrame(page, host, `${site.url}/quadro/notas/`);
  const consumer = await registerAt(site);
  const { file } = await receiptFile('code', 951);
  await frame.getByRole('link', { name: 'Fotografar a nota e entrar depois' }).click();
  await frame.getByLabel('Escolher arquivo').setInputFiles(file);
  await expect(frame.getByText('enquanto esta página estiver aberta')).toBeVisible();
  await frame.getByRole('dialog').getByRole('link', { name: 'Entrar' }).click();
  await submitSignIn(frame, consumer.person);
  await openFields(frame);
  await frame.getByLabel('Valor Total').fill('54,90');
  await frame.getByRole('radio', { name: 'Sim' }).check();
  await frame.getByRole('button', { name: 'salvar' }).click();
  const result = frame.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' });
  await expect(result).toBeInViewport();
  await expect(result).toHaveCSS('background-color', 'rgb(20, 211, 178)');
  await expect(result).toContainText(/Você concorre a 1 ano de mercado|Conferimos cada nota/);
  await result.getByRole('button', { name: 'Fechar' }).click();
  const poll = frame.getByRole('dialog', { name: 'O que achou da promoção?' });
  await poll.getByRole('button', { name: 'Fechar' }).click();
  await expect(frame.getByRole('heading', { name: 'Nota 1' })).toBeVisible();
  await expect(page).toHaveURL(/localhost/);
  await frame.getByRole('link', { name: 'Nova nota' }).click();
  await expect(frame.getByRole('heading', { name: 'Envie a foto da nota' })).toBeVisible();
  await readReceipt(frame, file);
  await frame.getByRole('button', { name: 'limpar' }).click();
  await expect(frame.getByRole('heading', { name: 'Nova nota' })).toBeFocused();
  await readReceipt(frame, file);
  await frame.getByLabel('Valor Total').fill('54,90');
  await frame.getByRole('radio', { name: 'Sim' }).check();
  await frame.getByRole('button', { name: 'salvar' }).click();
  await frame.getByRole('link', { name: 'Ver a Nota 1' }).click();
  await expect(frame.getByRole('heading', { name: 'Nota 1' })).toBeFocused();
});

test('a wide frame gives the first step, and then a receipt that waits, its whole width', async ({
  page,
  site,
  host,
}) => {
  await page.setViewportSize({ width: 960, height: 800 });
  const frame = await openFrame(page, host, `${site.url}/quadro/notas/`);
  await submitSignIn(frame, (await registerAt(site)).person);
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const bodyWidth = (await boxOf(frame)).width;
  await frame.getByRole('link', { name: 'Minhas notas' }).click();
  const step = await boxOf(frame.getByRole('link', { name: 'Enviar nota' }));
  expect(Math.abs(step.x + step.width / 2 - (await boxOf(frame)).x - bodyWidth / 2)).toBeLessThan(
    2,
  );

  await frame.getByRole('link', { name: 'Enviar nota' }).click();
  await readReceipt(frame, (await receiptFile('code', 953)).file);
  await frame.getByLabel('Valor Total').fill('54,90');
  await frame.getByRole('radio', { name: 'Sim' }).check();
  await page.route('**/coupon', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await frame.getByRole('button', { name: 'salvar' }).click();
  await frame.getByRole('heading', { name: 'Envie a foto da próxima nota' }).waitFor();
  await frame.getByRole('link', { name: 'Minhas notas' }).click();
  const waiting = await boxOf(frame.getByRole('region', { name: 'Nota aguardando envio' }));
  const title = await boxOf(frame.getByRole('heading', { name: 'Minhas notas' }));
  expect(waiting.y).toBeGreaterThan(title.y + 20);
  expect(waiting.width).toBeGreaterThan(0.9 * bodyWidth);
});

test('a receipt photographed first in a frame waits for the sign-in, and goes with the sign-out', async ({
  page,
  site,
  host,
}) => {
  const consumer = await registerAt(site);
  const { file, key } = await receiptFile('code', 952);
  const frame = await openFrame(page, host, `${site.url}/quadro/notas/`);
  await frame.getByRole('link', { name: 'Fotografar a nota e entrar depois' }).click();
  const photoFirst = frame.getByRole('dialog', { name: /^Fotografe a nota$|^Nota guardada$/ });
  await photoFirst.getByLabel('Escolher arquivo').setInputFiles(file);
  await expect(photoFirst.getByText('Ela fica por 24 horas só neste aparelho')).toBeVisible();
  await page.reload();
  await frame.getByRole('link', { name: 'Ver a nota guardada' }).click();
  await expect(photoFirst.getByAltText('Nota escolhida')).toBeVisible();
  await photoFirst.getByRole('link', { name: 'Cadastre-se' }).click();
  const wizard = frame.getByRole('dialog', { name: 'Realize seu cadastro' });
  await expect(wizard.getByText('Sua nota já está guardada')).toBeVisible();
  await page.keyboard.press('Escape');
  await submitSignIn(frame, consumer.person);
  await openFields(frame);
  const identifier = await frame.getByLabel('Código da Nota').inputValue();
  expect(identifier.replaceAll(' ', '')).toBe(key);
  // At a shared device the frame would take the next person for this one.
  await frame.getByRole('link', { name: 'Não é você? Sair' }).click();
  await expect(frame.getByLabel('Email')).toBeVisible();
  await expect(frame.getByAltText('Nota escolhida'), 'not even unfinished').toHaveCount(0);
  await expect(page).toHaveURL(/localhost/);
});

test('a user redeems prizes inside a dark frame, whose words can be read', async ({
  page,
  site,
  host,
}) => {
  const collector = await newCollector(site, 4);
  const body =
    '<main><h1>Loja</h1><promo-redeem campaign="19" scheme="dark"></promo-redeem></main>';
  const html = shopPage(site, `<html lang="pt-BR">${body}`, ['redeem']);
  await page.goto(host.publish({ html }));
  const frame = page.frameLocator('iframe').locator('body');
  await submitSignIn(frame, collector.person);
  const more = frame.getByRole('button', { name: 'Mais um: Cesta Sorriso' });
  const { width = 0, height = 0 } = (await more.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await more.click();
  await expectNoFault(page);
  await frame.getByRole('button', { name: 'Resgatar' }).click();
  await expect(frame.getByRole('dialog', { name: 'Resgate realizado com sucesso' })).toBeVisible();
});

test('a user writes to support in a frame, and continues the conversation in one', async ({
  page,
  site,
  host,
}) => {
  const email = `lia.${Date.now()}@exemplo.com.br`;
  const frame = await openFrame(page, host, `${site.url}/quadro/atendimento/`);
  await frame.getByLabel('Nome').fill('Lia Prado');
  await frame.getByLabel('E-mail').fill(email);
  await frame.getByLabel('Assunto').selectOption('Cadastro');
  await frame.getByLabel('Descrição').fill('Troquei de celular.');
  await frame.getByRole('button', { name: 'Enviar' }).click();
  await expect(frame.getByText('Solicitação enviada com sucesso')).toBeVisible();
  await frame.getByRole('button', { name: 'Ok' }).press('Enter');
  await expect(frame.getByRole('heading', { name: 'Fale conosco' })).toBeFocused();

  const link = await addressInMail(site, email, /\/atendimento\/[\w-]+/);
  const token = link.split('/').at(-1);
  await openFrame(page, host, `${site.url}/quadro/atendimento/#conversa=${token}`);
  await frame.getByLabel('E-mail').fill(email);
  await frame.getByRole('button', { name: 'Buscar conversa' }).click();
  await expect(frame.getByText('Troquei de celular.')).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Fale conosco' })).toHaveCount(0);

  const [{ id = 0 } = {}] = await site.operator('incidents', 'list', '--email', email);
  await site.operator('incidents', 'answer', Number(id), 'Até logo.', '--resolve');
  await page.reload();
  await frame.getByLabel('E-mail').fill(email);
  await frame.getByRole('button', { name: 'Buscar conversa' }).click();
  await frame.getByRole('link', { name: 'Fale conosco' }).click();
  await expect(frame.getByRole('heading', { name: 'Fale conosco' })).toBeFocused();
  await expect(frame.getByLabel('Assunto')).toBeVisible();
  await expect(frame.getByText('Troquei de celular.')).toHaveCount(0);
});

test('an untouched frame draws its form without the form’s scripts, and loads them at the first press', async ({
  page,
  site,
  host,
}) => {
  const scripts: string[] = [];
  const line = Promise.withResolvers<void>();
  await page.route('**/*.island*.js', async (route) => {
    scripts.push(route.request().url());
    await line.promise;
    await route.continue();
  });
  const frame = await openFrame(page, host, `${site.url}/quadro/entrar/`);
  await test.step('the form is drawn without its scripts', async () => {
    await expect
      .poll(async () => (await heardMessages(page)).types)
      .toEqual(['loading', 'ready', 'resize', 'seen']);
    await expect(frame.getByLabel('Email')).toBeVisible();
    await page.waitForLoadState('networkidle');
  });

  await test.step('a malformed hello, or one from another page, gets no answer', async () => {
    await page.evaluate(() => {
      const fromPage = Reflect.get(window, 'hello');
      const stranger = document.createElement('iframe');
      document.body.append(stranger);
      const fromStranger = new (Reflect.get(stranger.contentWindow ?? {}, 'Function'))(
        'message',
        'ports',
        'parent[0].postMessage(message, "*", ports)',
      );
      const sayHello = (message: object, send = fromPage) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => Reflect.get(window, 'heard').push(data);
        send(message, [port2]);
      };
      sayHello({ v: 2, id: 'outra', type: 'hello' });
      sayHello({ v: 1, id: 'Ana <ana@exemplo.com.br>', type: 'hello' });
      sayHello({ v: 1, id: 'outra', type: 'ready' });
      sayHello({ v: 1, id: 'outra', type: 'hello' }, fromStranger);
      stranger.remove();
      fromPage({ v: 1, id: 'outra', type: 'hello' }, []);
      sayHello({ v: 1, id: 'certa', type: 'hello' });
    });
    await expect.poll(async () => (await heardMessages(page)).text).toContain('certa');
    expect((await heardMessages(page)).text).not.toMatch(/outra|Ana/);
  });

  await test.step('of two hellos the newer one counts, even if the frame is slower to check the older one', async () => {
    const check = Promise.withResolvers<void>();
    let checks = 0;
    await page.route('**/quadro/entrar/', async (route) => {
      checks += 1;
      if (checks === 1) await check.promise;
      await route.continue();
    });
    await page.evaluate(() => {
      for (const id of ['velha', 'nova']) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => Reflect.get(window, 'heard').push(data);
        Reflect.get(window, 'hello')({ v: 1, id, type: 'hello' }, [port2]);
      }
    });
    await expect
      .poll(async () => (await heardMessages(page)).text)
      .toMatch(/"nova","type":"ready"/);
    const checked = page.waitForResponse('**/quadro/entrar/');
    check.resolve();
    await checked;
    expect(scripts).toEqual([]);
  });

  await test.step('the first press loads the scripts', async () => {
    await frame.getByRole('link', { name: 'Esqueceu sua senha?' }).click();
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
    line.resolve();
    await expect(frame.getByRole('dialog', { name: 'Esqueceu sua senha?' })).toBeVisible();
    await expect
      .poll(async () => (await heardMessages(page)).text)
      .toMatch(/"nova","type":"focus"/);
    expect((await heardMessages(page)).text).not.toMatch(/"velha","type":"ready"/);
    expect(page.context().pages()).toEqual([page]);
  });
});
