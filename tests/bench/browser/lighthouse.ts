import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { browserOptions } from '../../support/browser.ts';
import { freePort } from '../../support/free-port.ts';
import { registerAt } from '../../support/site-actions.ts';
import type { Figure } from '../figure.ts';
import { rounded } from '../median.ts';
import { serveDelivered, signedIn } from './measured-site.ts';

const runs = 5;
const paths = ['/', '/faq', '/regulamento', '/transparencia', '/nova-nota'];

/** The audits that are reported, with the unit and decimals of each. */
const audits = [
  ['largest-contentful-paint', 'largest paint', 'ms', 0],
  ['total-blocking-time', 'blocking time', 'ms', 0],
  ['cumulative-layout-shift', 'layout shift', '', 3],
] as const;

/** Lighthouse's view of the pages: a simulated phone, the worst of several runs. */
export async function measureLighthouse(): Promise<Figure[]> {
  const site = await serveDelivered();
  const profile = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const port = await freePort();
  const args = [...browserOptions.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launchPersistentContext(profile, { ...browserOptions, args });
  try {
    const enter = await signedIn(site, await registerAt(site));
    await enter(browser);
    const figures: Figure[] = [];
    for (const path of paths) {
      // The pages for people who are signed in find the session in the storage; a page that stays
      // open asks the identity service for another after a minute, which knows of none.
      const page = await browser.newPage();
      await page.goto(site.url);
      await page.close();
      figures.push(...(await figuresOf(path, site.url + path, port)));
    }
    return figures;
  } finally {
    await browser.close();
    await site.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function figuresOf(path: string, address: string, port: number): Promise<Figure[]> {
  const reports: Report[] = [];
  // A run in which the browser drew nothing in time has no score, and is made again.
  for (let tries = 0; reports.length < runs && tries < 2 * runs; tries += 1) {
    const made = await report(address, port);
    if (typeof made.categories['performance']?.score === 'number') reports.push(made);
  }
  const figure = (what: string, unit: string, value: number): Figure => ({
    area: 'Lighthouse',
    name: `${path} ${what}`,
    value,
    unit,
    how: `worst of ${runs}, mobile, simulated`,
  });
  const scores = reports.map(({ categories }) => categories['performance']?.score ?? 0);
  return [
    figure('score', '', rounded(100 * Math.min(...scores))),
    ...audits.map(([id, what, unit, decimals]) => {
      const values = reports.map((each) => each.audits[id]?.numericValue ?? Number.NaN);
      return figure(what, unit, rounded(Math.max(...values), decimals));
    }),
  ];
}

type Report = Awaited<ReturnType<typeof report>>;

async function report(address: string, port: number) {
  const result = await lighthouse(address, {
    port,
    onlyCategories: ['performance'],
    disableStorageReset: true,
    disableFullPageScreenshot: true,
    logLevel: 'silent',
  });
  if (!result) throw new Error(`Lighthouse says nothing of ${address}`);
  if (result.lhr.finalDisplayedUrl !== address) throw new Error(`${address} leads elsewhere`);
  return result.lhr;
}

if (import.meta.main) console.table(await measureLighthouse());
