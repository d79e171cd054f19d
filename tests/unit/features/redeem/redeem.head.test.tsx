import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { buildCampaign, embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { $catalogue } from '../../../../src/features/redeem/prize-catalogue.store.ts';
import { RedeemPage } from '../../../../src/features/redeem/redeem.island.tsx';
import { $checkout, decrease, increase } from '../../../../src/features/redeem/redeem.store.ts';
import { pointsProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';

// Props of prizes name the build's pictures.
await buildCampaign();
const site = pointsProps(
  embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);
setEnvironment(pageEnvironment({ site }));
const offer =
  /<a class="button button-small when-joinable redeem-head-link" href="\/nova-nota">\s*Enviar nota e juntar pontos</;

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

it('the head keeps the balance while prizes are selected', () => {
  const kit = { id: 1, points: 4, description: 'Kit Escova', stock: 4, imageUrl: null };
  const wallet = { balance: 10, status: 'ACTIVE' } as const;
  $catalogue.set({ state: 'loaded', value: { prizes: [kit], wallet, hasAddress: true } });
  increase(kit);
  const page = renderToStaticMarkup(<RedeemPage site={site} />);
  decrease(kit);
  expect(page).toMatch(/Saldo: <\/span>10 pontos/);
  expect(page).toMatch(/Disponível<\/dt><dd>6 pontos/);
});

it('a catalogue that did not load has one figure, beside what failed', () => {
  $catalogue.set({ state: 'failed', lines: ['Sem conexão'] });
  const page = renderToStaticMarkup(<RedeemPage site={site} />);
  expect(page.match(/(?<=<img[^>]*)mascote-\w+/g)).toEqual(['mascote-duvida']);
  expect(page, 'no balance that looks hidden').not.toMatch(/Saldo:|…/);
  expect(page, 'nothing to select').not.toContain('Selecione');
});

it('points that have all become prizes are cheered', () => {
  $checkout.set({ step: 'redeemed', prizes: [] });
  const head = headFor(0);
  $checkout.set({ step: 'choosing' });
  expect(head).not.toMatch(offer);
  expect(head).toContain('mascote-comemora');
});

it('the head invites to select prizes, also right after some were redeemed', () => {
  expect(headFor(2)).toContain('<p>Selecione os itens desejados</p>');
  $checkout.set({ step: 'redeemed', prizes: [] });
  const head = headFor(2);
  $checkout.set({ step: 'choosing' });
  expect(head).toMatch(/Parabéns pela troca!<\/p><p>Selecione os itens desejados<\/p>/);
});
