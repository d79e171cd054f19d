import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { buildCampaign, embeddedCampaign } from '../../../../src/campaign/load.ts';
import type { Redemption } from '../../../../src/contract/wallets.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { MyRedemptions } from '../../../../src/features/redeem/my-redemptions.island.tsx';
import { $myRedemptions } from '../../../../src/features/redeem/my-redemptions.store.ts';
import { pointsProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';

// Props of prizes name the build's pictures.
await buildCampaign();
const site = pointsProps(
  embeddedCampaign({ variant: 'all', window: 'live', tenantId: 't', today: '2026-11-23' }),
);
beforeAll(() => setEnvironment(pageEnvironment({ site })));

function order(id: number, status: string): Redemption {
  return {
    id,
    createdAt: '2026-11-20T12:00:00-03:00',
    totalPoints: 4,
    items: [
      { prize: { id: 504, description: 'Kit Escova' }, quantity: 2, totalPoints: 2 },
      { prize: { id: 501, description: 'Cesta Sorriso' }, quantity: 1, totalPoints: 2 },
    ],
    storeIntegrationOrder: { status },
  };
}

/** What the page says, without its marks. */
function page(balance: number, ...redemptions: Redemption[]): string {
  $myRedemptions.set({ state: 'loaded', value: { balance, redemptions } });
  return renderToStaticMarkup(<MyRedemptions site={site} />).replaceAll(/(?:<[^>]*>|\s)+/g, ' ');
}

const term = 'Os prêmios resgatados serão entregues em até 30 dias.';

it.each([
  ['NEW_ORDER', 'Novo pedido . Etapa 1 de 4. A seguir: Preparo', true],
  ['CONFIRMED', 'Confirmado . Etapa 2 de 4. A seguir: Envio', true],
  ['SHIPPED', 'Enviado . Etapa 3 de 4. A seguir: Entrega', true],
  ['COMPLETED', 'Entregue . Etapa 4 de 4 ', false],
])(
  'an order in %s says how far it is, and until it has arrived when it will',
  (status, text, isOnItsWay) => {
    const shown = page(6, order(7, status));
    expect(shown).toContain(text);
    expect(shown).toContain('Pedido Preparo Envio Entrega');
    expect(shown.includes(term)).toBe(isOnItsWay);
  },
);

it('an order that was cancelled has no stages', () => {
  const shown = page(6, order(7, 'CANCELED'));
  expect(shown).toContain('Cancelado');
  expect(shown).not.toMatch(/Etapa|Preparo/);
});

it('orders are listed with number, date, sum and items, and the only one is open', () => {
  const shown = page(6, order(7, 'NEW_ORDER'));
  expect(shown).toContain('Você tem 6 pontos');
  expect(shown).toContain('2 × Kit Escova, 1 × Cesta Sorriso');
  expect(shown).toContain('# Pedido 7 Data 20/11/2026 12:00 Total 4 pontos');
  expect(shown).toContain('Kit Escova Quantidade: 2 2 pontos');
  const openOnes = () =>
    renderToStaticMarkup(<MyRedemptions site={site} />).match(/<details open=""/g)?.length ?? 0;
  expect(openOnes()).toBe(1);
  page(6, order(7, 'NEW_ORDER'), order(8, 'NEW_ORDER'));
  expect(openOnes()).toBe(0);
});

it('a page without an order leads on by the balance', () => {
  expect(page(0)).toContain(
    'Você ainda não fez nenhum resgate. Enviar nota e juntar pontos Ver as',
  );
  const html = renderToStaticMarkup(<MyRedemptions site={site} />);
  expect(html, 'gone after the end').toContain('class="button when-joinable" href="/nova-nota"');
  expect(page(4)).toContain('Você ainda não fez nenhum resgate. Resgate suas cestas');
  expect(page(4)).not.toContain('Enviar nota');
});
