import { expect, test } from './fixtures.ts';
import { expectNoFault, sidewaysScroll } from './page-checks.ts';

test.use({ siteName: 'everything' });

test('a basket shows what its receipt earns and why, and survives a reload', async ({ page }) => {
  await page.goto('/faq');
  await page.getByRole('link', { name: 'Abra o simulador' }).click();
  const sum = page.getByRole('link', { name: /^Sua nota de R\$/ });
  await expect(sum, 'nothing covers the shelf before something is chosen').toHaveCount(0);
  const result = page.getByRole('status').filter({ hasText: 'O que sua nota ganha' });
  await expect(result).toContainText('Escolha os produtos');
  await expect(result, 'an example, until something is chosen').toContainText(
    /Exemplo1 × Creme dental Carvão Ativado, 90 g.*11 números da sorte.*Usar este exemplo/,
  );
  // On a phone the result is below the products, so the example's result is shown above them too.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(
    page.getByText('Uma nota de R$ 12,90 ganha 11 números da sorte, 1 chance na hora'),
  ).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Ver um exemplo' }).first().click();
  await expect(result).toContainText('1 × Creme dental Carvão Ativado, 90 g');
  await expect(result).toContainText('11 números da sorte');
  await expect(result).not.toContainText('xemplo');
  await expect(page.getByText('Uma nota de R$ 12,90 ganha')).toHaveCount(0);
  await page.getByRole('button', { name: 'Menos um: Creme dental Carvão Ativado, 90 g' }).click();
  await expect(result).toContainText('Escolha os produtos');
  await page.getByRole('button', { name: 'Mais um: Creme dental Menta Fresca, 90 g' }).click();
  const price = page.getByLabel('Preço de cada, em reais');
  const asked = page.getByRole('link', { name: 'Diga o preço e veja o que a nota ganha' });
  await expect(asked, 'what comes next is in view from the first choice').toBeInViewport();
  await asked.click();
  await expect(price).toBeFocused();
  await expect(result).toContainText('Agora diga o preço do que você escolheu.');
  await price.fill('7,5,0');
  await price.blur();
  await expect(page.getByText('Valor inválido')).toBeVisible();
  await price.fill('7,5');
  await price.blur();
  await expect(result).toContainText('Faltam R$ 2,50 para a nota participar');
  await expect(asked).toHaveCount(0);
  await page.getByRole('button', { name: 'Mais um: Creme dental Menta Fresca, 90 g' }).click();
  await expect(result).toContainText('1 número da sorte');
  await expect(result).toContainText('Com o produto em destaque seriam mais 10.');
  await page.getByRole('button', { name: 'Mais um: Creme dental Carvão Ativado, 90 g' }).click();
  await price.first().fill('12,90');
  await expect(result).toContainText('11 números da sorte');
  await expect(result).toContainText('R$ 2,79');
  await expect(result).toContainText('5 pontos');
  await expect(result.getByRole('link')).toHaveText(['Quero participar']);
  // The line over the shelf covers half of whatever is scrolled under it.
  await result.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
  await expectNoFault(page);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  const shelf = page.getByRole('list').filter({ has: price.first() });
  expect((await shelf.boundingBox())?.height).toBeLessThan(1_500);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.evaluate(() => scrollTo(0, 0));
  const { y, height } = (await shelf.boundingBox()) ?? {};
  expect(await result.boundingBox(), 'as tall as the shelf beside it').toMatchObject({ y, height });
  await page.setViewportSize({ width: 320, height: 700 });
  // The answer is a long way below: what it comes to is in view, and leads there.
  await page.evaluate(() => scrollTo(0, 0));
  await expect(sum).toHaveAccessibleName(
    /^Sua nota de R\$\s27,90 ganha 11 números da sorte, 1 chance na hora, R\$\s2,79 de volta e 5 pontos$/,
  );
  await price.first().focus();
  await expect(sum, 'it gives way to a price that is being typed').not.toBeInViewport();
  await price.first().blur();
  await expect(sum).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: 'Quero participar' })).toHaveCount(2);
  await sum.click();
  await expect(result.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(result).toContainText('Total R$ 27,90');
});
