import type { Page } from '@playwright/test';
import { expect, pressOn, test } from './fixtures.ts';
import { holds } from './page-checks.ts';
import { footerOf, newCollector, openPrizes, testOn } from './points.ts';

// One after another: a changed campaign is served once.
test.describe.configure({ mode: 'default' });

const done = 'Resgate realizado com sucesso!';

const withoutAddress = testOn((snapshot) => ({
  ...snapshot,
  campaign: {
    ...snapshot.campaign,
    parameters: snapshot.campaign.parameters.filter(
      ({ code }) => code !== 'CONSUMER_ADDRESS_REQUIRED',
    ),
  },
}));

withoutAddress(
  'whoever has no address is asked for it, and the redemption follows by itself, all without a mouse',
  async ({ page, site }) => {
    await openPrizes(page, await newCollector(site, 4));
    await answerPostcodes(page, {
      logradouro: 'Rua XV de Novembro',
      bairro: 'Centro',
      localidade: 'Curitiba',
      uf: 'PR',
    });
    await pressOn(page, 'Mais um: Cesta Sorriso');
    await pressOn(page, 'Resgatar');
    const dialog = page.getByRole('dialog', { name: 'Endereço de entrega' });
    await expect(dialog.getByLabel('CEP')).toBeFocused();
    await expect(dialog.getByLabel('Rua')).toBeVisible();
    await page.keyboard.type('80010000');
    await expect(dialog.getByText('Rua XV de Novembro')).toBeVisible();
    await expect(dialog.getByText('Curitiba - PR')).toBeVisible();
    await expect(dialog.getByLabel('Rua')).toBeHidden();
    await expect(dialog.getByLabel('Bairro')).toHaveValue('Centro');
    await expect(dialog.getByLabel('Bairro')).not.toBeEditable();
    await holds(page);
    await page.keyboard.press('Tab');
    await page.keyboard.type('100');
    await page.keyboard.press('Enter');
    await expect(page.getByText(done)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(footerOf(page).getByRole('button', { name: 'Resgatar' })).toBeFocused();
    await page.goto('/meus-resgates');
    await expect(page.getByText('# Pedido')).toHaveCount(1);
    await page.goto('/perfil');
    await expect(page.getByText('Rua XV de Novembro, 100 - Centro - Curitiba - PR')).toBeVisible();
  },
);

withoutAddress(
  'an address can be typed by hand, and closing its dialog redeems nothing',
  async ({ page, site }) => {
    await openPrizes(page, await newCollector(site, 4));
    await page.route('**/json', (route) => route.abort());
    await page.getByRole('button', { name: 'Mais um: Cesta Sorriso' }).click();
    const redeem = footerOf(page).getByRole('button', { name: 'Resgatar' });
    await redeem.click();
    const dialog = page.getByRole('dialog', { name: 'Endereço de entrega' });
    await dialog.getByLabel('CEP').fill('50030230');
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await expect(footerOf(page).getByRole('definition')).toHaveText(['2 pontos', '2 pontos']);
    await expect(page.getByText(done)).toHaveCount(0);

    await redeem.click();
    await expect(dialog.getByLabel('CEP')).toHaveValue('50030-230');
    await expect(dialog.getByLabel('Cidade')).toBeEditable();
    const typed = { Rua: 'Rua da Aurora', Número: '5', Bairro: 'Boa Vista', Cidade: 'Recife' };
    for (const [label, value] of Object.entries(typed)) await dialog.getByLabel(label).fill(value);
    const save = dialog.getByRole('button', { name: 'Salvar' });
    await expect(save).toHaveAccessibleDescription('Falta preencher: estado');
    await dialog.getByLabel('Estado').fill('PE');
    await save.click();
    await expect(page.getByText(done)).toBeVisible();
  },
);

/** Those that are drawn and won at once stay. */
const soldOut = testOn((snapshot) => ({
  ...snapshot,
  prizes: snapshot.prizes.map((prize) =>
    Number(prize.id) > 902 ? { ...prize, quantity: 0 } : prize,
  ),
}));

soldOut('once every prize is gone the page says so', async ({ page, site }) => {
  await openPrizes(page, await newCollector(site, 4));
  await expect(page.getByRole('heading', { name: 'Prêmios esgotados!' })).toBeVisible();
  await expect(
    page.getByText('Os prêmios resgatados serão entregues em até 30 dias.'),
  ).toBeVisible();
  const steps = page.getByRole('button', { name: /^(Mais|Menos) um/, disabled: true });
  await expect(steps).toHaveCount(8);
  await holds(page);
});

/** What the postal service, the public one or the gateway's own, says to any postcode. */
async function answerPostcodes(page: Page, answer: Record<string, unknown>): Promise<void> {
  await page.route('**/json', (route) => route.fulfill({ json: answer }));
}
