import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { acceleratedProducts, smallPicture } from '../support/receipt-body.ts';
import { sendReceiptTo } from '../support/site-actions.ts';
import { expect, receiptFile, signInAsNew, test } from './fixtures.ts';
import { enlargeText, expectNoFaultAtAnyWidth } from './page-checks.ts';

test.use({ siteName: 'everything' });

test('the page shows a card for each receipt, one, two or three in a row', async ({
  page,
  site,
}) => {
  const ana = await signInAsNew(page, site);
  await test.step('without receipts the page shows how to begin', async () => {
    await page.goto('/minhas-notas');
    await expect(
      page.getByText('Você não possui nenhuma nota cadastrada ainda, cadastre agora mesmo!'),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'cadastre agora mesmo!' })).toHaveAttribute(
      'href',
      '/nova-nota',
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    const lastStep = page.getByRole('listitem').filter({ hasText: 'Veja o que ela rendeu' });
    await expect(lastStep, 'how it goes is seen at once').toBeInViewport({ ratio: 1 });
    const more = page.getByRole('link', { name: 'Dicas para um sorriso saudável' });
    await expect(more).toHaveAttribute('href', 'https://brisal.example/dicas');
    await expect(more).toHaveAttribute('target', '_blank');
  });

  await test.step('cards fill rows of one, two or three', async () => {
    const another = page.getByRole('region', { name: 'Outra nota' });
    for (const [count, wide] of [1, 2, 3, 3].entries()) {
      await sendReceiptTo(site, ana, { totalAmount: 20 + count });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.reload();
      await expect(card(page, count + 1)).toBeVisible();
      if (count === 0) {
        const tops = [card(page, 1), another].map(async (part) => (await part.boundingBox())?.y);
        expect(
          new Set(await Promise.all(tops)).size,
          'the only one stands beside the next chance',
        ).toBe(1);
      }
      // Three stand as four do.
      if (count === 2) continue;
      for (const [width, columns] of [
        [1280, wide],
        [660, wide],
        [650, 1],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        expect(await cardsInFirstRow(page), `${count + 1} at ${width}`).toBe(columns);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const [first, prize, next] = await Promise.all(
      [card(page, 4), card(page, 1), another].map((part) => part.boundingBox()),
    );
    expect(prize?.width, 'a prize in the last row is as wide as two').toBeGreaterThan(
      2 * (first?.width ?? 0),
    );
    expect(next?.y, 'and the next chance fills that row').toBe(prize?.y);
  });

  await test.step('the newest is first', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const names = await page.getByRole('article').getByRole('heading').allTextContents();
    expect(names).toEqual(['Nota 4', 'Nota 3', 'Nota 2', 'Nota 1']);
  });

  await test.step('cards of a row end on one line', async () => {
    const heights = [2, 3, 4].map(
      async (number) => (await card(page, number).boundingBox())?.height,
    );
    expect(new Set(await Promise.all(heights)).size, 'papers in a row end on one line').toBe(1);
    const totals = [2, 3, 4].map(
      async (number) =>
        (
          await card(page, number)
            .getByText(/^Total/)
            .boundingBox()
        )?.y,
    );
    expect(new Set(await Promise.all(totals)).size, 'and so do their totals').toBe(1);
  });

  const sum = page.getByRole('region', { name: 'Resumo das suas notas' });
  await test.step('the sum opens all lucky numbers', async () => {
    await page.setViewportSize({ width: 650, height: 800 });
    await expect(sum.getByText('números da sorte', { exact: true })).toBeVisible();
    await sum.getByRole('button', { name: 'Ver todos os números da sorte' }).click();
    const wall = page.getByRole('dialog', { name: 'Números da sorte' });
    await expect(wall.getByRole('listitem').first()).toBeVisible();
    const tops = await wall
      .locator('.dialog-close, .wall-head, .tickets, .share-buttons')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    expect(tops, 'what was opened from the sum stands in its own order').toEqual(
      tops.toSorted((a, b) => a - b),
    );
    await page.keyboard.press('Escape');
  });

  await test.step('a card shows the receipt’s details', async () => {
    await expect(sum.getByText('notas em conferência')).toBeVisible();
    await expect(card(page, 1).getByText('Cartão-presente de R$ 100')).toBeVisible();
    const key = card(page, 1).getByText(/^\d{4}( \d{4}){10}$/);
    await expect(key).toBeHidden();
    await card(page, 1).getByText('Código da nota').click();
    await expect(key).toBeVisible();
    await expect(card(page, 1)).toContainText('R$ 20,00');
    await expect(card(page, 4)).toContainText('R$ 23,00');
    await expect(card(page, 3)).toContainText(
      /4 pontos1 número da sorte\d\.\d{5}Falta só conferirmos a nota\. Sorteio em/,
    );
    await expect(card(page, 4)).toContainText(/Envio\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
  });
});

test('before its scripts have loaded the page requests the receipts once, and keeps a press for later', async ({
  page,
  site,
}) => {
  const ana = await signInAsNew(page, site);
  await sendReceiptTo(site, ana);
  const methods: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/coupon')) methods.push(request.method());
  });
  const { promise: measured, resolve: measure } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  page.on('response', (response) => {
    if (response.url().endsWith('/coupon')) answer();
  });
  await page.route('**/_astro/*.js', async (route) => {
    await Promise.all([answered, measured]);
    await route.continue();
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/minhas-notas', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Números da sorte' }).dblclick();
  // A phone has no room for that button.
  await page.setViewportSize({ width: 390, height: 844 });
  const placesAbove = () =>
    Promise.all(
      [
        page.getByRole('heading', { name: 'Minhas notas' }),
        page.getByRole('link', { name: 'Nova nota' }),
      ].map(async (part) => (await part.boundingBox())?.y),
    );
  const before = await placesAbove();
  measure();
  await test.step('a double press opens one dialog', async () => {
    const numbers = page.getByRole('dialog', { name: 'Números da sorte' });
    await expect(numbers).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(numbers).toHaveCount(0);
  });
  await test.step('the receipts were requested once, and nothing above them moves', async () => {
    await expect(card(page, 1)).toBeVisible();
    expect(methods).toEqual(['GET']);
    expect(await placesAbove()).toEqual(before);
  });
});

test('the result shows a block for each engine, before and after moderation', async ({
  page,
  site,
}) => {
  const ana = await signInAsNew(page, site);
  const id = await sendReceiptTo(site, ana, {
    totalAmount: 500,
    products: acceleratedProducts(500),
  });
  await sendReceiptTo(site, ana, { totalAmount: 100 });
  const other = await sendReceiptTo(site, ana, { totalAmount: 100 });
  await site.operator('receipts', 'move', other, 'REJECTED', '--reason', 'Nota de outra loja');
  await page.goto('/minhas-notas');
  const sum = page.getByRole('button', { name: 'Ver todos os números da sorte' });
  const wall = page.getByRole('dialog', { name: 'Números da sorte' });
  await test.step('the result opens by keyboard, and its numbers by a press', async () => {
    const button = card(page, 1).getByRole('button', { name: 'Resultado' });
    await button.press('Enter');
    const before = page.getByRole('dialog', { name: 'Resultado' });
    await expect(before.getByText('11 números da sorte')).toBeVisible();
    await before.getByRole('button', { name: 'Ver os 11' }).click();
    await expect(before.getByText('Abra um número para conferi-lo (em outra aba).')).toBeVisible();
    await expect(before.getByText('Provável ganhador de')).toBeVisible();
    await expect(before.getByText('Aguardando moderação')).toHaveCount(4);
    await page.keyboard.press('Escape');
    await expect(button, 'back at the same place').toBeFocused();
  });

  await test.step('the sum opens all numbers by keyboard, with the day of the draw', async () => {
    await sum.press('Enter');
    await expect(wall).toContainText(/\d\.\d{5}/);
    await expect(wall).toContainText(/Sorteio em\s\d{2}\/\d{2}\/\d{4}/);
    await expect(wall.getByRole('link', { name: 'Mandar no WhatsApp' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sum).toBeFocused();
  });

  await test.step('a limit that was reached is explained', async () => {
    const limited = await openResult(page, 2);
    await expect(
      limited.getByText(
        'Você não receberá mais cashback, pois você já atigiu a quantidade máxima.',
      ),
    ).toBeVisible();
    await expect(limited.getByText('1 número da sorte').last()).toBeVisible();
    await expect(limited.getByText('20 pontos')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the approved receipt has everything', async () => {
    await site.operator('receipts', 'move', id, 'APPROVED');
    const after = await openResult(page, 1);
    await expect(after.getByText('Processando')).toBeVisible();
    await expect(after.getByText('Parabéns, você ganhou')).toBeVisible();
    await expect(after.getByText('Cartão-presente de R$ 100')).toBeVisible();
    await expect(after.getByText('R$ 50,00')).toBeVisible();
    await expect(after.getByText('100 pontos')).toBeVisible();
    await expect(after.getByText('Concluído')).toHaveCount(4);
    await expectNoFaultAtAnyWidth(page);
    await page.keyboard.press('Escape');
    await sum.click();
    await expect(wall.getByText('Principais'), 'apart from the extra ones').toBeVisible();
    await expectNoFaultAtAnyWidth(page);
    await page.keyboard.press('Escape');
  });

  await test.step('a rejected receipt has nothing, says why, and leads to support', async () => {
    const rejected = await openResult(page, 3);
    await expect(rejected.getByText('Nota de outra loja')).toBeVisible();
    await expect(rejected.getByText('Número anulado', { exact: true })).toBeVisible();
    await expect(rejected.getByText('Cancelado')).toHaveCount(4);
    await expect(rejected.getByText('Não foi dessa vez :-(')).toBeVisible();
    await expectNoFaultAtAnyWidth(page);
    await rejected.getByRole('link', { name: 'fale conosco' }).click();
    const contact = page.getByRole('dialog', { name: 'Fale conosco' });
    await expect(contact.getByLabel('Nome')).toHaveValue(ana.person.name);
  });
});

test('a user replaces the picture of a receipt when a new one is requested, and sees each file that was sent', async ({
  page,
  site,
}) => {
  const ana = await signInAsNew(page, site);
  const id = await sendReceiptTo(site, ana);
  await site.operator('receipts', 'move', id, 'requested_new_image');
  await page.goto('/minhas-notas');
  const receipt = card(page, 1);
  await expect(receipt.getByText('Em moderação')).toBeVisible();
  await expect(receipt.getByText('Falta uma foto')).toBeVisible();
  await expect(receipt.getByText('Precisamos de outra foto desta nota.')).toBeVisible();
  const other = page.getByRole('link', { name: 'Nova nota' });
  await expect(other, 'no other receipt is offered beside it').toHaveCount(0);
  const input = receipt.getByLabel('Enviar nova nota');
  const pdf = { name: 'nota.pdf', mimeType: 'application/pdf' };
  await input.setInputFiles({
    ...pdf,
    buffer: await readFile('tests/fixtures/receipts/pdf-text.pdf'),
  });
  await expect(receipt.getByRole('alert')).toHaveText('Formato de arquivo inválido');
  await expectNoFaultAtAnyWidth(page);

  const picture = Buffer.from(await smallPicture('jpeg', { width: 300, height: 500 }), 'base64');
  await input.setInputFiles({ name: 'nota.jpg', mimeType: 'image/jpeg', buffer: picture });
  await expect(receipt.getByText('Recebemos a nova foto e vamos conferir a nota.')).toBeVisible();
  await expect(receipt.getByRole('button', { name: 'Enviar nova nota' })).toHaveCount(0);
  await expect(receipt.getByRole('heading', { name: 'Nota 1' })).toBeFocused();
  await expect(page.getByText('Solicitação enviada com sucesso')).toBeAttached();

  await receipt.getByRole('button', { name: 'Ver nota' }).click();
  await expect.poll(() => heightOfPicture(page)).toBe(500);

  await test.step('a PDF is shown page by page', async () => {
    await site.operator('receipts', 'move', id, 'approved');
    const { file } = await receiptFile('pdf', 2_301);
    await sendReceiptTo(site, ana, { imageBase64: file.buffer.toString('base64') });
    await page.reload();
    await expect(receipt.getByText('Processando')).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await card(page, 2).getByRole('button', { name: 'Ver nota' }).dblclick();
    await expect(page.getByRole('link', { name: 'Baixar o arquivo' })).toBeVisible();
    await expect.poll(() => heightOfPicture(page)).toBe(1600);
    await expectNoFaultAtAnyWidth(page);
  });
});

test('a long list of receipts is filtered, linked to and opened row by row', async ({
  page,
  site,
}) => {
  const ana = await signInAsNew(page, site);
  const ids: number[] = [];
  // Twelve are drawn at first: two are missing.
  for (let sent = 0; sent < 14; sent += 1) ids.push(await sendReceiptTo(site, ana));
  await site.operator('receipts', 'move', String(ids[1]), 'REJECTED', '--reason', 'Outra loja');
  await test.step('enlarged text wraps the filter', async () => {
    await page.goto('/minhas-notas');
    await page.setViewportSize({ width: 320, height: 640 });
    await enlargeText(page);
    for (const last of [
      page.getByRole('button', { name: 'Reprovadas 1' }),
      page.getByRole('link', { name: 'Ir para a nota 1' }),
    ]) {
      const { x, width } = (await last.boundingBox()) ?? { x: Number.NaN, width: 0 };
      expect(x + width).toBeLessThanOrEqual(320);
    }
  });
  await test.step('a row opens and closes by keyboard', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Reprovadas 1' }).click();
    await expect(card(page, 2)).toContainText('Outra loja');
    const row = card(page, 2).getByRole('button', { name: 'Nota 2', exact: true });
    await row.press('Enter');
    await expect(card(page, 2).getByRole('button', { name: 'Ver nota' })).toBeVisible();
    await row.press('Enter');
    await expect(card(page, 2).getByRole('button')).toHaveCount(1);
  });

  await test.step('a link leads to a receipt that was filtered out', async () => {
    await page.getByRole('link', { name: 'Cartão-presente de R$ 100 na nota 1' }).click();
    await expect(card(page, 1).getByRole('heading'), 'shown again').toBeInViewport();
    await expect(card(page, 1).getByRole('button', { name: 'Resultado' })).toBeVisible();
  });

  await test.step('an opened row takes a whole line, and what stood beside it closes up', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/minhas-notas');
    await card(page, 13).getByRole('button', { name: 'Nota 13', exact: true }).click();
    const list = await page.locator('.receipt-cards').boundingBox();
    for (const number of [14, 13]) {
      expect((await card(page, number).boundingBox())?.width).toBe(list?.width);
    }
  });

  await test.step('labels of all colours can be read', async () => {
    for (const [place, statuses] of [
      ['PRE_APPROVED'],
      ['FRAUD_SUSPECT'],
      ['REQUESTED_NEW_IMAGE'],
      ['NOT_ELIGIBLE'],
      ['APPROVED'],
      ['APPROVED', 'PARTIALLY_DONE'],
      ['APPROVED', 'DONE'],
      ['APPROVED', 'ERROR'],
    ].entries()) {
      for (const status of statuses) {
        await site.operator('receipts', 'move', String(ids[4 + place]), status);
      }
    }
    await page.reload();
    await expect(page.getByText('Erro ao processar')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Enviar nova nota' })).toHaveCount(1);
    const first = page.getByRole('article').first();
    await expect(first, 'what waits for its owner').toHaveAccessibleName('Nota 7');
    await expectNoFaultAtAnyWidth(page);
  });
});

/** The card of 'Nota N'. */
function card(page: Page, number: number) {
  return page.getByRole('article', { name: `Nota ${number}`, exact: true });
}

async function openResult(page: Page, number: number) {
  await card(page, number).getByRole('button', { name: 'Resultado' }).click();
  return page.getByRole('dialog', { name: 'Resultado' });
}

function cardsInFirstRow(page: Page): Promise<number> {
  return page.getByRole('article').evaluateAll((cards) => {
    const tops = cards.map((each) => each.getBoundingClientRect().top);
    return tops.filter((top) => top === tops[0]).length;
  });
}

/** Pixels of the picture in the dialog that is open; 0 until it is there. */
function heightOfPicture(page: Page): Promise<number> {
  return page
    .getByRole('dialog')
    .getByRole('img')
    .evaluateAll(([first]) => (first instanceof HTMLImageElement ? first.naturalHeight : 0));
}
