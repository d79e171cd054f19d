import type { Page } from '@playwright/test';
import { sendApprovedTo } from '../support/site-actions.ts';
import { expect, pressByKeyboard, test } from './fixtures.ts';
import { enlargeText, expectNoFaultAtAnyWidth, sidewaysScroll } from './page-checks.ts';
import { footerOf, newCollector, openPrizes } from './prize-page.ts';

test.use({ siteName: 'everything' });

const done = 'Resgate realizado com sucesso!';

test('a user without a balance reads how to begin, redeems points by the rule of multiples, and finds the order', async ({
  page,
  site,
}) => {
  const collector = await newCollector(site, 0);
  await openPrizes(page, collector);
  const more = (prize: string) => page.getByRole('button', { name: `Mais um: ${prize}` });
  const footer = footerOf(page);
  const redeem = footer.getByRole('button', { name: 'Resgatar' });
  const points = footer.getByRole('definition');
  await test.step('without a balance nothing can be selected', async () => {
    await expect(footer.getByRole('term')).toHaveText(['Disponível']);
    await expect(footer.getByText('Saldo insuficiente')).toBeVisible();
    const send = page.getByRole('link', { name: 'Enviar nota e juntar pontos' });
    await expect(send).toHaveAttribute('href', '/nova-nota');
    await expect(page.locator('.page-head img[src*="mascote-acena"]'), 'no cheer').toBeVisible();
    await page.setViewportSize({ width: 320, height: 640 });
    await enlargeText(page);
    await expect(send).toBeVisible();
    expect(await sidewaysScroll(page), 'text at 200 %').toBeLessThanOrEqual(0);
    await expect(page.getByRole('button', { name: /^Mais um/, disabled: true })).toHaveCount(4);
    await expect(page.getByText(/^Faltam? \d pontos?$/)).toHaveText([
      'Faltam 2 pontos',
      'Faltam 2 pontos',
      'Faltam 3 pontos',
    ]);
    await page.goto('/meus-resgates');
    await expect(page.getByText('Você ainda não fez nenhum resgate.')).toBeVisible();
    await expect(page.getByText('R$ 5,00 = 1 ponto')).toBeVisible();
    await expectNoFaultAtAnyWidth(page);
    await sendApprovedTo(site, collector, { totalAmount: 50 });
    await page.getByRole('link', { name: 'Ver as cestas' }).click();
    await expect(page).toHaveURL(/\/resgatar$/);
  });

  await test.step('the catalogue shows prizes by price', async () => {
    await expect(page.getByRole('heading', { name: 'Resgate suas cestas' })).toBeVisible();
    await expect(page.getByText('Selecione os itens desejados')).toBeVisible();
    await expect(page.getByText('R$ 5,00 = 1 ponto', { exact: true })).toBeVisible();
    await expect(page.getByRole('listitem').getByRole('heading', { level: 2 })).toHaveText([
      'Kit Escova',
      'Kit Viagem',
      'Cesta Sorriso',
      'Cesta Família',
    ]);
    await expect(redeem).toHaveAccessibleDescription('Selecione ao menos um item');
    await expect(more('Kit Viagem')).toBeDisabled();
  });

  await test.step('the rule of multiples blocks the button', async () => {
    const kit = page.getByRole('listitem').filter({ hasText: 'Kit Escova' }).first();
    await expect(kit).toContainText('Kits: só de 2 em 2');
    await expect(kit, 'the price of one alone').not.toContainText('2 pontos');
    await more('Kit Escova').click();
    await expect(kit).toContainText('Kits: só de 2 em 2 Falta mais 1');
    const banner = 'Você só pode resgatar quantidades de Kits que sejam múltiplas de 2';
    await expect(redeem).toBeDisabled();
    await expect(redeem).toHaveAccessibleDescription(banner);
    await more('Kit Escova').click();
    await expect(kit).not.toContainText('Falta mais');
    await more('Cesta Sorriso').click();
    await expect(points).toHaveText(['4 pontos', '6 pontos']);
    await expect(page.getByText('Saldo: 10 pontos'), 'the head keeps the balance').toBeVisible();
  });

  const redeemed = page.getByRole('dialog', { name: done });
  await test.step('the order is confirmed in a dialog', async () => {
    await redeem.click();
    await expect(redeemed.getByRole('listitem')).toHaveText(['2 Kit Escova', '1 Cesta Sorriso']);
    await expect(redeemed).toContainText('entregues em até 30 dias');
    await expectNoFaultAtAnyWidth(page);
  });

  await test.step('the page continues without the dialog', async () => {
    const scrolled = await page.evaluate(() => scrollY);
    await redeemed.getByRole('button', { name: 'Fechar' }).click();
    await expect(redeemed).toHaveCount(0);
    await expect(page.getByText(done), 'the dialog has said it').toHaveCount(0);
    const following = footer.getByRole('link', { name: 'Meus Resgates' });
    await expect(following).toBeFocused();
    expect(await page.evaluate(() => scrollY), 'the page stays where it was').toBe(scrolled);
    await expect(footer.getByText('Pedido feito')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    expect((await footer.boundingBox())?.height, 'low on a phone').toBeLessThan(100);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(footer.getByText('entregues em até 30 dias')).toBeVisible();
    await expect(page.getByText('Parabéns pela troca!')).toBeVisible();
    await expect(page.getByText('Selecione os itens desejados')).toBeVisible();
    await expect(footer.getByRole('listitem')).toContainText([
      '2 × Kit Escova',
      '1 × Cesta Sorriso',
    ]);
    await expect(redeem).toHaveCount(0);
    await expect(footer.locator('.redeemed-stage img'), 'what is on its way').toHaveCount(2);
    await expect(points, 'nothing is selected, and nothing says so').toHaveText(['6 pontos']);
    await more('Cesta Sorriso').click();
    await expect(redeem).toBeEnabled();
    await page.getByRole('button', { name: 'Menos um: Cesta Sorriso' }).click();
  });

  const order = page.getByRole('main').getByRole('group');
  await test.step('the order is listed with its items', async () => {
    await page.goto('/meus-resgates');
    await expect(page.getByRole('heading', { name: 'Meus Resgates' })).toBeVisible();
    await expect(page.getByText('Você tem 6 pontos')).toBeVisible();
    await expect(order).toContainText(/# Pedido\s*\d+\s*Data\s*\d\d\/\d\d\/\d{4} \d\d:\d\d/);
    await expect(order).toContainText('4 pontos');
    const name = order.getByText('1 × Cesta Sorriso, 2 × Kit Escova');
    await expect(name, 'the only order is open, and lists its items').toBeHidden();
    await order.getByText('# Pedido').click();
    await expect(name).toBeVisible();
    await order.getByText('# Pedido').click();
    await expect(order.getByText('# Pedido'), 'an open order keeps its labels').toBeVisible();
    const items = order.getByRole('listitem');
    await expect(items).toHaveText([
      /Cesta Sorriso\s*Quantidade: 1\s*2 pontos/,
      /Kit Escova\s*Quantidade: 2\s*2 pontos/,
    ]);
    await expect(items.first().locator('img')).toHaveAttribute(
      'src',
      /^\/premios\/cesta-sorriso\.svg\?v=\w{8}$/,
    );
    await expectNoFaultAtAnyWidth(page);
  });

  await test.step('the stages fit a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const placeOf = async (fact: string) =>
      (await order.getByText(fact).boundingBox()) ?? { x: 0, y: 0 };
    const { y } = await placeOf('# Pedido');
    expect([(await placeOf('Data')).y, (await placeOf('Total')).y], 'facts share a line').toEqual([
      y,
      y,
    ]);
    await page.setViewportSize({ width: 320, height: 640 });
    const linesOfStages = await order.locator('.step-line > *').evaluateAll((stages) =>
      stages.map((stage) => {
        const text = document.createRange();
        text.selectNodeContents(stage.lastChild ?? stage);
        return text.getClientRects().length;
      }),
    );
    expect(linesOfStages, 'no word breaks').toEqual([1, 1, 1, 1]);
    await enlargeText(page);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  });
});

test('the checkout bar hides neither the focus nor, in a small window or under large text, anything else', async ({
  page,
  site,
}) => {
  await openPrizes(page, await newCollector(site, 10));
  await page.getByRole('button', { name: 'Mais um: Kit Escova' }).click();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => scrollTo(0, 0));
  const footer = footerOf(page);
  // The cookie banner does not hold it back.
  await expect(page.getByRole('button', { name: 'Aceitar' })).toBeVisible();
  await expect(footer).toBeInViewport({ ratio: 1 });
  const top = async () => (await footer.boundingBox())?.y ?? 0;
  await page.getByRole('heading', { level: 1 }).click();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      () => document.activeElement?.getBoundingClientRect().bottom ?? 0,
    );
    expect(focused).toBeLessThan(await top());
  }
  await expectNoFaultAtAnyWidth(page);

  const grid = page.getByRole('list').filter({ hasText: 'Cesta Sorriso' });
  const below = async () => {
    await page.evaluate(() => scrollTo(0, 0));
    const { y = 0, height = 0 } = (await grid.boundingBox()) ?? {};
    expect(await top()).toBeGreaterThanOrEqual(y + height);
  };
  await page.setViewportSize({ width: 740, height: 360 });
  await below();
  await page.setViewportSize({ width: 360, height: 740 });
  await enlargeText(page);
  await below();
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
});

test('a user without an address types it by keyboard, the redemption follows, and in the end all prizes are gone', async ({
  page,
  site,
}) => {
  const collector = await newCollector(site, 4);
  await page.route('**/api/consumer/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), address: null } });
  });
  await openPrizes(page, collector);
  const dialog = page.getByRole('dialog', { name: 'Endereço de entrega' });
  await test.step('a dialog that is closed redeems nothing, and keeps what was typed', async () => {
    await page.route('**/json', (route) => route.abort());
    await pressByKeyboard(page, 'Mais um: Cesta Sorriso');
    await pressByKeyboard(page, 'Resgatar');
    await expect(dialog.getByLabel('CEP')).toBeFocused();
    await page.keyboard.type('50030230');
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await expect(footerOf(page).getByRole('definition')).toHaveText(['2 pontos', '2 pontos']);
    await expect(page.getByText(done)).toHaveCount(0);
    await pressByKeyboard(page, 'Resgatar');
    await expect(dialog.getByLabel('CEP')).toHaveValue('50030-230');
    await expect(dialog.getByLabel('Cidade'), 'no service has answered').toBeEditable();
  });

  await test.step('a postal code fills in the rest', async () => {
    await page.unroute('**/json');
    await answerPostalCodes(page, {
      logradouro: 'Rua XV de Novembro',
      bairro: 'Centro',
      localidade: 'Curitiba',
      uf: 'PR',
    });
    await expect(dialog.getByLabel('Rua')).toBeVisible();
    await dialog.getByLabel('CEP').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('80010000');
    await expect(dialog.getByText('Rua XV de Novembro')).toBeVisible();
    await expect(dialog.getByText('Curitiba - PR')).toBeVisible();
    await expect(dialog.getByLabel('Rua')).toBeHidden();
    await expect(dialog.getByLabel('Bairro')).toHaveValue('Centro');
    await expect(dialog.getByLabel('Bairro')).not.toBeEditable();
    await expectNoFaultAtAnyWidth(page);
  });

  await test.step('the redemption follows', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.type('100');
    await page.keyboard.press('Enter');
    const redeemed = page.getByRole('dialog', { name: done });
    await expect(redeemed).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(redeemed).toBeHidden();
    await expect(footerOf(page).getByRole('link', { name: 'Meus Resgates' })).toBeFocused();
    const { document } = collector.person;
    expect(await site.operator('redemptions', 'list', '--cpf', document)).toHaveLength(1);
  });

  await test.step('all prizes are gone', async () => {
    await page.route('**/prize', async (route) => {
      const response = await route.fetch();
      const prizes: object[] = await response.json();
      await route.fulfill({ response, json: prizes.map((prize) => ({ ...prize, quantity: 0 })) });
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Prêmios esgotados!' })).toBeVisible();
    await expect(
      page.getByText('Os prêmios resgatados serão entregues em até 30 dias.'),
    ).toBeVisible();
    await expect(
      page.getByText('Seu saldo de 2 pontos continua na sua conta. Se um prêmio voltar ao estoque'),
    ).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveText(['Ver meus resgates']);
    await expect(
      page.getByRole('main').getByRole('button'),
      'nothing to press in vain',
    ).toHaveCount(0);
    await expect(page.getByText('Selecione os itens desejados')).toHaveCount(0);
    await expectNoFaultAtAnyWidth(page);
  });
});

/** What the postal service, the public one or the gateway's own, says to any postal code. */
async function answerPostalCodes(page: Page, answer: Record<string, unknown>): Promise<void> {
  await page.route('**/json', (route) => route.fulfill({ json: answer }));
}
