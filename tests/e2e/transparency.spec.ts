import type { Page } from '@playwright/test';
import { drawnNumber, federalPrizes } from '../support/drawn-campaign.ts';
import { drawPromotion, startPromotion } from './drawn-promotion.ts';
import { expect, homeBlock, openedOnce, test as siteTest } from './fixtures.ts';
import { expectNoFaultAtAnyWidth } from './page-checks.ts';

const openRunning = openedOnce(startPromotion);
const openDrawn = openedOnce(async () => drawPromotion(await openRunning()));

const test = siteTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture uses.
  site: async ({}, use) => use(await openRunning()),
});

const afterDraw = siteTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture uses.
  site: async ({}, use) => use(await openDrawn()),
});

test.describe.configure({ mode: 'serial' });

function openDetails(page: Page): Promise<void> {
  return page.getByText('Detalhes técnicos').click();
}

async function verdicts(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Conferir (?:agora|de novo)$/ }).click();
  await expect(
    page.getByText(
      /^(?:Tudo o que está publicado confere|Não confere: |Seu arquivo não confere: )/,
    ),
  ).toBeAttached();
  return page.locator('.checks h3').allTextContents();
}

test('the page shows commitments and counts while the promotion runs, and checks the ledger', async ({
  page,
}) => {
  await page.goto('/faq');
  await page.getByRole('link', { name: 'Transparência' }).click();
  await openDetails(page);
  const figures = page.getByRole('region', { name: 'Ninguém mexeu' }).getByRole('listitem');
  await expect(figures).toHaveText([/já entregues\s3$/, /para ganhar\s499$/], {
    useInnerText: true,
  });
  const now = page.getByRole('region', { name: 'A promoção agora' });
  await expect(now).toContainText(/3 de 1\.000\.000 números distribuídos, 1 anulado(?!s)/);
  await expect(now).toContainText('499 de 500 prêmios por entregar');
  await expect(now).toContainText(/Compromisso da chave[0-9a-f]{64}/);
  await expect(page.getByRole('region', { name: 'Refaça o sorteio' })).toContainText(
    'A lista dos números é publicada depois do encerramento da promoção.',
  );
  expect(await verdicts(page)).toEqual([
    'Registro Confere',
    'Contagens Confere',
    'Números da sorte Ainda não',
    'Lista de números Ainda não',
    'Cronograma Ainda não',
    'Sorteio Ainda não',
    // Seeded late, without time stamps, and no evidence.
    'Avisos Informação',
  ]);
  // The heading no longer asks to check once the check is done, and is the one verdict in view.
  await expect(page.getByRole('heading', { name: 'Ninguém mexeu.', exact: true })).toBeVisible();
  await expect(page.locator('.verifier').getByText('Confere', { exact: true })).toHaveCount(0);
  await expectNoFaultAtAnyWidth(page);
});

afterDraw(
  'after the draw a number that the address names is looked up at once, everything is checked, a file of the visitor’s own too, and the draw is made again from the federal lottery’s prizes',
  async ({ page }) => {
    const list = await (await page.request.get('/api/transparency/numbers.csv')).text();
    const [number = ''] = /\d\.\d{5}/.exec(list) ?? [];
    const answer = page.locator('.answer');
    await page.goto('/transparencia?numero=9.99998');
    await expect(answer).toContainText('O registro não tem o número 9.99998.');
    await expect(page.getByRole('heading', { name: 'Número não encontrado' })).toBeVisible();
    await page.goto(`/transparencia?numero=${number}`);
    await expect(answer).toContainText(`O número ${number} está no registro assinado`);
    expect(await verdicts(page)).toEqual([
      'Registro Confere',
      'Seu número Confere',
      'Contagens Confere',
      'Números da sorte Confere',
      'Lista de números Confere',
      'Cronograma Confere',
      'Sorteio Confere',
      // Seeded late, dates changed, list frozen by the draw, receipts unjudged, the lottery's prizes, no
      // stamps, no evidence.
      'Avisos Informação',
    ]);
    await expect(page.getByRole('heading', { name: 'Ninguém mexeu.' })).toBeVisible();
    await openDetails(page);
    const draw = page.getByRole('region', { name: 'Refaça o sorteio' });
    const field = draw.getByLabel('Prêmios da Loteria Federal (1º\u00a0ao\u00a05º)');
    await expect(field).toHaveValue(federalPrizes);
    await field.fill('12345 67890');
    await field.press('Enter');
    await expect(draw).toContainText('Informe os cinco prêmios da Loteria Federal');
    await field.fill(federalPrizes);
    await draw.getByRole('button', { name: 'Refazer o sorteio' }).click();
    await expect(draw.getByRole('status')).toContainText(
      'A Loteria Federal aponta 4.50153. Entre 2 números que concorrem',
    );
    await expect(draw.getByRole('listitem')).toHaveCount(2);
    await expect(field).toHaveValue(federalPrizes);

    const changed = list.replace(/\n101,1,\d\./, '\n101,1,9.9');
    const file = (name: string, text: string) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    const choice = page.locator('input[type=file]');
    await choice.setInputFiles([file('numbers.csv', changed), file('foto.csv', '')]);
    await expect(page.getByRole('alert')).toContainText('foto.csv: escolha numbers.csv');
    expect(await verdicts(page)).toContain('Lista de números Não confere');
    await expect(answer).toContainText('no seu arquivo, a linha 3 não é a do registro.');
    await expect(page.getByRole('heading', { name: 'Seu arquivo não confere' })).toBeVisible();
    await answer.getByRole('link', { name: 'Ver cada conferência' }).click();
    await expect(page.getByRole('heading', { name: 'Cada conferência' })).toBeInViewport();
    await expect(page.locator('.verifier > img')).toHaveAttribute('src', /duvida/);
    await expectNoFaultAtAnyWidth(page);
    await page.getByRole('button', { name: 'Usar os publicados' }).click();
    expect(await verdicts(page)).toContain('Lista de números Confere');
  },
);

afterDraw(
  'the page of winners shows what was published of the draw, and the home page begins with who won',
  async ({ page }) => {
    await afterDraw.step('the page of winners', async () => {
      await page.goto('/ganhadores');
      await expect(page.getByRole('heading', { level: 1, name: 'Ganhadores' })).toBeVisible();
      const winner = page
        .getByRole('article')
        .filter({ hasText: '1 ano de mercado grátis' })
        .last();
      await expect(winner).toContainText(drawnNumber);
      await expect(winner).toContainText(/\*{3}\.\d{3}\.\d{3}-\*{2}/);
      await expect(winner.locator('img[src*="mercado"]')).toBeVisible();
      const prizes = page.getByRole('list').filter({ hasText: '1º prêmio' });
      await expect(prizes.getByRole('listitem')).toHaveText([
        '1º prêmio 12345',
        '2º prêmio 67890',
        '3º prêmio 11121',
        '4º prêmio 31415',
        '5º prêmio 92653',
      ]);
      await expect(prizes.locator('mark'), 'what makes 4.50153').toHaveText([
        '45',
        '0',
        '1',
        '5',
        '3',
      ]);
      const picture = page.getByRole('img', { name: 'Página 1 de 1' });
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('naturalWidth', 1000);
      const link = page.getByRole('link', { name: /Baixar PDF/ });
      const file = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(file.headers()['content-type']).toBe('application/pdf');
      await expectNoFaultAtAnyWidth(page);
    });

    await afterDraw.step('the home page begins with who won, and no longer says when', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/');
      const winner = homeBlock(page, 'hero').getByRole('article');
      await expect(winner).toContainText(/Saiu o resultado!.*Ganhou 1 ano de mercado grátis/s);
      await expect(winner.getByText(drawnNumber)).toBeInViewport({ ratio: 1 });
      await expect(winner).not.toContainText('Documento');
      await expect(homeBlock(page, 'prizes')).toContainText('Quem ganhou:');
      await expect(homeBlock(page, 'prizes')).not.toContainText('Sorteio em');
      await expect(homeBlock(page, 'prizes')).not.toContainText('enviou a nota');
      await expectNoFaultAtAnyWidth(page);
    });
  },
);
