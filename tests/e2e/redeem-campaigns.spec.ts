import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { embeddedCampaign } from '../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { temporaryFolder } from '../support/folder.ts';
import type { ServedSite } from '../support/site-process.ts';
import { expect, openedOnce, pressByKeyboard, test as siteTest } from './fixtures.ts';
import { expectNoFaultAtAnyWidth } from './page-checks.ts';
import { footerOf, newCollector, openPrizes } from './prize-page.ts';
import { serveTestSite } from './site-pool.ts';

// One after another: the changed campaign is served once, and its prizes are gone for the last test.
siteTest.describe.configure({ mode: 'default' });

const done = 'Resgate realizado com sucesso!';

/** The site with everything, before a gateway whose campaign asks no address at sign-up. */
const openWithoutAddress = openedOnce(async () => {
  const today = dayInSaoPaulo(new Date());
  const options = { variant: 'all', window: 'live', tenantId: 'embedded', today } as const;
  const { campaign, ...rest } = embeddedCampaign(options);
  const parameters = campaign.parameters.filter(({ code }) => code !== 'CONSUMER_ADDRESS_REQUIRED');
  const withoutAddress = { ...rest, campaign: { ...campaign, parameters } };
  return withFile(withoutAddress, (file) =>
    serveTestSite('everything', { variables: { CAMPAIGN_FILE: file } }),
  );
});

const test = siteTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture uses.
  site: async ({}, use) => use(await openWithoutAddress()),
});

test('a user without an address types it by keyboard, and the redemption follows', async ({
  page,
  site,
}) => {
  await openPrizes(page, await newCollector(site, 4));
  await answerPostalCodes(page, {
    logradouro: 'Rua XV de Novembro',
    bairro: 'Centro',
    localidade: 'Curitiba',
    uf: 'PR',
  });
  await pressByKeyboard(page, 'Mais um: Cesta Sorriso');
  await pressByKeyboard(page, 'Resgatar');
  const dialog = page.getByRole('dialog', { name: 'Endereço de entrega' });
  await expect(dialog.getByLabel('CEP')).toBeFocused();
  await expect(dialog.getByLabel('Rua')).toBeVisible();
  await page.keyboard.type('80010000');
  await expect(dialog.getByText('Rua XV de Novembro')).toBeVisible();
  await expect(dialog.getByText('Curitiba - PR')).toBeVisible();
  await expect(dialog.getByLabel('Rua')).toBeHidden();
  await expect(dialog.getByLabel('Bairro')).toHaveValue('Centro');
  await expect(dialog.getByLabel('Bairro')).not.toBeEditable();
  await expectNoFaultAtAnyWidth(page);
  await page.keyboard.press('Tab');
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  const redeemed = page.getByRole('dialog', { name: done });
  await expect(redeemed).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(redeemed).toBeHidden();
  await expect(footerOf(page).getByRole('link', { name: 'Meus Resgates' })).toBeFocused();
  expect(await site.operator('redemptions', 'list')).toHaveLength(1);
});

test('a user types an address by hand, and redeems the last prize', async ({ page, site }) => {
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
  await expect(page.getByRole('dialog', { name: done })).toBeVisible();

  await sellOut(site);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Prêmios esgotados!' })).toBeVisible();
  await expect(
    page.getByText('Os prêmios resgatados serão entregues em até 30 dias.'),
  ).toBeVisible();
  await expect(
    page.getByText('Seu saldo de 2 pontos continua na sua conta. Se um prêmio voltar ao estoque'),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Ver meus resgates']);
  await expect(page.getByRole('main').getByRole('button'), 'nothing to press in vain').toHaveCount(
    0,
  );
  await expect(page.getByText('Selecione os itens desejados')).toHaveCount(0);
  await expectNoFaultAtAnyWidth(page);
});

/** What the postal service, the public one or the gateway's own, says to any postal code. */
async function answerPostalCodes(page: Page, answer: Record<string, unknown>): Promise<void> {
  await page.route('**/json', (route) => route.fulfill({ json: answer }));
}

/** The operator takes every prize away that points buy; those that are drawn and won at once stay. */
async function sellOut(site: ServedSite): Promise<void> {
  const { prizes, ...rest }: CampaignSnapshot = JSON.parse(await site.command('campaign', 'show'));
  const left = prizes.map((prize) => (Number(prize.id) > 902 ? { ...prize, quantity: 0 } : prize));
  const words = ['--force', '--reason', 'Esgotados'];
  await withFile({ ...rest, prizes: left }, (file) =>
    site.command('campaign', 'apply', file, ...words),
  );
}

async function withFile<Answer>(
  campaign: CampaignSnapshot,
  use: (file: string) => Promise<Answer>,
): Promise<Answer> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'campaign.json');
  await writeFile(file, JSON.stringify(campaign));
  return use(file).finally(folder.remove);
}
