import { devices } from '@playwright/test';
import { formatCnpj } from '../../src/rules/people/cpf-cnpj.ts';
import { expect, openReceiptForm, pressByKeyboard, receiptFile, test } from './fixtures.ts';
import { openFields } from './receipt-steps.ts';

const saved = 'Cupom cadastrado com sucesso';

test.describe(() => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
  test.use(phone);

  test('a phone is offered its camera, for pictures alone', async ({ page, site }) => {
    await openReceiptForm(page, site);
    await expect(page.getByRole('button', { name: 'Tirar foto' })).toBeVisible();
    const input = page.getByLabel('Tirar foto').and(page.locator('input'));
    await expect(input).toHaveAttribute('capture', 'environment');
    await expect(input).toHaveAttribute('accept', /^image\/\w+(,image\/\w+)*$/);
  });
});

test('a user sends a receipt by keyboard', async ({ page, site }) => {
  await openReceiptForm(page, site);
  const { file, cnpj, date } = await receiptFile('code', 1_205);
  await page.getByLabel('Escolher arquivo').setInputFiles(file);
  await pressByKeyboard(page, 'ler cupom');
  await openFields(page);
  await expect(page.getByLabel('Data da compra')).toHaveValue(date);
  await expect(page.getByLabel('CNPJ')).toHaveValue(formatCnpj(cnpj));
  await page.getByLabel('Valor Total').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('54,90');
  await page.getByRole('radio', { name: 'Sim' }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Valor Total').press('Enter');
  await expect(page.getByRole('dialog'), 'Enter in a field sends nothing').toHaveCount(0);
  await pressByKeyboard(page, 'salvar');
  await expect(page.getByRole('dialog', { name: saved })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/$/);
});
