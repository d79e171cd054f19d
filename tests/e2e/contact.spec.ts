import AxeBuilder from '@axe-core/playwright';
import { expect, signUp, test } from './fixtures.ts';

test('anybody writes to support from the footer, and Outros asks for a title', async ({ page }) => {
  await page.goto('/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Fale conosco' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fale conosco' });
  await dialog.getByLabel('Nome').fill('Joana Souza');
  await dialog.getByLabel('E-mail').fill('joana@exemplo.com.br');
  await dialog.getByLabel('Assunto').selectOption('Outros');
  await dialog.getByLabel('Descrição').fill('Vocês chegam a Santa Catarina?');
  await expect(dialog.getByRole('button', { name: 'Enviar' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await dialog.getByLabel('Título').fill('Onde participar');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog.getByText('Solicitação enviada com sucesso')).toBeVisible();
});

test('whoever is signed in finds name and e-mail filled in', async ({ page }) => {
  const person = await signUp(page);
  await page.goto('/#fale-conosco');
  const dialog = page.getByRole('dialog', { name: 'Fale conosco' });
  await expect(dialog.getByLabel('Nome')).toHaveValue(person.name);
  await expect(dialog.getByLabel('E-mail')).toHaveValue(person.email);
});
