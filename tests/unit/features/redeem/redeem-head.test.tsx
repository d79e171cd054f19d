import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { $catalogue } from '../../../../src/features/redeem/prize-catalogue.store.ts';
import { RedeemPage } from '../../../../src/features/redeem/redeem.island.tsx';
import { $checkout } from '../../../../src/features/redeem/redeem.store.ts';
import { siteProps } from '../../../../src/layouts/site-props.ts';

const site = siteProps(
  embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);
const offer =
  /<a class="button button-small when-joinable" href="\/nova-nota">\s*Enviar nota e juntar mais</;

function headFor(balance: number): string {
  const kit = { id: 1, points: 1, description: 'Kit Escova', stock: 4, imageUrl: null };
  const value = { prizes: [kit], wallet: { balance, status: 'ACTIVE' }, hasAddress: true } as const;
  $catalogue.set({ state: 'loaded', value });
  return renderToStaticMarkup(<RedeemPage site={site} />).split('</header>')[0] ?? '';
}

it('without points the figure waves, and the head leads to a receipt', () => {
  expect(headFor(0)).toMatch(offer);
  expect(headFor(0)).toContain('mascote-acena');
  expect(headFor(2)).not.toMatch(offer);
  expect(headFor(2)).toContain('mascote-comemora');
});

it('points that have all become prizes are cheered', () => {
  $checkout.set({ step: 'redeemed', prizes: [] });
  const head = headFor(0);
  $checkout.set({ step: 'choosing' });
  expect(head).not.toMatch(offer);
  expect(head).toContain('mascote-comemora');
});
