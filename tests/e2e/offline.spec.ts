import type { BrowserContext, Page } from '@playwright/test';
import { credentialsKey } from '../../src/storage-keys.ts';
import { expect, openReceiptForm, receiptFile, shortenPauses, test } from './fixtures.ts';
import { expectNoFault, sidewaysScroll } from './page-checks.ts';
import { countSaved, fillReceipt, openFields } from './receipt-steps.ts';

test.beforeEach(({ context }) => shortenPauses(context));

const queuedSentence =
  'Sem conexão. Sua nota ficou guardada neste aparelho e será enviada quando a internet voltar e esta página estiver aberta.';

test('receipts saved without a network are sent once, though their page was closed or two tabs are open', async ({
  page,
  context,
  site,
}) => {
  await openReceiptForm(page, site);
  await test.step('the receipt waits on the device', async () => {
    await queueReceipt(page, context, 1_301);
    await expect(page.getByText(queuedSentence)).toBeFocused();
    await expect(waiting(page).getByText('Aguardando envio', { exact: true })).toBeVisible();
    await expect(waiting(page).getByText('R$ 54,90')).toBeVisible();
    await expect(page.getByLabel('Escolher arquivo')).toBeAttached();
  });

  await test.step('its page is closed before the answer comes', async () => {
    const arrived = Promise.withResolvers<void>();
    await page.route('**/api/campaign/19/coupon', async (route) => {
      await route.fetch();
      arrived.resolve();
    });
    // The network's return sends it, often before a hand could.
    await context.setOffline(false);
    await arrived.promise;
    await page.close();
  });

  const next = await context.newPage();
  await test.step('the next page sends it again, and the gateway has it once', async () => {
    await next.goto('/minhas-notas');
    await expect(next.getByRole('heading', { name: 'Nota enviada' })).toBeVisible();
    await expect(next.getByRole('heading', { name: 'Nota 1' })).toBeVisible();
    await expect(waiting(next).getByRole('article'), 'it is shown once').toHaveCount(0);
    await waiting(next).getByRole('button', { name: 'Resultado' }).click();
    await expect(next.getByRole('dialog').getByText('11 números da sorte')).toBeVisible();
    await next.reload();
    await expect(next.getByRole('heading', { name: 'Nota 1' })).toBeVisible();
    await expect(waiting(next)).toHaveCount(0);
    expect(await countSaved(next)).toBe(1);
  });

  await test.step('of two tabs one sends the next receipt when the network is back', async () => {
    const form = await context.newPage();
    await form.goto('/nova-nota');
    await queueReceipt(form, context, 1_306);
    const sent: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/coupon'))
        sent.push(request.url());
    });
    await context.setOffline(false);
    // The tab that is first with it shows it.
    const shown = async (tab: Page) =>
      waiting(tab).getByRole('button', { name: 'Resultado' }).count();
    await expect.poll(async () => (await shown(form)) + (await shown(next))).toBe(1);
    expect(await countSaved(next)).toBe(2);
    // Once the one that was second has had its turn, it has nothing to send.
    await expect.poll(() => next.evaluate(locksInUse)).toBe(0);
    expect(sent).toHaveLength(1);
  });
});

test('an open page reads and queues a picture without a network, and deletes it on request', async ({
  page,
  context,
  site,
}) => {
  await test.step('a PDF cannot be read without a network', async () => {
    const prepared = page.waitForResponse(/zxing_reader.*wasm/);
    await openReceiptForm(page, site);
    await (await prepared).finished();
    await context.setOffline(true);
    const pdf = await receiptFile('pdf', 1_311);
    await page.getByLabel('Escolher arquivo').setInputFiles(pdf.file);
    await page.getByRole('button', { name: 'ler cupom' }).click();
    await expect(page.getByText(/^Sem conexão para ler a nota/).last()).toBeFocused();
    await expect(page.getByLabel('Código da Nota')).toBeEmpty();
  });

  await test.step('a picture is read and queued, and another one', async () => {
    await queuePicture(page, 'Trocar arquivo', 1_310);
    await queuePicture(page, 'Escolher arquivo', 1_312);
    await expect(waiting(page).getByRole('button', { name: 'Excluir' })).toHaveCount(2);
  });

  await test.step('two queued receipts stand side by side where there is room', async () => {
    await page.setViewportSize({ width: 1280, height: 700 });
    const buttons = waiting(page).getByRole('button', { name: 'Excluir' });
    const tops = await buttons.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().y),
    );
    expect(tops).toEqual([tops[0], tops[0]]);
    await buttons.last().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await expect(buttons).toHaveCount(1);
    await expect(page.locator('dialog')).toHaveCount(0);
  });

  await test.step('a queued receipt is deleted after a question', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await expectNoFault(page);
    await waiting(page).getByRole('button', { name: 'Excluir' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFault(page);
    await page.keyboard.press('Escape');
    // A closed dialog leaves the page a moment after it leaves the accessibility tree.
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(waiting(page).getByRole('button', { name: 'Excluir' })).toBeFocused();
    expect(await page.evaluate(recordsOnDevice)).toBe(1);
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Excluir esta nota?' });
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(waiting(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Nova nota' })).toBeFocused();
  });
  await test.step('nothing was sent', async () => {
    await context.setOffline(false);
    await page.goto('/minhas-notas');
    await expect(page.getByRole('link', { name: 'cadastre agora mesmo!' })).toBeVisible();
    expect(await countSaved(page)).toBe(0);
    expect(await page.evaluate(recordsOnDevice)).toBe(0);
  });
});

test('a receipt waits in its page for a form whose script did not load', async ({ page, site }) => {
  const script = /\/_astro\/receipt-form\./;
  await page.route(script, (route) => route.abort());
  await openReceiptForm(page, site);
  const { file, key } = await receiptFile('code', 1_314);
  await page.getByLabel('Escolher arquivo').setInputFiles(file);
  await page.getByRole('button', { name: 'ler cupom' }).click();
  await expect(page.getByText('Sua nota continua aqui.')).toBeVisible();
  await page.unroute(script);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await openFields(page);
  expect((await page.getByLabel('Código da Nota').inputValue()).replaceAll(' ', '')).toBe(key);
});

/** Fills in a receipt, loses the network, and saves. */
async function queueReceipt(page: Page, context: BrowserContext, seed: number): Promise<void> {
  await context.setOffline(false);
  await fillReceipt(page, seed);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'salvar' }).click();
  await expect(page.getByText(queuedSentence)).toBeVisible();
}

/** Reads a picture without a network, and saves. */
async function queuePicture(page: Page, label: string, seed: number): Promise<void> {
  const { file, key, date } = await receiptFile('code', seed);
  await page.getByLabel(label).setInputFiles(file);
  await page.getByRole('button', { name: 'ler cupom' }).click();
  await openFields(page);
  expect((await page.getByLabel('Código da Nota').inputValue()).replaceAll(' ', '')).toBe(key);
  await page.getByLabel('Data da compra').fill(date);
  await page.getByLabel('Valor Total').fill('54,90');
  await page.getByRole('radio', { name: 'Sim' }).check();
  await page.getByRole('button', { name: 'salvar' }).click();
  await expect(page.getByText(queuedSentence)).toBeVisible();
}

function waiting(page: Page) {
  return page.getByRole('region', { name: /^Notas? (aguardando envio|enviadas?)$/ });
}

async function locksInUse(): Promise<number> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return held.length + pending.length;
}

function recordsOnDevice(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('promo');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('records').objectStore('records').count();
      counting.onsuccess = () => resolve(counting.result);
    };
  });
}

test('visited receipt pages open without a network, and take pictures shared by other apps', async ({
  browser,
  site,
}) => {
  const phone = { hasTouch: true, isMobile: true };
  const options = { serviceWorkers: 'allow', baseURL: site.url } as const;
  const context = await browser.newContext({ ...options, ...phone });
  await shortenPauses(context);
  const page = await context.newPage();
  await openReceiptForm(page, site);
  const isServed = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isServed).toBe(true);
  await expect(page.getByRole('button', { name: 'Tirar foto' }), 'on a phone').toBeVisible();

  await test.step('visited pages open without a network', async () => {
    await context.setOffline(true);
    await page.goto('/minhas-notas');
    await expect(page.getByRole('heading', { name: 'Minhas notas' })).toBeVisible();
    const drawing = page.locator('.not-loaded img');
    const width = () => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width, 'beside the list that did not load').toBeGreaterThan(0);
    await page.goto('/nova-nota');
  });
  const { file } = await receiptFile('code', 1_330);
  await test.step('a file can be chosen', async () => {
    await page.getByLabel('Escolher arquivo').setInputFiles(file);
    await expect(page.getByRole('region', { name: 'Nota escolhida' })).toBeVisible();
    await expect.poll(() => page.evaluate(recordsOnDevice), 'stored on the device').toBe(1);
    await context.setOffline(false);
  });

  await test.step('a shared picture replaces it once the user says so', async () => {
    await page.goto('/robots.txt');
    await shareWithSite(page, file.buffer.toString('base64'), { count: 2 });
    await expect(page).toHaveURL(/\/nova-nota\?compartilhada$/);
    await page.getByRole('button', { name: 'Continuar a minha nota' }).click();
    await expect(page.getByText('nota.png').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'salvar' })).toBeVisible();
    await page.goto('/robots.txt');
    await shareWithSite(page, file.buffer.toString('base64'), { count: 2 });
    await expect(page.getByRole('figure')).toContainText('comprovante.jpg');
    await page.getByRole('button', { name: 'Usar o arquivo novo' }).click();
    await expect(page.getByRole('region', { name: 'Nota escolhida' })).toContainText(
      'comprovante.jpg',
    );
    await expect(page.getByText('Compartilhada por outro app.')).toBeVisible();
    await expect(page.getByText('Aqui está só o primeiro arquivo')).toBeVisible();
  });
  await test.step('a form of another site shares none, unless it hides its page; then it is asked about', async () => {
    const otherSite = site.url.replace('127.0.0.1', 'localhost');
    const action = `${site.url}/nova-nota`;
    const question = page.getByRole('heading', { name: 'Trocar o arquivo da nota?' });
    await page.goto(`${otherSite}/robots.txt`);
    await shareWithSite(page, file.buffer.toString('base64'), { action });
    await expect(page.getByRole('button', { name: 'salvar' })).toBeVisible();
    await expect(question).toHaveCount(0);
    await page.goto(`${otherSite}/robots.txt`);
    await shareWithSite(page, file.buffer.toString('base64'), { action, referrer: 'no-referrer' });
    await expect(question).toBeVisible();
    await page.getByRole('button', { name: 'Continuar a minha nota' }).click();
    await expect(page.getByRole('button', { name: 'salvar' })).toBeVisible();
  });
  await test.step('only these pages and their files are stored', async () => {
    const stored = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      );
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(stored).toContain('/nova-nota');
    expect(
      stored.filter(
        (path) => !/^\/(?:_astro|desenhos)\/|^\/(?:nova-nota|minhas-notas|sair)$/.test(path),
      ),
    ).toEqual([]);
  });

  await test.step('other shared files are refused', async () => {
    await page.goto('/robots.txt');
    await shareWithSite(page, Buffer.from('<script>').toString('base64'));
    await expect(page.getByRole('alert').getByText('Formato de arquivo inválido')).toBeVisible();
    await expect(page.getByText('Compartilhada por outro app.')).toHaveCount(0);

    await page.goto('/robots.txt');
    await shareWithSite(page, '', { enctype: 'text/plain' });
    const heading = page.getByRole('heading', { name: 'Nova nota' });
    await expect(heading, 'after a file that could not be read').toBeVisible();
  });

  await test.step('signing out needs no network, even on a Wi-Fi that only claims to have one', async () => {
    await context.setOffline(true);
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: true }));
    await page.locator('.menu summary').click();
    await page.getByRole('link', { name: 'Sair' }).click();
    await expect(page.getByText('Você saiu da sua conta neste aparelho.')).toBeVisible();
    expect(await page.evaluate((key) => localStorage.getItem(key), credentialsKey)).toBeNull();
  });

  await test.step('who is signed out learns at the start page what waits for the network', async () => {
    await page.goto('/nova-nota');
    await expect(page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible();
    await expect(page.getByText('continuam aqui. Entre na sua conta quando')).toBeVisible();
    const figure = page.locator('img');
    const width = () => figure.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    await expectNoFault(page);
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });
  await context.close();
});

/** What the system does when one or more pictures are shared with the installed site. */
async function shareWithSite(
  page: Page,
  base64: string,
  {
    enctype = 'multipart/form-data',
    count = 1,
    action = '/nova-nota',
    referrer = 'strict-origin-when-cross-origin',
  } = {},
): Promise<void> {
  await page.evaluate(
    ({ base64, enctype, count, action, referrer }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      for (let sent = 0; sent < count; sent++) {
        transfer.items.add(new File([bytes], 'comprovante.jpg', { type: 'image/jpeg' }));
      }
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action, enctype });
      const policy = Object.assign(document.createElement('meta'), {
        name: 'referrer',
        content: referrer,
      });
      document.head.append(policy);
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', multiple: true, name: 'nota', files: transfer.files });
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { base64, enctype, count, action, referrer },
  );
}

test('scripts that failed to load are requested again, and earlier presses take effect then', async ({
  page,
  context,
}) => {
  await page.goto('/quadro/entrar/');
  await context.setOffline(true);
  const password = page.getByLabel('Senha', { exact: true });
  const triedInVain = page.waitForEvent('console', (message) =>
    message.text().includes('Error hydrating'),
  );
  await password.fill('Segredo1');
  await page.getByRole('button', { name: 'Mostrar senha' }).click();
  await triedInVain;
  await context.setOffline(false);
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('Segredo1');

  await page.goto('/');
  const dialogs = page.locator('astro-island[component-export="Dialogs"]:not([ssr])');
  await dialogs.waitFor({ state: 'attached' });
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Fale conosco' }).click();
  await failed;
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Fale conosco' })).toBeVisible();
});
