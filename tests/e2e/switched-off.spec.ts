import { expect, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';

test.use({ siteName: 'shut' });

test('sign-up and sign-in that are switched off are hidden, and their addresses say why', async ({
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

  // A framed page has its own dialogs.
  await page.goto('/quadro/notas');
  await page.getByRole('link', { name: 'Fale conosco' }).click();
  await expect(page.getByRole('dialog', { name: 'Fale conosco' })).toBeVisible();
});
