import { chromium, type Page } from '@playwright/test';
import { openOcr } from '../../src/gateway/services/ocr/ocr.ts';
import { browserOptions } from '../support/browser.ts';
import type { PageReading } from '../support/readers-page/page-reading.ts';
import { serveReadersPage } from '../support/readers-page/serve-readers-page.ts';
import { receiptCorpus } from '../support/receipts/receipt-corpus.ts';
import { renderReceipt } from '../support/receipts/render-receipt.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const area = 'Reading';
const issuedAt = new Date('2026-11-18T15:00:00-03:00');

interface Tally {
  right: number;
  wrong: number;
  none: number;
}

/** Receipts for the page and, fewer since each takes a second, for the server. */
const receipts = { browser: 176, server: 48 };

/** How well and how fast rendered receipts are read. */
export async function measureReading(): Promise<Figure[]> {
  return [...(await measureBrowser(receipts.browser)), ...(await measureServer(receipts.server))];
}

async function measureBrowser(count: number): Promise<Figure[]> {
  const site = await serveReadersPage();
  const browser = await chromium.launch(browserOptions);
  const page = await browser.newPage();
  await page.goto(site.url);
  const tally = emptyTally();
  const times: number[] = [];
  const largeTimes: number[] = [];
  for (const order of receiptCorpus(count, issuedAt)) {
    if (order.condition === 'without-qr') continue;
    const { bytes, expected } = await renderReceipt(order);
    const { reading, milliseconds } = await readIn(page, Buffer.from(bytes));
    add(tally, reading.state === 'read' ? reading.number : null, expected.key);
    times.push(milliseconds);
    if (order.condition.endsWith('12mp')) largeTimes.push(milliseconds);
  }
  await browser.close();
  await site.close();
  return [
    ...rates('access key, page', tally),
    waiting('access key, page', median(times), 'median'),
    waiting('12 megapixels, page', median(largeTimes), 'median, the smaller upload made'),
  ];
}

async function readIn(page: Page, buffer: Buffer): Promise<PageReading> {
  const file = { name: 'nota.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('Arquivo').setInputFiles(file);
  return page.evaluate(() => window.readChosen());
}

async function measureServer(count: number): Promise<Figure[]> {
  const ocr = openOcr({ processes: 1 });
  const server = { number: emptyTally(), issueDate: emptyTally(), cnpj: emptyTally() };
  const times: number[] = [];
  for (const order of receiptCorpus(count, issuedAt)) {
    const { bytes, expected } = await renderReceipt(order);
    const started = performance.now();
    const answer = await ocr.read(bytes, 'image/jpeg', AbortSignal.timeout(60_000));
    times.push(performance.now() - started);
    add(server.number, answer.number, expected.key);
    add(server.issueDate, answer.issueDate, expected.day);
    add(server.cnpj, answer.cnpj, expected.cnpj);
  }
  await ocr.close();
  return [
    ...rates('access key, server', server.number),
    ...rates('date, server', server.issueDate),
    ...rates('CNPJ, server', server.cnpj),
    waiting('a receipt, server', median(times), 'median, one at a time'),
    waiting('slowest receipt, server', Math.max(...times), 'one at a time'),
  ];
}

/** Share read right, and how many were read wrong. */
function rates(name: string, { right, wrong, none }: Tally): Figure[] {
  const all = right + wrong + none;
  const how = `${all} rendered receipts`;
  return [
    { area, name: `${name}: right`, value: (100 * right) / all, unit: '%', how },
    { area, name: `${name}: wrong`, value: wrong, unit: '', how },
  ];
}

function waiting(name: string, milliseconds: number, how: string): Figure {
  return { area, name, value: Math.round(milliseconds), unit: 'ms', how };
}

function emptyTally(): Tally {
  return { right: 0, wrong: 0, none: 0 };
}

function add(tally: Tally, read: string | null, printed: string): void {
  if (read === null) tally.none += 1;
  else if (read === printed) tally.right += 1;
  else tally.wrong += 1;
}
