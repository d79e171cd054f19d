import type { Browser, BrowserContext } from '@playwright/test';
import { registerAt, sendReceiptTo } from '../../support/site-actions.ts';
import type { ServedSite } from '../../support/site-process.ts';
import type { Figure } from '../figure.ts';
import { median, rounded } from '../median.ts';
import { serveDelivered, serveEverything, signedIn } from './measured-site.ts';
import { openPage, openPhone, type PhonePage, settle } from './phone.ts';
import { blockingTime, longestTask, type Vitals, vitalsOf } from './vitals.ts';

/** A page, and its main island. */
interface MeasuredPage {
  path: string;
  island?: string;
}

const openPages: readonly MeasuredPage[] = [
  { path: '/' },
  { path: '/faq' },
  { path: '/regulamento' },
  { path: '/entrar', island: 'SignIn' },
  { path: '/cadastro', island: 'SignUpPage' },
];
const ownPages: readonly MeasuredPage[] = [
  { path: '/nova-nota', island: 'NewReceipt' },
  { path: '/minhas-notas', island: 'MyReceipts' },
];
const pointsPages: readonly MeasuredPage[] = [{ path: '/resgatar', island: 'RedeemPage' }];

const cold = 5;
const warm = 3;

type Visit = Vitals & { bytes: number };

/** How soon pages show and answer on a slow phone, with nothing in the cache and with everything. */
export async function measurePages(): Promise<Figure[]> {
  const browser = await openPhone();
  try {
    return [...(await measureDelivered(browser)), ...(await measureEverything(browser))];
  } finally {
    await browser.close();
  }
}

async function measureDelivered(browser: Browser): Promise<Figure[]> {
  const site = await serveDelivered();
  try {
    const owner = await ownerOfReceipts(site);
    return [
      ...(await figuresOf(browser, site, openPages)),
      ...(await figuresOf(browser, site, ownPages, owner)),
    ];
  } finally {
    await site.close();
  }
}

async function measureEverything(browser: Browser): Promise<Figure[]> {
  const site = await serveEverything();
  try {
    return await figuresOf(browser, site, pointsPages, await ownerOfReceipts(site));
  } finally {
    await site.close();
  }
}

async function ownerOfReceipts(site: ServedSite) {
  const consumer = await registerAt(site);
  for (let sent = 0; sent < 3; sent += 1) await sendReceiptTo(site, consumer);
  return signedIn(site, consumer);
}

async function figuresOf(
  browser: Browser,
  { url }: ServedSite,
  pages: readonly MeasuredPage[],
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const measured of pages) {
    const visits = await visit(browser, url, measured, prepare);
    figures.push(...summary(measured, visits));
  }
  return figures;
}

async function visit(
  browser: Browser,
  origin: string,
  { path, island }: MeasuredPage,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<{ first: Visit[]; again: Visit[] }> {
  const first: Visit[] = [];
  const again: Visit[] = [];
  for (let run = 0; run < cold; run += 1) {
    const phone = await openPage(browser, { prepare });
    first.push(await load(phone, origin + path, island));
    if (run < warm) {
      await phone.page.goto('about:blank');
      again.push(await load(phone, origin + path, island));
    }
    await phone.close();
  }
  return { first, again };
}

async function load(phone: PhonePage, address: string, island?: string): Promise<Visit> {
  phone.takeBytes();
  await phone.page.goto(address);
  if (island) {
    await phone.page.waitForFunction(
      (name) => (Reflect.get(window, 'vitals') as Vitals).live[name] !== undefined,
      island,
    );
  }
  await settle(phone);
  return { ...(await vitalsOf(phone.page)), bytes: phone.takeBytes() };
}

function summary(
  { path, island }: MeasuredPage,
  { first, again }: { first: Visit[]; again: Visit[] },
): Figure[] {
  function figure(
    cache: 'cold' | 'warm',
    [what, unit]: [string, string],
    value: (visit: Visit) => number,
    decimals = 0,
  ): Figure {
    const visits = cache === 'cold' ? first : again;
    return {
      area: 'Pages',
      name: `${path} ${what}${cache === 'cold' ? '' : `, ${cache}`}`,
      value: rounded(median(visits.map(value)), decimals),
      unit,
      how: `median of ${visits.length}, ${cache} cache, CPU 4x, 150 ms, 1.6 Mbit/s`,
    };
  }
  const live = ({ live }: Visit) => live[island ?? ''] ?? 0;
  return [
    figure('cold', ['largest paint', 'ms'], ({ largestPaint }) => largestPaint),
    figure('cold', ['blocking time', 'ms'], blockingTime),
    figure('cold', ['longest task above 50 ms', 'ms'], longestTask),
    figure('cold', ['layout shift', ''], ({ layoutShift }) => layoutShift, 3),
    ...(island ? [figure('cold', ['live', 'ms'], live)] : []),
    figure('cold', ['over the wire', 'B'], ({ bytes }) => bytes),
    figure('warm', ['largest paint', 'ms'], ({ largestPaint }) => largestPaint),
    ...(island ? [figure('warm', ['live', 'ms'], live)] : []),
  ];
}

if (import.meta.main) console.table(await measurePages());
