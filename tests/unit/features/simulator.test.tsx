// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import { memoryStore } from '../../../src/client/storage.ts';
import { setEnvironment } from '../../../src/environment.ts';
import { Simulator } from '../../../src/features/simulator/simulator.island.tsx';
import { siteProps } from '../../../src/layouts/site-props.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

let root: Root;
beforeEach(() => {
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main') as HTMLElement);
});
afterEach(() => root.unmount());

function show(products: number): void {
  const drafts = memoryStore();
  setEnvironment({ site, phase: () => 'open', debug: () => false, drafts } as never);
  const shelf = Array.from({ length: products }, (_, id) => ({
    ...{ id, name: `Creme ${id}`, bonusGenerator: false, picture: null },
  }));
  flushSync(() => root.render(<Simulator site={site} shelf={shelf} seal="11x" />));
}

function press(name: string): void {
  flushSync(() => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click());
}

it('a chosen product stays in the short list, even with quantity zero', () => {
  show(6);
  const later = () => document.querySelectorAll('.basket-row-later').length;
  expect(later()).toBe(2);
  press('Mais um: Creme 5');
  press('Menos um: Creme 5');
  expect(later()).toBe(1);
});

it('the keyboard goes on at the result once the example is used', () => {
  show(2);
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Usar este exemplo',
  );
  button?.focus();
  flushSync(() => button?.click());
  expect(button?.isConnected).toBe(false);
  expect(document.activeElement?.id).toBe('simulacao');
});

it.each([
  [4, 0],
  [5, 1],
])('a list of %i products has %i button to show the rest', (products, buttons) => {
  show(products);
  expect(document.querySelectorAll('.basket-more')).toHaveLength(buttons);
});

it('the price of each chosen product has a name of its own', () => {
  show(2);
  press('Mais um: Creme 0');
  press('Mais um: Creme 1');
  expect(
    [...document.querySelectorAll('input')].map((price) => price.getAttribute('aria-label')),
  ).toEqual(['Preço por item, em reais: Creme 0', 'Preço por item, em reais: Creme 1']);
});
