import type { Browser } from '@playwright/test';
import { receiptFile } from '../../e2e/fixtures.ts';
import { openFields } from '../../e2e/receipt-steps.ts';
import { registerAt } from '../../support/site-actions.ts';
import type { ServedSite } from '../../support/site-process.ts';
import type { Figure } from '../figure.ts';
import { median, rounded } from '../median.ts';
import { traceAfterClick } from './main-thread.ts';
import { serveDelivered, signedIn } from './measured-site.ts';
import { openPage, openPhone, slowness } from './phone.ts';

const runs = 5;

/** The scene, and the picture to share that is drawn once it is calm. Milliseconds. */
const sceneMs = 5_000;

/** What keeps the page of a slow phone from its next frame while a gift opens and a prize flies out. */
export async function measureWinScene(): Promise<Figure[]> {
  const site = await serveDelivered();
  const browser = await openPhone();
  const longest: number[] = [];
  try {
    for (let run = 0; run < runs; run += 1) longest.push(await openGift(browser, site, run));
  } finally {
    await browser.close();
    await site.kill();
  }
  return [
    {
      area: 'Interaction',
      name: 'a gift opens: longest task of the scene',
      value: rounded(median(longest)),
      unit: 'ms',
      how: `/nova-nota, median of ${runs}, CPU 4x, processor time`,
    },
  ];
}

/** The first receipts of a campaign that has begun win what it has due by now. */
async function openGift(browser: Browser, site: ServedSite, run: number): Promise<number> {
  const prepare = await signedIn(site, await registerAt(site));
  const phone = await openPage(browser, { prepare, slowNetwork: false, slow: 1 });
  const { page, session } = phone;
  await page.goto(`${site.url}/nova-nota`);
  const { file } = await receiptFile('pdf', 7_100 + run);
  await page.getByLabel('Escolher arquivo').setInputFiles(file);
  await page.getByRole('button', { name: 'ler cupom' }).click();
  await page.getByLabel('Código da Nota').waitFor({ state: 'attached' });
  await openFields(page);
  await page.getByLabel('Valor Total').fill('54,90');
  await page.getByRole('radio', { name: 'Sim' }).check();
  await page.getByRole('button', { name: 'salvar' }).click();
  const gift = page.getByRole('button', { name: 'Abrir o presente' });
  await gift.waitFor();
  await page.waitForLoadState('networkidle');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const tasks = await traceAfterClick(browser, page, async () => {
    await gift.click();
    await page.waitForTimeout(sceneMs);
  });
  await phone.close();
  return Math.max(...tasks);
}

if (import.meta.main) console.table(await measureWinScene());
