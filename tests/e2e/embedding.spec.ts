import { expect, test } from './fixtures.ts';
import { enlargeText, expectNoFaultAtAnyWidth, sidewaysScroll } from './page-checks.ts';

test('an embedder chooses a widget, sees it live, and copies its code', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/widgets');
  const code = page.getByRole('region', { name: 'Código' });
  const preview = page.getByRole('region', { name: 'Como fica' });
  await test.step('the contents lead to all parts, which fit', async () => {
    await expect(preview.getByText('promo:ready')).toBeVisible();
    // The preview scrolls in itself, so the guides stand a window below its heading.
    const [shown, guides] = await Promise.all(
      ['Como fica', 'Guias'].map((name) => page.getByRole('heading', { name }).boundingBox()),
    );
    expect((guides?.y ?? 0) - (shown?.y ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
    await page.getByText('Nesta página', { exact: true }).click();
    const contents = page.getByRole('navigation', { name: 'Nesta página' }).getByRole('link');
    const elements = await contents.evaluateAll((links) =>
      links.map((link) => document.querySelector(link.getAttribute('href') ?? '')?.localName),
    );
    expect(new Set(elements)).toEqual(new Set(['h2']));
    await expectNoFaultAtAnyWidth(page);
    await enlargeText(page);
    expect(await sidewaysScroll(page), 'text at 200 %').toBeLessThanOrEqual(0);
    await page.evaluate(() => document.documentElement.removeAttribute('style'));
  });

  const tiles = page.getByRole('group', { name: 'Widget' });
  await test.step('another widget is seen live', async () => {
    await tiles.getByRole('button', { name: 'Entrar' }).click();
    await expect(code).toContainText('<promo-login campaign="19">');
    await expect(preview.frameLocator('iframe').getByLabel('Email')).toBeVisible();
    await expect(preview.getByText('promo:ready')).toBeVisible();
  });

  await test.step('the preview only tries it, whatever the code does', async () => {
    await expect(preview.locator('iframe')).toHaveAttribute(
      'src',
      /\/quadro\/entrar\/\?mode=test$/,
    );
    await expect(code).not.toContainText('mode=');
  });

  await test.step('a partner’s name and look are in the code, also of the next widget', async () => {
    await page.getByText('Mais opções').click();
    await page.getByRole('textbox', { name: 'Parceiro' }).fill('loja-azul');
    await page.getByLabel('Claro ou escuro').selectOption('Escuro (dark)');
    await tiles.getByRole('button', { name: 'Cadastro' }).click();
    await expect(code).toContainText('partner="loja-azul" scheme="dark"');
    await page.getByRole('textbox', { name: 'Parceiro' }).fill('');
    await page.getByLabel('Claro ou escuro').selectOption('Claro');
    await tiles.getByRole('button', { name: 'Entrar' }).click();
    await expect(code).toContainText('<promo-login campaign="19">');
  });

  await test.step('its code is copied', async () => {
    await page.getByLabel('Elemento').selectOption('<div data-promo-widget>');
    await code.getByRole('button', { name: 'Copiar código' }).click();
    await expect(code.getByText('Copiado!').last()).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`src="${site.url}/widgets/v1/login.js"`);
    expect(copied).toContain('<div data-promo-widget="login" data-campaign="19">');
    await expect(preview.getByText('promo:ready')).toBeVisible();
  });

  await test.step('a widget without a form is seen live, and its code selected where the browser forbids to copy', async () => {
    await tiles.getByRole('button', { name: 'Onde comprar' }).click();
    await page.evaluate(() => {
      const { clipboard } = navigator;
      clipboard.writeText = async () => {
        Reflect.deleteProperty(clipboard, 'writeText');
        throw new Error('Forbidden');
      };
    });
    await code.getByRole('button', { name: 'Copiar código' }).click();
    await expect(code.getByRole('button', { name: 'Não foi possível copiar' })).toBeVisible();
    expect(await page.evaluate(() => String(getSelection()))).toMatch(/^<script.*<\/div>$/s);
    await expect(preview.getByRole('link', { name: /Ver ofertas/ }).first()).toBeVisible();
  });

  await test.step('a guide is open at its own address, and its code is of this site', async () => {
    await page.goto('/widgets#react');
    const guide = page.locator('#react');
    const button = guide.getByRole('button', { name: 'Copiar src/App.tsx' });
    await button.click();
    await expect(guide.getByRole('button', { name: 'Copiado!' })).toBeVisible();
    const component = await page.evaluate(() => navigator.clipboard.readText());
    expect(component).toContain(`origin="${site.url}"`);
    await expect(page.locator('#svelte ol')).toBeHidden();
    const [installed = ''] = (await guide.textContent())?.match(/http\S+promo-widgets\.tar/) ?? [];
    expect((await page.request.get(installed)).status()).toBe(200);
  });

  await test.step('the address of a guide shows it, however much the preview above it grows', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    // A browser goes back to where a page was left once its last picture is there.
    const pictures = Promise.withResolvers<void>();
    await page.route(/\.(?:avif|png|svg|webp)$/, async (route) => {
      await pictures.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await expect(preview.getByText('promo:resize')).toBeAttached();
    pictures.resolve();
    await page.waitForLoadState();
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await expect(page.locator('#react > summary')).toBeInViewport();
  });
});
