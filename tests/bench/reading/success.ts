import { chromium, type Page } from '@playwright/test';
import { openOcr } from '../../../src/gateway/services/ocr/ocr.ts';
import { browserOptions } from '../../support/browser.ts';
import { serveReadersPage } from '../../support/readers-page/serve-readers-page.ts';
import { receiptCorpus } from '../../support/receipts/receipt-corpus.ts';
import { type ReceiptPicture, renderReceipt } from '../../support/receipts/render-receipt.ts';
import type { Figure } from '../figure.ts';
import { rounded } from '../median.ts';

const issuedAt = new Date('2026-11-18T15:00:00-03:00');

/** Two of every condition for the page; one for the gateway, which takes seconds over each. */
const receipts = { device: 32, gateway: 16 };

interface Tally {
  right: number;
  wrong: number;
  none: number;
}

/** A receipt that is drawn, or will be in its turn. */
interface Ordered {
  order: ReceiptPicture;
  drawn: ReturnType<typeof renderReceipt>;
}

/** How many rendered receipts, in every condition, the device and the gateway read right. */
export async function measureReadingSuccess(): Promise<Figure[]> {
  const ordered = drawnInTurn(receiptCorpus(receipts.device, issuedAt));
  const [device, gateway] = await Promise.all([
    onDevice(ordered.filter(({ order }) => order.condition !== 'without-qr')),
    byGateway(ordered.slice(0, receipts.gateway)),
  ]);
  return [...device, ...gateway];
}

function drawnInTurn(orders: readonly ReceiptPicture[]): Ordered[] {
  let before: Promise<unknown> = Promise.resolve();
  return orders.map((order) => {
    const drawn = before.then(() => renderReceipt(order));
    before = drawn;
    return { order, drawn };
  });
}

async function onDevice(ordered: readonly Ordered[]): Promise<Figure[]> {
  const site = await serveReadersPage();
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    const tally = emptyTally();
    for (const { drawn } of ordered) {
      const { bytes, expected } = await drawn;
      add(tally, await keyReadIn(page, Buffer.from(bytes)), expected.key);
    }
    return rates('access key, on the device', tally);
  } finally {
    await browser.close();
    await site.close();
  }
}

async function keyReadIn(page: Page, buffer: Buffer): Promise<string | null> {
  const file = { name: 'nota.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('Arquivo').setInputFiles(file);
  const { reading } = await page.evaluate(() => window.readChosen());
  return reading.state === 'read' ? reading.number : null;
}

async function byGateway(ordered: readonly Ordered[]): Promise<Figure[]> {
  // Both read at once here, and slowly: how long it takes is measured elsewhere.
  const ocr = openOcr({ maxProcesses: 1, readingMs: 60_000 });
  const tallies = { number: emptyTally(), issueDate: emptyTally(), cnpj: emptyTally() };
  try {
    for (const { drawn } of ordered) {
      const { bytes, expected } = await drawn;
      const answer = await ocr.read(bytes, 'image/jpeg', AbortSignal.timeout(60_000));
      add(tallies.number, answer.number, expected.key);
      add(tallies.issueDate, answer.issueDate, expected.day);
      add(tallies.cnpj, answer.cnpj, expected.cnpj);
    }
  } finally {
    await ocr.close();
  }
  return [
    ...rates('access key, by the gateway', tallies.number),
    ...rates('date, by the gateway', tallies.issueDate),
    ...rates('CNPJ, by the gateway', tallies.cnpj),
  ];
}

/** Share read right, and how many were read wrong. */
function rates(name: string, { right, wrong, none }: Tally): Figure[] {
  const all = right + wrong + none;
  const [area, how] = ['Reading', `${all} rendered receipts`];
  return [
    { area, name: `${name}: right`, value: rounded((100 * right) / all, 1), unit: '%', how },
    { area, name: `${name}: wrong`, value: wrong, unit: '', how },
  ];
}

function emptyTally(): Tally {
  return { right: 0, wrong: 0, none: 0 };
}

function add(tally: Tally, read: string | null, printed: string): void {
  if (read === null) tally.none += 1;
  else if (read === printed) tally.right += 1;
  else tally.wrong += 1;
}
