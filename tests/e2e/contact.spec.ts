import { expect, shortenPauses, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';

test('a visitor writes to support from the footer, and keeps a message that could not be sent', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Fale conosco' });
  const send = dialog.getByRole('button', { name: 'Enviar' });
  await test.step('the dialog opens from the footer', async () => {
    await shortenPauses(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/faq');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Fale conosco' }).click();
    await expect(dialog.getByLabel('Nome')).toBeFocused();
    const topOf = async (label: string) => (await dialog.getByLabel(label).boundingBox())?.y;
    expect(await topOf('E-mail'), 'name and address share a line').toBe(await topOf('Nome'));
    expect(await topOf('Descrição')).toBeGreaterThan(Number(await topOf('Assunto')));
  });
  await test.step('the button waits for the last field', async () => {
    await dialog.getByLabel('Nome').fill('Joana Souza');
    await dialog.getByLabel('E-mail').fill('joana@exemplo.com.br');
    await dialog.getByLabel('Assunto').selectOption('Outros');
    await dialog.getByLabel('Descrição').fill('Vocês chegam a Santa Catarina?');
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    // Flat while it waits, and dashed where forced colours leave it no tint.
    await expect(send).toHaveCSS('box-shadow', 'none');
    await page.emulateMedia({ forcedColors: 'active' });
    await expect(send).toHaveCSS('border-style', 'dashed');
    await page.emulateMedia({ forcedColors: 'none' });
    await dialog.getByLabel('Título').fill('Onde participar');
    await expect(send).toHaveCSS('border-style', 'solid');
    await expect(send).not.toHaveCSS('box-shadow', 'none');
    await expectNoFault(page);
  });
  await test.step('a message that could not be sent is kept', async () => {
    await page.route('**/api/incident/campaign/19', (route) => route.abort());
    await send.click();
    const alert = page.getByRole('alertdialog', { name: 'Atenção' });
    await expect(alert).toContainText(
      'Ocorreu algum erro desconhecido, entre com contato com o suporte.',
    );
    await expect(alert).toContainText('Sua mensagem continua aqui.');
    await page.unroute('**/api/incident/campaign/19');
    await alert.getByRole('button', { name: 'Ok' }).click();
    await expect(dialog.getByLabel('Descrição')).toHaveValue('Vocês chegam a Santa Catarina?');
    await expect(page.locator('html'), 'held below the other dialog').toHaveCSS(
      'overflow',
      'hidden',
    );
  });
  await test.step('a sent message is confirmed', async () => {
    await send.click();
    const sent = dialog.getByText('Solicitação enviada com sucesso');
    await expect(sent).toBeVisible();
    const ok = dialog.getByRole('button', { name: 'Ok' });
    await expect(ok).toBeFocused();
    const { y = 0, height = 0 } = (await sent.boundingBox()) ?? {};
    expect((await ok.boundingBox())?.y, 'the button stands clear of the notice').toBeGreaterThan(
      y + height + 8,
    );
    await expect(dialog.getByRole('presentation')).toHaveJSProperty('naturalWidth', 320);
    await ok.click();
    await expect(page.locator('html')).toHaveCSS('overflow', 'visible');
  });
});
