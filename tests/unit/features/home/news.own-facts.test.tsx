// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { storeCredentials } from '../../../../src/client/credentials.ts';
import type { Receipt } from '../../../../src/contract/receipts.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { HomeNews } from '../../../../src/features/home/news.island.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { approvedReceipt } from '../../../support/approved-receipt.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { waitFor } from '../../../support/wait-for.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);
const page = document.documentElement.dataset;

/** Calls for the user’s receipts, oldest first, still unanswered. */
let asked: ((receipts: Receipt[]) => void)[];

beforeEach(() => {
  asked = [];
  setEnvironment(
    pageEnvironment({
      site,
      fetch: (address) =>
        String(address).endsWith('/coupon')
          ? new Promise((resolve) => asked.push((receipts) => resolve(Response.json(receipts))))
          : Promise.resolve(new Response(null, { status: 404 })),
    }),
  );
  document.body.innerHTML = '<main></main>';
});

const mine = () => document.querySelector('.news-mine')?.textContent;

it('a person who signs in or out while home is open finds their own figures, not another person’s', async () => {
  page['session'] = 'out';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  const known = { prizes: 700, lastDay: '30/11/2026', drawDay: '05/12/2026' };
  const facts = { open: [], closed: [] };
  flushSync(() => root.render(<HomeNews site={site} known={known} facts={facts} />));
  const signIn = async (count: number) => {
    storeCredentials({ token: 'a.b.c', expiresAt: new Date('2030-01-01').getTime() });
    page['session'] = 'in';
    await waitFor(() => expect(asked).toHaveLength(count));
  };
  await signIn(1);
  asked[0]?.([approvedReceipt, approvedReceipt]);
  await waitFor(() => expect(mine()).toContain('2 notas enviadas'));

  page['session'] = 'out';
  await waitFor(() => expect(mine()).not.toContain('2 notas enviadas'));
  await signIn(2);
  page['session'] = 'out';
  await Promise.resolve();
  await signIn(3);
  asked[2]?.([]);
  await waitFor(() => expect(mine()).toContain('Sua 1ª nota'));
  asked[1]?.([approvedReceipt]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(mine()).toContain('Sua 1ª nota');
  root.unmount();
});

it.each([
  ['CONFIRMED', '1 número sorteado'],
  ['PASSED_ON', '2 números da sorte'],
])('a drawn number stands before the others while its prize is %s', async (status, fact) => {
  page['session'] = 'in';
  storeCredentials({ token: 'a.b.c', expiresAt: new Date('2030-01-01').getTime() });
  const root = createRoot(document.querySelector('main') as HTMLElement);
  const known = { prizes: 700, lastDay: '30/11/2026', drawDay: '05/12/2026' };
  flushSync(() =>
    root.render(<HomeNews site={site} known={known} facts={{ open: [], closed: [] }} />),
  );
  await waitFor(() => expect(asked).toHaveLength(1));
  const luckyNumbers = [153, 154].map((generatedNumber) => ({ series: 4, generatedNumber }));
  const deliveries = [{ status, number: '4.00153', campaignPrizeId: 1 }];
  const draw = {
    engineType: 'DRAW' as const,
    campaignEngineId: 1,
    status: 'REQUESTED',
    events: [],
  };
  const details = { luckyNumbers, deliveries };
  asked[0]?.([{ ...approvedReceipt, engineOrders: [{ ...draw, details }] }]);
  await waitFor(() => expect(mine()).toContain(`1 nota enviada${fact}`));
  root.unmount();
});
