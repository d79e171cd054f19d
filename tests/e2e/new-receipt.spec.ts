import type { Locator, Page } from '@playwright/test';
import { formatCnpj } from '../../src/rules/people/cpf-cnpj.ts';
import { sendReceiptTo } from '../support/site-actions.ts';
import {
  expect,
  pressByKeyboard,
  receiptFile,
  shortenPauses,
  signInAsNew,
  test,
} from './fixtures.ts';
import { expectNoFault, expectNoFaultAtAnyWidth } from './page-checks.ts';
import { fillReceipt, leaveReadingToDevice, openFields } from './receipt-steps.ts';

test.use({ siteName: 'everything' });

const noneAlone = 'no ticket stands alone in the last row';

test('new receipts, from their photos to their results, their poll and the home page', async ({
  page,
  site,
}) => {
  await shortenPauses(page);
  const ana = await signInAsNew(page, site);
  await page.goto('/nova-nota');
  await test.step('the main button keeps its colour while it is pressed', async () => {
    const button = page.getByRole('button', { name: 'Escolher arquivo' });
    const colour = () => button.evaluate((one) => getComputedStyle(one).backgroundColor);
    const before = await colour();
    await button.hover();
    await page.mouse.down();
    expect(await colour()).toBe(before);
    await page.mouse.move(0, 0);
    await page.mouse.up();
  });
  await test.step('the photo fills in the form, and the rest is typed by keyboard', async () => {
    const { file, cnpj, date } = await receiptFile('code', 1_401);
    await leaveReadingToDevice(page);
    await page.getByLabel('Escolher arquivo').setInputFiles(file);
    await pressByKeyboard(page, 'ler cupom');
    await openFields(page);
    const fields = page.locator('form').locator('label[for], legend, button');
    await expect(fields).toHaveText([
      /^Código da Nota/,
      /^Data da compra/,
      /^CNPJ/,
      /^Valor Total/,
      'Sua compra inclui o produto com carvão ativado?',
      /^Onde foi a compra/,
      'limpar',
      'salvar',
    ]);
    await expect(page.getByLabel('Data da compra')).toHaveValue(date);
    await expect(page.getByLabel('CNPJ')).toHaveValue(formatCnpj(cnpj));
    const total = page.getByLabel('Valor Total');
    await total.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('54,90');
    await page.getByRole('radio', { name: 'Sim' }).focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Onde foi a compra').selectOption('Loja virtual');
    await total.press('Enter');
    await expect(page.getByRole('dialog'), 'Enter in a field sends nothing').toHaveCount(0);
    await pressByKeyboard(page, 'salvar');
  });

  const result = page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' });
  await test.step('the result offers a gift', async () => {
    await expect(result.getByText('Sua nota trouxe um presente!').last()).toBeVisible();
    await expect(result.getByText('11 números da sorte')).toHaveCount(0);
    const window = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 740, height: 360 });
    for (const seen of [
      result.getByRole('heading', { name: 'Cupom cadastrado com sucesso' }),
      result.getByText('Abrir o presente'),
      result.getByRole('button', { name: 'Fechar' }),
    ]) {
      await expect(seen, 'on a phone on its side').toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize(window);
  });

  const numbers = result.getByRole('listitem');
  const all = result.getByRole('button', { name: 'Ver os 11' });
  await test.step('the gift holds prize and numbers', async () => {
    await pressByKeyboard(page, 'Abrir o presente');
    const won = result.getByText('Provável ganhador de Cartão-presente de R$ 100');
    await expect(won).toBeFocused();
    await expect(result.getByText('Falta só conferirmos a nota.')).toBeVisible();
    // The first numbers are seen at once, and the next receipt is one press away.
    await expect(result.getByText('E mais 11 números da sorte')).toBeInViewport({ ratio: 1 });
    await expect(numbers).toHaveCount(3);
    await expect(numbers.last()).toBeInViewport({ ratio: 1 });
    await all.press('Enter');
    await expect(numbers).toHaveCount(11);
    await result.getByRole('button', { name: 'Ver menos' }).press('Enter');
    await expect(numbers).toHaveCount(3);
    await expect(all).toBeFocused();
    await expect(result.getByRole('button', { name: 'Enviar outra nota' })).toBeInViewport();
  });

  await test.step('the result is shared as a picture', async () => {
    await expect(result.getByRole('link', { name: 'Mandar no WhatsApp' })).toBeVisible();
    await expect(result.getByRole('button', { name: 'Fechar' })).toBeInViewport({ ratio: 1 });
    const height = () => result.evaluate((dialog) => dialog.scrollHeight);
    const beforePicture = await height();
    const picture = page.waitForEvent('download');
    await expect(result.getByRole('button', { name: 'Baixar a imagem' })).toBeVisible();
    expect(await height(), 'nothing moves when the picture is drawn').toBe(beforePicture);
    await result.getByRole('button', { name: 'Baixar a imagem' }).click();
    expect((await picture).suggestedFilename()).toBe('premio.png');
    await expectNoFaultAtAnyWidth(page);
  });

  const engine = (name: string) =>
    result.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await test.step('the result has a block for each engine', async () => {
    await expect(result.locator('section')).toHaveCount(4);
    await expect(engine('Sorteio')).toContainText('11 números da sorte');
    await expect(engine('Prêmio na hora')).toContainText('Aguardando moderação');
    await expect(engine('Cashback')).toContainText('R$ 5,49');
    await expect(engine('Junte e troque')).toContainText('10 pontos');
    await expect(
      result.getByRole('link', { name: 'Dicas para um sorriso saudável' }),
    ).toHaveAttribute('href', 'https://brisal.example/dicas');
    await page.keyboard.press('Escape');
  });

  const poll = page.getByRole('dialog', { name: 'O que achou da promoção?' });
  await test.step('the poll follows, and is closed unanswered', async () => {
    await expect(poll).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step('on a wide screen the photo is beside its fields', async () => {
    await sendReceiptTo(site, ana, { totalAmount: 500 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/nova-nota');
    await fillReceipt(page, 1_403);
    await expectFormOnWideScreen(page);
    await page.getByRole('button', { name: 'salvar' }).click();
  });

  await test.step('a receipt beyond the limit of cashback shows what the other engines brought', async () => {
    await expect(engine('Cashback')).toContainText('a quantidade máxima');
    await expect(result.getByText('11 números da sorte').last()).toBeVisible();
    await expect(result.getByText('10 pontos')).toBeVisible();
    await expect(engine('Prêmio na hora')).toContainText('Não foi dessa vez :-(');
    const topOf = async (name: string) => (await engine(name).last().boundingBox())?.y ?? 0;
    const earned = await topOf('Junte e troque');
    const lost = await topOf('Prêmio na hora');
    const limited = await topOf('Cashback');
    expect(Math.min(lost, limited), 'what brought nothing stands below').toBeGreaterThan(earned);
    expect(lost, 'in rows').not.toBe(limited);
    // The numbers stand beside the picture, and all of them above the fold.
    const extra = result.getByRole('list', { name: /^Extras/ }).getByRole('listitem');
    await expect(extra.last()).toBeInViewport({ ratio: 1 });
    expect(await countsLeavingOneAlone(extra), noneAlone).toEqual([]);
  });

  await test.step('on a phone all its numbers show at a press', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await all.click();
    expect(await countsLeavingOneAlone(numbers), noneAlone).toEqual([]);
    await result.getByRole('button', { name: 'Ver menos' }).click();
    await expectNoFaultAtAnyWidth(page);
    await result.getByRole('button', { name: 'Enviar outra nota' }).click();
  });

  await test.step('the poll is shown again and answered', async () => {
    const answer = poll.getByRole('button', { name: 'Responder' });
    const score = poll.getByRole('group', { name: /como foi enviar a nota/ });
    await expectNoFault(page);
    await score.getByRole('radio', { name: '9', exact: true }).check();
    await poll
      .getByRole('group', { name: /Você indicaria/ })
      .getByRole('radio', { name: 'Sim' })
      .check();
    await answer.click();
    const thanks = page.getByRole('dialog', { name: 'Obrigado!' });
    await expect(thanks).toContainText('Agradecemos a participação em nossa pesquisa ;)');
    await thanks.getByRole('button', { name: 'Ok' }).click();
    await expect(page.getByRole('heading', { name: 'Nova nota' })).toBeFocused();
  });
});

/** The photo is beside the fields, and short answers share a line, also beside an error. */
async function expectFormOnWideScreen(page: Page): Promise<void> {
  const photo = await page.getByRole('img', { name: 'Nota escolhida' }).boundingBox();
  const total = await page.getByLabel('Valor Total').boundingBox();
  expect((photo?.x ?? 0) + (photo?.width ?? 0), 'the photo is beside its fields').toBeLessThan(
    total?.x ?? 0,
  );
  const date = await page.getByLabel('Data da compra').boundingBox();
  const company = await page.getByLabel('CNPJ').boundingBox();
  expect(company?.y, 'short answers share a line').toBe(date?.y);
  const day = await page.getByLabel('Data da compra').inputValue();
  await page.getByLabel('Data da compra').fill('01/01/2099');
  await page.getByLabel('CNPJ').focus();
  await expect(page.getByText('Data não pode ser posterior à data de hoje')).toBeVisible();
  const [dayName, companyName] = await Promise.all(
    ['Data da compra', 'CNPJ'].map((name) =>
      page.locator('label', { hasText: name }).first().boundingBox(),
    ),
  );
  const stepDown = (companyName?.y ?? 0) - (dayName?.y ?? 0);
  expect(Math.round(stepDown), 'names stand level beside an error').toBe(0);
  await page.getByLabel('Data da compra').fill(day);
}

/** Which counts from 2 to 20 would leave one ticket alone in the last row. */
function countsLeavingOneAlone(tickets: Locator): Promise<number[]> {
  return tickets.first().evaluate((ticket) => {
    const list = ticket.parentElement?.cloneNode() as HTMLElement;
    ticket.parentElement?.after(list);
    list.append(ticket.cloneNode(true));
    const alone: number[] = [];
    for (let count = 2; count <= 20; count += 1) {
      const last = list.appendChild(ticket.cloneNode(true) as HTMLElement);
      const before = last.previousElementSibling as HTMLElement;
      if (before.offsetTop !== last.offsetTop) alone.push(count);
    }
    list.remove();
    return alone;
  });
}
