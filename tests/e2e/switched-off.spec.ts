import { expect, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';

test.use({ siteName: 'shut' });
// A second worker's gateway would cost more than it saves.
test.describe.configure({ mode: 'default' });

test('sign-up and sign-in that are switched off are not shown, and their addresses say why', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByText('Cadastros encerrados.')).toBeVisible();
  for (const name of ['ENTRAR', 'CADASTRE-SE', 'Quero participar', 'CADASTRAR']) {
    await expect(page.getByRole('link', { name, includeHidden: true }), name).toHaveCount(0);
  }
  for (const [address, name] of [
    ['#cadastro', 'Cadastros encerrados'],
    ['#entrar', 'Login indisponível'],
    ['#cadastrar', 'Cadastros encerrados'],
    ['#esqueci-senha', 'Login indisponível'],
  ] as const) {
    await page.evaluate((hash) => location.assign(hash), address);
    await expect(page.getByRole('dialog', { name }), address).toBeVisible();
  }
  await expectNoFault(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Fale conosco' }).click();
  await expect(page.getByRole('dialog', { name: 'Fale conosco' })).toBeVisible();

  await page.goto('/cadastro');
  await expect(page).toHaveURL(/\/#cadastro$/);
  await expect(page.getByRole('dialog', { name: 'Cadastros encerrados' })).toBeVisible();
});

test('framed pages say what is switched off in the place of the form', async ({ page }) => {
  for (const [path, text] of [
    ['/quadro/cadastro', 'Esta promoção não recebe novos cadastros.'],
    ['/quadro/entrar', 'No momento não é possível entrar na sua conta por aqui.'],
    ['/quadro/notas', 'No momento não é possível entrar na sua conta por aqui.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text), path).toBeVisible();
    await expect(page.getByRole('textbox'), path).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Fale conosco' }).click();
  await expect(page.getByRole('dialog', { name: 'Fale conosco' })).toBeVisible();
});
