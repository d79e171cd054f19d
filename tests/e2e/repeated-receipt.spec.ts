import { sendReceiptTo } from '../support/site-actions.ts';
import { expect, receiptFile, signInAsNew, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';
import { readReceipt } from './receipt-steps.ts';

test('a receipt sent a second time leads to the first', async ({ page, site }) => {
  const consumer = await signInAsNew(page, site);
  const { file, key, cnpj, date } = await receiptFile('code', 811);
  const purchaseDate = date.split('/').reverse().join('-');
  await sendReceiptTo(site, consumer, { identifier: key, cnpj, purchaseDate });
  const code = page.getByLabel('Código da Nota');
  const refusal = page.getByRole('alert').filter({ hasText: 'Nota já cadastrada' });
  await test.step('the receipt is sent again', async () => {
    await page.goto('/nova-nota');
    await readReceipt(page, file);
    await page.getByLabel('Valor Total').fill('61,70');
    await page.getByRole('radio', { name: 'Não' }).check();
    await page.getByRole('button', { name: 'salvar' }).click();
  });
  await test.step('the refusal names the field, and leads to the first', async () => {
    await expect(refusal).toBeFocused();
    await expect(refusal.getByText('Nota já cadastrada')).toHaveText(
      'O campo "Código da Nota" Nota já cadastrada',
    );
    await expect(refusal).toContainText('Ela é a sua Nota 1.');
    await expect(refusal.getByRole('link')).toHaveText('Ver a Nota 1');
    await expect(page.locator('.receipt-wrong > img')).toHaveAttribute('src', /repete/);
    await expect(code).toBeHidden();
    await page.getByRole('button', { name: 'Corrigir os dados' }).click();
    await expect(code).toBeFocused();
    const whole = await code.evaluate((box) => box.scrollHeight <= box.clientHeight);
    expect(whole, 'the whole key is seen').toBe(true);
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expect(code).toHaveAccessibleDescription(/Nota já cadastrada/);
    await expect(
      page.locator('.field').filter({ has: code }).getByText('Nota já cadastrada'),
    ).toBeVisible();
    await expect(page.getByLabel('Valor Total')).toHaveValue(/61,70/);
    await expectNoFault(page);
  });

  await test.step('an empty field looks calmer than a wrong one', async () => {
    await page.getByLabel('CNPJ').fill('11.222.333/0001-82');
    await page.getByLabel('Valor Total').fill('');
    await page.getByLabel('Valor Total').blur();
    const [empty, wrong] = ['Campo obrigatório', 'CNPJ Inválido'].map((sentence) =>
      page
        .locator('.field-error', { hasText: sentence })
        .evaluate((error) => getComputedStyle(error).color),
    );
    expect(await empty).not.toBe(await wrong);
  });

  await test.step('the first is shown, and the file is still there after it', async () => {
    await refusal.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Nota 1' })).toBeVisible();
    await page.goto('/nova-nota');
    await expect(page.getByText(file.name).first()).toBeVisible();
  });
});
