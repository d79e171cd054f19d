// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { storeCredentials } from '../../../../src/client/credentials.ts';
import type { Receipt } from '../../../../src/contract/receipts.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { HomeNews } from '../../../../src/features/home/news.island.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { approvedReceipt } from '../../../support/approved-receipt.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
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
});

const mine = () => document.querySelector('.news-mine')?.textContent;

it('a person who comes back to the open home finds their figures as they are then', async () => {
  page['session'] = 'in';
  storeCredentials({ token: 'a.b.c', expiresAt: new Date('2030-01-01').getTime() });
  const known = { prizes: 700, lastDay: '30/11/2026', drawDay: '05/12/2026' };
  renderInPage(<HomeNews site={site} known={known} facts={{ open: [], closed: [] }} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.([]);
  await waitFor(() => expect(mine()).toContain('Sua 1ª nota'));
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(mine(), 'until the answer').toContain('Sua 1ª nota');
  asked[1]?.([approvedReceipt]);
  await waitFor(() => expect(mine()).toContain('1 nota enviada'));
});
