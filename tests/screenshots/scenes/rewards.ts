import type { Locator, Page } from '@playwright/test';
import { signInAsNew } from '../../e2e/fixtures.ts';
import { footerOf, newCollector, openPrizes } from '../../e2e/prize-page.ts';
import { type ServedConsumer, sendApprovedTo } from '../../support/site-actions.ts';
import { myReceipts } from './my-receipts.ts';
import { breakOff, on, type Scenes, type Stage } from './stage.ts';

/** Points and their prizes, and the money of cashback: the campaign with every engine has them. */
export const rewardScenes: Scenes = on('everything', {
  redeem: async (stage) => {
    await openCatalogue(stage, 10);
  },
  'redeem-no-points': async (stage) => {
    await openCatalogue(stage, 0);
  },
  'redeem-basket': (stage) => fillBasket(stage),
  'redeem-multiple-missing': async (stage) => {
    await openCatalogue(stage, 10);
    await take(stage.page, 'Kit Escova');
  },
  'redeem-sold-out': async (stage) => {
    await changePrizes(stage.page, (prize) => ({ ...prize, quantity: 0 }));
    await openCatalogue(stage, 4);
  },
  'redeem-address': async (stage) => {
    await forgetAddress(stage.page);
    await openCatalogue(stage, 4);
    await take(stage.page, 'Cesta Sorriso');
    await pressRedeem(stage.page);
    const dialog = stage.page.getByRole('dialog', { name: 'Endereço de entrega' });
    await dialog.getByLabel('CEP').fill('80010000');
    await dialog.getByText('Rua XV de Novembro').waitFor();
  },
  'redeem-confirm': (stage) => redeem(stage),
  'redeem-done': async (stage) => {
    await redeem(stage);
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
  },
  'redeem-not-loaded': async ({ page, site }) => {
    await signInAsNew(page, site);
    await breakOff(page, '**/collect-to-win/**');
    await page.goto('/resgatar');
    await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
  },
  'my-redemptions-empty': async ({ page, site }) => {
    await signInAsNew(page, site);
    await page.goto('/meus-resgates');
    await page.getByText('Você ainda não fez nenhum resgate.').waitFor();
  },
  'my-redemptions': async (stage) => {
    await openRedemptions(stage);
  },
  'my-redemptions-closed': async (stage) => {
    await openRedemptions(stage);
    await stage.page.getByText('# Pedido').click();
  },
  'my-redemptions-delivered': async (stage) => {
    const { page, site } = stage;
    await openRedemptions(stage);
    const id = Number(await page.locator('.redemption-order b').first().textContent());
    for (const status of ['REQUESTED', 'CONFIRMED', 'BILLED', 'SHIPPED', 'COMPLETED']) {
      await site.operator('redemptions', 'move', id, status);
    }
    await page.reload();
    await page.getByText('Etapa 4 de 4').waitFor();
  },
  'wallets-empty': myReceipts(async () => {}),
  'wallet-cashback': openWallets,
  'wallet-withdrawal': async (stage) => {
    await openKeys(stage);
  },
  'wallet-withdrawal-wrong-key': async (stage) => {
    const dialog = await openKeys(stage);
    await dialog.getByRole('radio', { name: 'Chave aleatória' }).check();
    await dialog.getByLabel('Chave', { exact: true }).fill('123');
    await dialog.getByLabel('Chave', { exact: true }).press('Enter');
    await dialog.getByText('Chave inválida').first().waitFor();
  },
  'wallet-withdrawal-password': async (stage) => {
    const { page } = stage;
    const error = {
      code: 'SIGN_IN_AGAIN',
      message: 'Confirme sua senha para continuar',
      fields: [],
    };
    const tooOld = { status: 403, json: { statusCode: 403, error } };
    await page.route('**/bank-info/instant-payment', (route) => route.fulfill(tooOld));
    await withdraw(stage);
    await page.getByRole('dialog', { name: 'Confirme sua senha' }).waitFor();
  },
  'wallet-withdrawn': withdrawAll,
  'wallet-withdrawals': async (stage) => {
    const { page, site } = stage;
    await withdrawAll(stage);
    const [{ id = 0 } = {}] = await site.operator('withdrawals', 'list', '--status', 'PENDING');
    await site.operator('withdrawals', 'settle', Number(id), 'ERROR');
    await page.reload();
    await withdraw(stage, { isOpen: true });
    await page.getByText('a caminho').waitFor();
    await page.getByRole('button', { name: 'Ver saques' }).click();
    await page.getByRole('dialog', { name: 'Saques' }).getByText('Com falha').waitFor();
  },
  'wallet-withdrawal-failed': async (stage) => {
    const { page, site } = stage;
    await withdrawAll(stage);
    const [{ id = 0 } = {}] = await site.operator('withdrawals', 'list', '--status', 'PENDING');
    await site.operator('withdrawals', 'settle', Number(id), 'ERROR');
    await page.reload();
    await page.getByRole('button', { name: 'Ver saques' }).click();
    await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
  },
  'wallet-withdrawals-empty': async (stage) => {
    await myReceipts(async () => {})(stage);
    await stage.page.getByRole('button', { name: 'Ver saques' }).click();
    await stage.page.getByRole('dialog', { name: 'Saques' }).waitFor();
  },
});

async function openCatalogue({ page, site }: Stage, points: number): Promise<void> {
  await openPrizes(page, await newCollector(site, points));
}

function take(page: Page, prize: string): Promise<void> {
  return page.getByRole('button', { name: `Mais um: ${prize}` }).click();
}

function pressRedeem(page: Page): Promise<void> {
  return footerOf(page).getByRole('button', { name: 'Resgatar' }).click();
}

const basket = ['Kit Escova', 'Kit Escova', 'Cesta Sorriso'];

async function fillBasket(stage: Stage, prizes: readonly string[] = basket): Promise<void> {
  await openCatalogue(stage, 10);
  for (const prize of prizes) await take(stage.page, prize);
}

async function redeem(stage: Stage, prizes?: readonly string[]): Promise<void> {
  await fillBasket(stage, prizes);
  await pressRedeem(stage.page);
  await stage.page.getByRole('dialog', { name: 'Resgate realizado com sucesso!' }).waitFor();
}

async function openRedemptions(stage: Stage): Promise<void> {
  // There are too few of the larger prizes for every scene at every width.
  await redeem(stage, ['Kit Escova', 'Kit Escova']);
  await stage.page.goto('/meus-resgates');
  await stage.page.getByText('# Pedido').waitFor();
}

type Json = Record<string, unknown>;

/** Changes what the gateway says of each prize that points buy. */
function changePrizes(page: Page, change: (prize: Json) => Json): Promise<unknown> {
  return page.route('**/api/campaign/19/prize*', async (route) => {
    const response = await route.fetch();
    const prizes: Json[] = await response.json();
    await route.fulfill({ response, json: prizes.map(change) });
  });
}

/** The gateway knows no address of the person, as where a campaign asks for none at the sign-up. */
function forgetAddress(page: Page): Promise<unknown> {
  return page.route('**/api/consumer/me', async (route) => {
    const response = await route.fetch();
    const { address: _, ...person }: Json = await response.json();
    await route.fulfill({ response, json: person });
  });
}

async function openWallets(stage: Stage): Promise<void> {
  await myReceipts(sendForCashback)(stage);
  await stage.page.getByText('R$ 5,49').first().waitFor();
}

function sendForCashback({ site }: Stage, ana: ServedConsumer): Promise<number> {
  return sendApprovedTo(site, ana, { totalAmount: 54.9 });
}

async function openKeys(stage: Stage, { isOpen = false } = {}): Promise<Locator> {
  if (!isOpen) await openWallets(stage);
  await stage.page
    .getByRole('region', { name: 'Cashback' })
    .getByRole('button', { name: 'Sacar' })
    .click();
  const dialog = stage.page.getByRole('dialog', { name: 'Chave Pix' });
  await dialog.waitFor();
  return dialog;
}

async function withdraw(stage: Stage, page: { isOpen?: boolean } = {}): Promise<void> {
  const dialog = await openKeys(stage, page);
  await dialog.getByRole('radio', { name: /^CPF/ }).check();
  await dialog.getByRole('button', { name: /^Sacar R\$/ }).click();
}

async function withdrawAll(stage: Stage): Promise<void> {
  await withdraw(stage);
  await stage.page.getByText('a caminho').waitFor();
}
