import { expect, test } from './fixtures.ts';
import { expectNoFault, sidewaysScroll } from './page-checks.ts';

test.use({ siteName: 'everything' });

test('a basket shows what its receipt earns in every window, and survives a reload', async ({
  page,
}) => {
  const sum = page.getByRole('link', { name: /^Nota de R\$/ });
  const result = page.getByRole('region', { name: 'O que sua nota rende' });
  await test.step('the page begins with an example', async () => {
    await page.goto('/faq');
    await page.getByRole('link', { name: 'Abrir o simulador' }).click();
    await expect(sum, 'nothing covers the shelf before something is chosen').toHaveCount(0);
    await expect(result).toContainText('Usar este exemplo');
  });

  const answer = result.getByRole('heading', { level: 2 });
  await test.step('the list of products is short until opened', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(answer, 'few products, so that the answer begins in view').toBeInViewport();
    const last = page.getByRole('button', { name: 'Mais um: Escova Cerdas Macias, 2 unidades' });
    await expect(last).toBeHidden();
    await page.getByRole('button', { name: 'Ver os 9 produtos' }).click();
    await expect(last).toBeVisible();
    const fewer = page.getByRole('button', { name: 'Ver menos produtos' });
    await last.click();
    await fewer.click();
    await expect(last, 'what is chosen stays').toBeVisible();
    const less = page.getByRole('button', { name: 'Menos um: Escova Cerdas Macias, 2 unidades' });
    await less.click();
    await expect(less, 'it keeps its place, and the focus').toBeFocused();
  });

  const price = page.getByLabel('Preço por item');
  await test.step('a product needs a price', async () => {
    await page.getByRole('button', { name: 'Mais um: Creme dental Menta Fresca, 90 g' }).click();
    const question = page.getByRole('link', { name: 'Diga o preço e veja o que a nota rende' });
    await expect(question, 'what comes next is in view from the first choice').toBeInViewport();
    await question.click();
    await expect(price).toBeFocused();
    await price.fill('7,5');
    await price.blur();
    await expect(question).toHaveCount(0);
  });

  await test.step('the basket is filled', async () => {
    await page.getByRole('button', { name: 'Mais um: Creme dental Menta Fresca, 90 g' }).click();
    await page.getByRole('button', { name: 'Mais um: Creme dental Carvão Ativado, 90 g' }).click();
    await price.first().fill('12,90');
    await expect(result).toContainText('11 números da sorte');
    await expect(page.getByRole('main').getByRole('link', { name: 'Cadastre-se' })).toHaveCount(1);
  });

  await test.step('basket and result fit every window', async () => {
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
    expect(await result.boundingBox(), 'as tall as the shelf beside it').toMatchObject({
      y,
      height,
    });
    await page.setViewportSize({ width: 320, height: 700 });
  });

  await test.step('the line with the sum leads to the result', async () => {
    // What it comes to is in view, and leads to the answer.
    await page.evaluate(() => scrollTo(0, 0));
    await expect(sum).toHaveAccessibleName(
      /^Nota de R\$\s27,90 rende 11 números da sorte e mais 3 ganhos$/,
    );
    await price.first().focus();
    await expect(sum, 'it gives way to a price that is being typed').not.toBeInViewport();
    await price.first().blur();
    await expect(sum).toBeInViewport({ ratio: 1 });
    await sum.click();
    await expect(answer).toBeInViewport({ ratio: 1 });
  });

  await test.step('the basket survives a reload', async () => {
    await page.reload();
    await expect(result).toContainText('Total R$ 27,90');
  });
});
