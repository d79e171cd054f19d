import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import type { CartTotals } from '../../../../src/features/redeem/cart.ts';
import { CheckoutBar } from '../../../../src/features/redeem/checkout-bar.tsx';
import { pointsTerms } from '../../../../src/features/redeem/prize-catalogue.store.ts';
import { $checkout } from '../../../../src/features/redeem/redeem.store.ts';

const totals: CartTotals = {
  chosen: [],
  selected: 8,
  available: 2,
  hasBalance: true,
  isSoldOut: false,
  broken: [],
  blocker: null,
  isUnanswered: false,
};
const promise = 'Toque em Resgatar de novo: ele não será feito duas vezes.';

afterEach(() => $checkout.set({ step: 'choosing' }));

function bar(overrides: Partial<CartTotals>): string {
  const shown = { ...totals, ...overrides };
  return renderToStaticMarkup(<CheckoutBar terms={pointsTerms({ engines: [] })} totals={shown} />);
}

it('the checkout bar says after a lost answer that the redemption may be requested again', () => {
  expect(bar({ isUnanswered: true })).toContain(promise);
  expect(bar({})).not.toContain(promise);
});

it('the checkout bar says nothing of a lost answer while the redemption is sent', () => {
  $checkout.set({ step: 'sending' });
  expect(bar({ isUnanswered: true })).not.toContain(promise);
});

it('the checkout bar links to the redemptions after an order, and asks for no choice', () => {
  const asks = 'Selecione ao menos um item';
  expect(bar({ selected: 0, blocker: 'NOTHING_SELECTED' })).toContain(asks);
  $checkout.set({ step: 'redeemed', prizes: [] });
  const after = bar({ selected: 0, blocker: 'NOTHING_SELECTED' });
  expect(after).not.toContain(asks);
  expect(after).not.toContain('<button');
  expect(after).toContain('href="/meus-resgates"');
});

it('the checkout bar shows the order instead of the selection', () => {
  const kit = { id: 1, points: 1, description: 'Kit Escova', stock: 4, imageUrl: null };
  $checkout.set({ step: 'redeemed', prizes: [{ ...kit, quantity: 2 }] });
  const after = bar({ chosen: [], selected: 0 });
  expect(after).toContain('Pedido feito');
  expect(after).toMatch(/<b>2 ×<\/b> Kit Escova/);
  expect(after, 'a sum that would be 0').not.toContain('Selecionado');
});

it('the checkout bar lists the selection, and stays in the window from then on', () => {
  const kit = { id: 1, points: 1, description: 'Kit Escova', stock: 4, imageUrl: null };
  const chosen = bar({ chosen: [{ ...kit, quantity: 2 }] });
  expect(chosen).toMatch(/<b>2 ×<\/b> Kit Escova.*<b>2 pontos<\/b>/);
  expect(chosen).toContain('checkout-bar-docked');
  expect(bar({ selected: 0 })).not.toContain('checkout-bar-docked');
});
