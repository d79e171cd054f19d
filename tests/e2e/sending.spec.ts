import { devices } from '@playwright/test';
import { formatCnpj } from '../../src/rules/people/cpf-cnpj.ts';
import {
  expect,
  openReceiptForm,
  pressByKeyboard,
  receiptFile,
  shortenPauses,
  test,
} from './fixtures.ts';
import { fillReceipt, openFields } from './receipt-steps.ts';

const saved = 'Cupom cadastrado com sucesso';

test('Enter does not submit and limpar clears the form on a computer', async ({ page, site }) => {
  await openReceiptForm(page, site);
  await expect(page.getByRole('button', { name: 'Escolher arquivo' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tirar foto' })).toBeHidden();
  await fillReceipt(page, 1_204);
  await page.getByLabel('Valor Total').press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'limpar' }).click();
  await expect(page.getByLabel('Escolher arquivo')).toBeAttached();
  await expect(page.getByLabel('Código da Nota')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a receipt is not lost without network and storage, and is sent afterwards', async ({
  page,
  context,
  site,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'indexedDB'));
  await shortenPauses(page);
  await openReceiptForm(page, site);
  await fillReceipt(page, 1_203);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'salvar' }).click();
  const alert = page.getByRole('dialog');
  await expect(alert.getByText(/Ocorreu algum erro desconhecido/)).toBeVisible();
  await alert.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByLabel('Valor Total')).toHaveValue('54,90');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'salvar' }).click();
  await expect(page.getByRole('dialog', { name: saved })).toBeVisible();
});

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
  await pressByKeyboard(page, 'salvar');
  await expect(page.getByRole('dialog', { name: saved })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/$/);
});
