import type { Locator, Page } from '@playwright/test';
import { dayInSaoPaulo } from '../../../src/rules/dates.ts';
import { receiptFile, signInAsNew } from '../../e2e/fixtures.ts';
import { fillReceipt } from '../../e2e/receipt-steps.ts';
import { acceleratedProducts } from '../../support/receipt-body.ts';
import {
  registerAt,
  type ServedConsumer,
  sendApprovedTo,
  sendReceiptTo,
} from '../../support/site-actions.ts';
import { nextSeed, queueReceipt, receiptCalls } from './new-receipt.ts';
import { breakOff, holdUp, on, type Scenes, type Show, type Stage } from './stage.ts';

/** What a receipt earned, right after it was sent and in the list of all of them. */
export const myReceiptsScenes: Scenes = {
  ...on('delivered', {
    'result-gift-closed': async (stage) => {
      await saveReceipt(stage);
      await gift(stage).waitFor();
    },
    'result-won': async (stage) => {
      await winPrize(stage);
    },
    'result-won-all-numbers': async (stage) => {
      await winPrize(stage);
      await stage.page.getByRole('button', { name: 'Ver os 11' }).click();
    },
    'result-no-prize': async (stage) => {
      await saveReceipt(stage, { before: 1 });
      await stage.page.getByRole('button', { name: 'Baixar a imagem' }).waitFor();
    },
    'result-one-number': async (stage) => {
      await saveReceipt(stage, { before: 1, accelerator: 'Não' });
      await stage.page.getByRole('button', { name: 'Baixar a imagem' }).waitFor();
    },
    'result-awaits-review': async (stage) => {
      await saveReceipt(stage, { before: 3 });
      await stage.page.getByText('Vamos conferir a sua nota').last().waitFor();
    },
    'result-without-scene': async (stage) => {
      await breakOff(stage.page, '**/result-scene*');
      await saveReceipt(stage, { before: 1 });
      await stage.page.getByText('Guarde a nota original').waitFor();
    },
    'my-receipts-empty': myReceipts(async () => {}),
    'my-receipts-one': myReceipts((stage, ana) => sendMany(stage, ana, 1)),
    'my-receipts-few': myReceipts((stage, ana) => sendMany(stage, ana, 4)),
    'my-receipts-many': myReceipts(sendMixed),
    'my-receipts-filtered': async (stage) => {
      await myReceipts(sendMixed)(stage);
      await stage.page.getByRole('button', { name: /^Conferidas/ }).click();
      await stage.page.getByRole('button', { name: 'Nota 12', exact: true }).click();
    },
    'my-receipts-won': myReceipts(async ({ site }, ana) => {
      await sendApprovedTo(site, ana, { totalAmount: 54.9 });
      await sendApprovedTo(site, ana, { totalAmount: 31.2 });
    }),
    'my-receipts-rejected': myReceipts(async ({ site }, ana) => {
      for (const reason of ['PRODUCT_MISSING', 'Nota de outra loja']) {
        const id = await sendReceiptTo(site, ana);
        await site.operator('receipts', 'move', id, 'REJECTED', '--reason', reason);
      }
    }),
    'my-receipts-statuses': myReceipts(sendEachStatus),
    'my-receipts-picture-wanted': myReceipts(async ({ site }, ana) => {
      const id = await sendReceiptTo(site, ana);
      await site.operator('receipts', 'move', id, 'REQUESTED_NEW_IMAGE');
    }),
    'my-receipts-loading': async ({ page, site }) => {
      await signInAsNew(page, site);
      await holdUp(page, receiptCalls);
      await page.goto('/minhas-notas');
    },
    'my-receipts-not-loaded': async ({ page, site }) => {
      await signInAsNew(page, site);
      await breakOff(page, receiptCalls);
      await page.goto('/minhas-notas');
      await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
    },
    'my-receipts-waiting': waitingReceipt,
    'my-receipts-waiting-picture': async (stage) => {
      await waitingReceipt(stage);
      await stage.page.getByRole('button', { name: 'Ver nota' }).click();
      await stage.page.getByRole('dialog').getByRole('img').waitFor();
    },
    'my-receipts-waiting-delete': async (stage) => {
      await waitingReceipt(stage);
      await stage.page.getByRole('button', { name: 'Excluir' }).click();
      await stage.page.getByRole('dialog', { name: 'Excluir esta nota?' }).waitFor();
    },
    'my-receipts-sent-later': async (stage) => {
      await queueReceipt(stage);
      await stage.page.context().setOffline(false);
      await stage.page.goto('/minhas-notas');
      await stage.page.getByRole('heading', { name: 'Nota 1' }).waitFor();
    },
    'my-receipts-refused-later': async (stage) => {
      const { receipt } = await queueReceipt(stage);
      const stranger = await registerAt(stage.site);
      await sendReceiptTo(stage.site, stranger, { identifier: receipt.key, totalAmount: 54.9 });
      await stage.page.context().setOffline(false);
      await stage.page.goto('/minhas-notas');
      await stage.page.getByRole('heading', { name: 'Nota já cadastrada' }).waitFor();
    },
    'receipt-details-dialog': async (stage) => {
      await openSentFile(stage, 'picture');
      await stage.page.getByRole('link', { name: 'Abrir em outra aba' }).waitFor();
    },
    'receipt-details-pdf': async (stage) => {
      await openSentFile(stage, 'pdf');
      await stage.page.getByRole('link', { name: 'Baixar o arquivo' }).waitFor();
      await stage.page.getByRole('dialog').getByRole('img').first().waitFor();
    },
    'receipt-result-approved': async (stage) => {
      await myReceipts(({ site }, ana) => sendApprovedTo(site, ana))(stage);
      await openResult(stage.page);
    },
    'receipt-result-rejected': async (stage) => {
      await myReceipts(async ({ site }, ana) => {
        const id = await sendReceiptTo(site, ana);
        await site.operator('receipts', 'move', id, 'REJECTED', '--reason', 'ILLEGIBLE');
      })(stage);
      await openResult(stage.page);
    },
    'numbers-wall': async (stage) => {
      await myReceipts(async ({ site }, ana) => {
        const products = acceleratedProducts(54.9);
        for (const _ of [1, 2]) await sendReceiptTo(site, ana, { totalAmount: 54.9, products });
      })(stage);
      await openNumbers(stage.page);
    },
  }),
  ...on('everything', {
    'numbers-wall-empty': async (stage) => {
      await myReceipts(async () => {})(stage);
      await openNumbers(stage.page);
    },
    'result-everything-won': async (stage) => {
      await winPrize(stage);
    },
    'result-everything-no-prize': async (stage) => {
      await saveReceipt(stage, { before: 1 });
      await stage.page.getByRole('button', { name: 'Baixar a imagem' }).waitFor();
    },
    'result-poll': async (stage) => {
      await openPoll(stage);
    },
    'result-poll-thanks': async (stage) => {
      const poll = await openPoll(stage);
      await poll.getByRole('radio', { name: '9', exact: true }).check();
      await poll.getByRole('radio', { name: 'Sim' }).check();
      await poll.getByRole('button', { name: 'Responder' }).click();
      const thanks = stage.page.getByRole('dialog', { name: 'Obrigado!' });
      await thanks.getByText('Agradecemos a participação').waitFor();
    },
    'receipt-result-everything': async (stage) => {
      const products = acceleratedProducts(500);
      await myReceipts(({ site }, ana) =>
        sendApprovedTo(site, ana, { totalAmount: 500, products }),
      )(stage);
      await openResult(stage.page);
    },
  }),
};

interface Saving {
  /** How many receipts of the same shop and day the person has sent already; the first wins. */
  before?: number;
  accelerator?: 'Sim' | 'Não';
}

async function saveReceipt(
  { page, site }: Stage,
  { before = 0, accelerator = 'Sim' }: Saving = {},
): Promise<void> {
  const ana = await signInAsNew(page, site);
  const purchaseDate = dayInSaoPaulo(new Date(Date.now() - 24 * 60 * 60 * 1000));
  for (let sent = 0; sent < before; sent += 1) await sendReceiptTo(site, ana, { purchaseDate });
  await page.goto('/nova-nota');
  await fillReceipt(page, nextSeed());
  await page.getByRole('radio', { name: accelerator }).check();
  await page.getByRole('button', { name: 'salvar' }).click();
  await page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' }).waitFor();
}

function gift({ page }: Stage): Locator {
  return page.getByRole('button', { name: 'Abrir o presente' });
}

async function winPrize(stage: Stage): Promise<void> {
  await saveReceipt(stage);
  await gift(stage).click();
  await stage.page.getByRole('button', { name: 'Baixar a imagem' }).waitFor();
}

async function openPoll(stage: Stage): Promise<Locator> {
  await saveReceipt(stage, { before: 1 });
  const result = stage.page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' });
  await result.getByText('Fechar', { exact: true }).click();
  const poll = stage.page.getByRole('dialog', { name: 'O que achou da promoção?' });
  await poll.waitFor();
  return poll;
}

/** The list of a new person who has sent these receipts. */
export function myReceipts(send: (stage: Stage, ana: ServedConsumer) => Promise<unknown>): Show {
  return async (stage) => {
    await send(stage, await signInAsNew(stage.page, stage.site));
    await stage.page.goto('/minhas-notas');
    await stage.page
      .locator('.receipt-card:not(.receipt-card-skeleton), .no-receipts')
      .first()
      .waitFor();
  };
}

async function sendMany({ site }: Stage, ana: ServedConsumer, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    await sendReceiptTo(site, ana, { totalAmount: 20 + sent });
  }
}

/** Thirty receipts in different states: enough for the list to fold into rows. */
async function sendMixed(stage: Stage, ana: ServedConsumer): Promise<void> {
  const { site } = stage;
  for (let sent = 0; sent < 30; sent += 1) {
    const id = await sendReceiptTo(site, ana, { totalAmount: 20 + sent });
    const [status, ...reason] =
      sent === 9
        ? ['REJECTED', '--reason', 'PRODUCT_MISSING']
        : sent === 24
          ? ['REQUESTED_NEW_IMAGE']
          : ['APPROVED'];
    if (sent < 20 || sent === 24) await site.operator('receipts', 'move', id, status, ...reason);
  }
}

async function sendEachStatus({ site }: Stage, ana: ServedConsumer): Promise<void> {
  const approvedBefore = ['PARTIALLY_DONE', 'DONE', 'ERROR'];
  for (const status of [
    'IN_ANALYSIS',
    'PRE_APPROVED',
    'FRAUD_SUSPECT',
    'REQUESTED_NEW_IMAGE',
    'NOT_ELIGIBLE',
    'APPROVED',
    ...approvedBefore,
  ]) {
    const id = await sendReceiptTo(site, ana);
    if (status === 'IN_ANALYSIS') continue;
    if (approvedBefore.includes(status)) await site.operator('receipts', 'move', id, 'APPROVED');
    await site.operator('receipts', 'move', id, status);
  }
}

/** A receipt that the device keeps, because the gateway takes none. */
async function waitingReceipt(stage: Stage): Promise<void> {
  const { page } = stage;
  await queueReceipt(stage);
  await page.route(receiptCalls, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.context().setOffline(false);
  await page.goto('/minhas-notas');
  await page.getByText('Aguardando envio', { exact: true }).waitFor();
}

async function openSentFile(stage: Stage, kind: 'picture' | 'pdf'): Promise<void> {
  const { file } = await receiptFile(kind, nextSeed());
  const imageBase64 = file.buffer.toString('base64');
  await myReceipts(({ site }, ana) => sendReceiptTo(site, ana, { imageBase64 }))(stage);
  await stage.page.getByRole('button', { name: 'Ver nota' }).click();
}

async function openResult(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resultado' }).first().click();
  await page.getByRole('dialog', { name: 'Resultado' }).locator('.result').waitFor();
}

async function openNumbers(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(?:Meus números|Ver todos)/ })
    .first()
    .click();
  await page.getByRole('dialog').locator('.number-wall').waitFor();
}
