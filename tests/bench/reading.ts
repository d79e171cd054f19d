import { chromium, type Page } from '@playwright/test';
import { openOcr } from '../../src/gateway/services/ocr/ocr.ts';
import { browserOptions } from '../support/browser.ts';
import type { PageReading } from '../support/readers-page/page-reading.ts';
import { serveReadersPage } from '../support/readers-page/serve-readers-page.ts';
import { receiptCorpus } from '../support/receipts/receipt-corpus.ts';
import { renderReceipt } from '../support/receipts/render-receipt.ts';

const issuedAt = new Date('2026-11-18T15:00:00-03:00');

export interface Tally {
  right: number;
  wrong: number;
  none: number;
}

/** How well and how fast rendered receipts are read; times in milliseconds. */
export interface ReadingMeasure {
  /** Access keys read by the page, of receipts that show a code. */
  browser: Tally;
  browserMedian: number;
  /** From the chosen file of 12 megapixels to its reading, the smaller upload made. */
  browser12MegapixelMedian: number;
  server: Record<'number' | 'issueDate' | 'cnpj', Tally>;
  serverMedian: number;
  serverSlowest: number;
}

/** @param counts receipts for the page and, fewer since each takes a second, for the server. */
export async function measureReading(
  counts = { browser: 176, server: 48 },
): Promise<ReadingMeasure> {
  return { ...(await measureBrowser(counts.browser)), ...(await measureServer(counts.server)) };
}

async function measureBrowser(count: number) {
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
  return {
    browser: tally,
    browserMedian: median(times),
    browser12MegapixelMedian: median(largeTimes),
  };
}

async function readIn(page: Page, buffer: Buffer): Promise<PageReading> {
  const file = { name: 'nota.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('Arquivo').setInputFiles(file);
  return page.evaluate(() => window.readChosen());
}

async function measureServer(count: number) {
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
  return { server, serverMedian: median(times), serverSlowest: Math.round(Math.max(...times)) };
}

function emptyTally(): Tally {
  return { right: 0, wrong: 0, none: 0 };
}

function add(tally: Tally, read: string | null, printed: string): void {
  if (read === null) tally.none += 1;
  else if (read === printed) tally.right += 1;
  else tally.wrong += 1;
}

function median(times: number[]): number {
  return Math.round(times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0);
}

if (import.meta.main) {
  const measure = await measureReading();
  process.stdout.write(`${JSON.stringify(measure, null, 2)}\n`);
}
