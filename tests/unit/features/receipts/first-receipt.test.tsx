import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/embedded.ts';
import type { Receipt } from '../../../../src/contract/receipts.ts';
import { type Environment, setEnvironment } from '../../../../src/environment.ts';
import { MyReceipts } from '../../../../src/features/receipts/mine/my-receipts.island.tsx';
import { $myReceipts } from '../../../../src/features/receipts/mine/my-receipts.store.ts';
import { siteProps } from '../../../../src/layouts/site-props.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);
const receipt: Receipt = {
  id: 1,
  identifier: '1234',
  purchaseDate: '2026-11-19',
  createdAt: '2026-11-20T12:00:00Z',
  totalAmount: 54.9,
  status: 'APPROVED',
  moderationList: [],
  engineOrders: [],
};

it.each([
  ['while the promotion is open', 'open', true],
  ['and no longer after the end', 'over', false],
] as const)('a first receipt stands beside the next chance %s', (_when, phase, isAsked) => {
  const page: Partial<Environment> = {
    site,
    phase: () => phase,
    debug: () => false,
    pageUrl: (path) => path,
  };
  setEnvironment(page as Environment);
  $myReceipts.set({ state: 'known', value: [receipt] });
  expect(renderToStaticMarkup(<MyReceipts site={site} />).includes('Tem outra nota?')).toBe(
    isAsked,
  );
});
