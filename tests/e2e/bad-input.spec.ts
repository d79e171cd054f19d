import { readFile } from 'node:fs/promises';
import { newPerson } from '../support/people.ts';
import { renderReceipt } from '../support/receipts/render-receipt.ts';
import { sendReceiptTo } from '../support/site-actions.ts';
import {
  expect,
  fillHomeSignUp,
  openReceiptForm,
  receiptFile,
  signInAsNew,
  test,
} from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';
import { openFields, readReceipt } from './receipt-steps.ts';

const wrong = [
  ['Nome', 'Ana 2', 'Não são permitidos números ou carateres especiais'],
  ['CPF', '529.982.247-24', 'CPF Inválido'],
  ['Data de Nasc.', '31/02/1990', 'Data inválida'],
  ['Data de Nasc.', '01/01/2020', 'Você deve ser maior de 18 anos'],
  ['Celular', '(41) 3333-4444', 'Celular Inválido'],
  ['E-mail', 'ana@', 'Email inválido'],
  ['Senha', 'Abc1', 'A senha deve ter no mínimo 6 caracteres'],
  ['Senha', 'SEGREDO1', 'A senha deve ter no mínimo uma letra minúscula'],
  ['Senha', 'segredo1', 'A senha deve ter no mínimo uma letra maiúscula'],
] as const;

test('the sign-up keeps text typed before hydration, and marks every wrong field', async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/#cadastrar', { waitUntil: 'commit' });
  const form = page.locator('#cadastrar');
  const name = form.getByLabel('Nome');
  await name.fill('Joana Souza');
  scripts.resolve();
  await page.locator('#cadastrar astro-island:not([ssr])').waitFor();
  await expect(name).toHaveValue('Joana Souza');
  await page.reload();
  await expect(name).toHaveValue('Joana Souza');

  const send = form.getByRole('button', { name: 'CADASTRAR' });
  await fillHomeSignUp(page, newPerson());
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  for (const [label, value, sentence] of wrong) {
    const field = form.getByLabel(label, { exact: label === 'Senha' });
    const good = await field.inputValue();
    await field.fill(value);
    await field.blur();
    await expect(form.getByText(sentence).first()).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await field.fill(good);
    await expect(form.getByText(sentence)).toHaveCount(0);
  }
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
});

test('unusable files and receipts outside the rules are refused with their reason, and limpar clears the form', async ({
  page,
  site,
}) => {
  await openReceiptForm(page, site);
  await expect(page.getByRole('button', { name: 'Escolher arquivo' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tirar foto' }), 'on a computer').toBeHidden();
  const choose = page.getByLabel('Escolher arquivo');
  const order = { cnpj: '11222333000181', issuedAt: new Date(), total: 5490, state: 'PR' as const };
  const broken = await renderReceipt({ ...order, seed: 2, format: 'pdf', condition: 'broken' });
  const locked = await readFile('tests/fixtures/receipts/pdf-password-6.pdf');
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  large.write('%PDF-1.7');
  for (const [name, buffer, sentence] of [
    ['nota.jpg', Buffer.from('<html>not a picture</html>'), 'Formato de arquivo inválido'],
    ['nota.pdf', large, 'O arquivo deve ter no máximo 5MB'],
    ['nota.pdf', locked, /senha|protegid/i],
    ['nota.pdf', Buffer.from(broken.bytes), /danificad|abrir|ler/i],
  ] as const) {
    await choose.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await expect(page.getByText(sentence).first()).toBeVisible();
  }
  const { file } = await receiptFile('code', 812);
  await choose.setInputFiles(file);
  await page.getByRole('button', { name: 'ler cupom' }).click();
  await openFields(page);
  for (const [label, value, sentence] of [
    ['Valor Total', '9,99', 'Valor mínimo de R$ 10,00'],
    ['Data da compra', '01/01/2020', 'Data não pode ser anterior à data de início da campanha'],
    ['Data da compra', '01/01/2099', 'Data não pode ser posterior à data de hoje'],
    ['CNPJ', '11.222.333/0001-82', 'CNPJ Inválido'],
    ['Código da Nota', '', 'Campo obrigatório'],
  ] as const) {
    await page.getByLabel(label).fill(value);
    await page.getByLabel(label).blur();
    await expect(page.getByText(sentence).first()).toBeVisible();
  }
  const [empty, wrong] = ['Campo obrigatório', 'CNPJ Inválido'].map((sentence) =>
    page
      .getByText(sentence)
      .first()
      .evaluate((error) => getComputedStyle(error).color),
  );
  expect(await empty, 'calmer than what is wrong').not.toBe(await wrong);
  await page.getByRole('button', { name: 'limpar' }).click();
  await expect(page.getByLabel('Escolher arquivo')).toBeAttached();
  await expect(page.getByLabel('Código da Nota')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a receipt sent a second time leads to the first, and to another receipt', async ({
  page,
  site,
}) => {
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
    await expect(page.getByText('Nota já cadastrada')).toHaveText(
      'O campo "Código da Nota" Nota já cadastrada',
    );
    await expect(refusal.getByRole('link')).toHaveText('Ver a Nota 1');
    await expect(page.locator('.receipt-wrong > img')).toHaveAttribute('src', /repete/);
    await expect(code).toBeHidden();
    await page.getByRole('button', { name: 'Corrigir os dados' }).click();
    await expect(code).toBeFocused();
    const whole = await code.evaluate((box) => box.scrollHeight <= box.clientHeight);
    expect(whole, 'the whole key is seen').toBe(true);
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expect(code).toHaveAccessibleDescription(/Nota já cadastrada/);
    await expect(page.getByLabel('Valor Total')).toHaveValue(/61,70/);
    await expectNoFault(page);
  });

  await test.step('another receipt takes its place', async () => {
    await refusal.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Nota 1' })).toBeVisible();
    await page.goto('/nova-nota');
    const valueBefore = await code.inputValue();
    await expect(page.getByRole('radio', { name: 'Não' })).toBeChecked();
    const other = await receiptFile('code', 813);
    await expect(page.getByText(file.name).first()).toBeVisible();
    await page.getByLabel('Trocar arquivo').setInputFiles(other.file);
    await page.getByRole('button', { name: 'ler cupom' }).click();
    await openFields(page);
    expect((await code.inputValue()).replaceAll(' ', '')).toBe(other.key);
    expect(await code.inputValue()).not.toBe(valueBefore);
    await expect(page.getByLabel('Valor Total')).not.toHaveValue(/61,70/);
    await expect(page.getByRole('radio', { name: 'Não' })).not.toBeChecked();
    await page.getByLabel('Valor Total').fill('31,20');
    await page.getByRole('radio', { name: 'Não' }).check();
    await page.getByRole('button', { name: 'salvar' }).click();
    await expect(page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' })).toBeVisible();
  });
});
