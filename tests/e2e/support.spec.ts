import AxeBuilder from '@axe-core/playwright';
import { addressInMail, expect, test } from './fixtures.ts';

test('the link of the mail opens the conversation, which goes on there', async ({ page, site }) => {
  const email = `joana.${Date.now()}@exemplo.com.br`;
  await page.goto('/#fale-conosco');
  const dialog = page.getByRole('dialog', { name: 'Fale conosco' });
  await dialog.getByLabel('Nome').fill('Joana Souza');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Assunto').selectOption('Cadastro');
  await dialog.getByLabel('Descrição').fill('Mudei de telefone.');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog.getByText('Solicitação enviada com sucesso')).toBeVisible();

  await page.goto(await addressInMail(site, email, /\/atendimento\/[\w-]+/));
  await page.getByLabel('E-mail').fill('outra@exemplo.com.br');
  await page.getByRole('button', { name: 'Buscar conversa' }).click();
  const missing = page.getByRole('dialog', { name: 'Atendimento não encontrado' });
  await missing.getByRole('button', { name: 'Fechar', exact: true }).last().click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Buscar conversa' }).click();
  await expect(page.getByText('Mudei de telefone.')).toBeVisible();

  const box = page.getByLabel('Mensagem');
  await box.fill('O novo é da Claro.');
  const short = (await box.boundingBox())?.height ?? 0;
  await box.fill('O novo é da Claro. '.repeat(8));
  expect((await box.boundingBox())?.height).toBeGreaterThan(short);
  await box.fill('O novo é da Claro.');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'O novo é da Claro.' })).toBeVisible();
  await expect(box).toHaveValue('');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
