import type { Browser } from '@playwright/test';
import { listReceiptsEndpoint } from '../../../src/contract/receipts.ts';
import { callSite, registerAt, sendReceiptTo } from '../../support/site-actions.ts';
import type { ServedSite } from '../../support/site-process.ts';
import type { Figure } from '../figure.ts';
import { median, rounded } from '../median.ts';
import { type Journey, journeys } from './journeys.ts';
import { serveDelivered, signedIn } from './measured-site.ts';
import { openPage, openPhone, settle } from './phone.ts';
import { longestTask, type Vitals, vitalsOf } from './vitals.ts';

const runs = 3;

/** How soon pages respond to their users, and what keeps them from responding. */
export async function measureInteraction(): Promise<Figure[]> {
  const site = await serveDelivered();
  const browser = await openPhone();
  const figures: Figure[] = [];
  try {
    for (const journey of journeys) {
      const taken: Taken[] = [];
      for (let run = 0; run < runs; run += 1) taken.push(await take(browser, site, journey));
      figures.push(...summary(journey, taken));
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return figures;
}

interface Taken {
  arriving: Vitals;
  acting: Pick<Vitals, 'longTasks' | 'interactions'>;
}

async function take(browser: Browser, site: ServedSite, journey: Journey): Promise<Taken> {
  const { receipts, path, act } = journey;
  const prepare = receipts === undefined ? undefined : await participant(site, receipts);
  const phone = await openPage(browser, { prepare, slowNetwork: false });
  const { page } = phone;
  await page.goto(site.url + path);
  await settle(phone);
  const arriving = await vitalsOf(page);
  // Playwright's script comes with the first look-up, and would be the longest task of some journeys.
  await page.locator('main').waitFor();
  const since = await page.evaluate(() => performance.now());
  await act(page);
  // Two pictures later the last press has been painted and reported.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))),
  );
  const { longTasks, interactions } = await vitalsOf(page);
  await phone.close();
  return {
    arriving,
    acting: {
      longTasks: longTasks.filter(({ start }) => start > since),
      interactions,
    },
  };
}

/** A user with so many receipts: copies of a few that were sent. */
async function participant(site: ServedSite, receipts: number) {
  const consumer = await registerAt(site);
  const enter = await signedIn(site, consumer);
  if (receipts === 0) return enter;
  for (let sent = 0; sent < 5; sent += 1) await sendReceiptTo(site, consumer);
  const few = await callSite(site, listReceiptsEndpoint, { token: consumer.token });
  const many = Array.from({ length: receipts }, (_, place) => {
    const sample = few[place % few.length];
    return { ...sample, id: place < few.length ? sample?.id : 100_000 + place };
  });
  return async (context: Parameters<typeof enter>[0]) => {
    await enter(context);
    await context.route('**/api/campaign/*/coupon', (route) => route.fulfill({ json: many }));
  };
}

function summary({ name, path }: Journey, taken: readonly Taken[]): Figure[] {
  const figure = (what: string, unit: string, value: (one: Taken) => number): Figure => ({
    area: 'Interaction',
    name: `${name}: ${what}`,
    value: rounded(median(taken.map(value))),
    unit,
    how: `${path}, median of ${taken.length}, CPU 4x`,
  });
  return [
    figure('slowest answer', 'ms', ({ acting }) =>
      Math.max(0, ...acting.interactions.map(({ duration }) => duration)),
    ),
    figure('tasks above 50 ms', '', ({ acting }) => acting.longTasks.length),
    figure('longest of them', 'ms', ({ acting }) => longestTask(acting)),
    figure('longest task of loading', 'ms', ({ arriving }) => longestTask(arriving)),
  ];
}

if (import.meta.main) console.table(await measureInteraction());
