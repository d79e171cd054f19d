import { expect, test } from '../fixtures.ts';
import { expectNoFault, sidewaysScroll } from '../page-checks.ts';

const looks = [
  'scheme="dark" accent="#0a58ca" radius="0" density="compact" font="Georgia, serif"',
  'scheme="dark" accent="#ffe14d" radius="32"',
  'accent="#c8f7dc" radius="32" density="compact" card="none"',
];

test('a styled form full of errors, in its frame and in the page, fits, is accessible, and shows in forced colours', async ({
  page,
  host,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const forms = [page.frameLocator('promo-sign-up iframe'), page];
  for (const look of looks) {
    await page.goto(
      host.publish({
        html: `<!doctype html><html lang="pt-BR"><title>Loja</title><body style="margin:0"><main><h1>Loja</h1>
          <promo-sign-up campaign="19" ${look}></promo-sign-up>
          <promo-sign-up campaign="19" isolation="page" ${look}></promo-sign-up></main>
          <script async src="${site.url}/widgets/v1/sign-up.js"></script>`,
      }),
    );
    for (const form of forms) {
      const button = form.getByRole('button', { name: 'continuar' });
      await form.getByLabel('Nome completo').focus();
      await expect(button).not.toHaveAttribute('disabled');
      await button.press('Enter');
      const summary = form.getByRole('group', { name: /^Confira/ });
      await expect(summary).toBeFocused();
      await expect(summary).toContainText('Regulamento e privacidade: Campo obrigatório');
      await expect(summary).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      await expect(form.getByLabel('Estado')).toHaveCSS('appearance', 'none');
    }
    await expectNoFault(page);
    expect(await sidewaysScroll(page), look).toBeLessThanOrEqual(0);

    await page.emulateMedia({ forcedColors: 'active' });
    for (const form of forms) {
      await expect(form.getByLabel('Estado')).toHaveCSS('appearance', 'auto');
      await expect(form.getByLabel('Estado')).toHaveCSS('background-image', 'none');
    }
    await page.emulateMedia({ forcedColors: null });

    // What stands in a page is in pixels, so that the page's own text sizes do not change it.
    const root = page.frameLocator('promo-sign-up iframe').locator('html');
    const overflow = () =>
      root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await root.evaluate(({ style }) => style.setProperty('font-size', '200%'));
    expect(await overflow(), look).toBeLessThanOrEqual(0);
  }
});
