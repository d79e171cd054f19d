// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import {
  SimulatedRewards,
  SimulationSum,
} from '../../../../src/features/simulator/simulated-rewards.tsx';
import { Simulator } from '../../../../src/features/simulator/simulator.island.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

const withCashback = siteProps(
  embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

let root: Root;
beforeEach(() => {
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main') as HTMLElement);
});
afterEach(() => {
  root.unmount();
  vi.useRealTimers();
});

const creams = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    ...{ id, name: `Creme ${id}`, bonusGenerator: false, picture: null },
  }));

function show(products: number, shelf = creams(products), shownSite = site): void {
  setEnvironment(pageEnvironment({ site: shownSite }));
  flushSync(() => root.render(<Simulator site={shownSite} shelf={shelf} seal="11x" />));
}

function press(name: string): void {
  flushSync(() => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click());
}

const everyEngine = siteProps(
  embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

/** A common product, and the one that brings more numbers. */
const twoProducts = [
  { id: 1, name: 'Creme Menta', bonusGenerator: false, picture: null },
  { id: 2, name: 'Creme Carvão', bonusGenerator: true, picture: null },
];

const result = () =>
  document.querySelector('.basket-result')?.textContent?.replaceAll('\u00a0', ' ');

function typePrice(product: string, price: string): void {
  const field = [...document.querySelectorAll('input')].find((input) =>
    input.getAttribute('aria-label')?.endsWith(product),
  );
  if (!field) throw new Error(`No price of ${product}`);
  flushSync(() => field.focus());
  field.value = price;
  flushSync(() => field.dispatchEvent(new InputEvent('input', { bubbles: true })));
  flushSync(() => field.blur());
}

it('the page begins with an example, which can be taken into the basket', () => {
  show(2, twoProducts, everyEngine);
  expect(result()).toContain('Escolha os produtos e diga o preço de cada um.');
  expect(result()).toMatch(/Exemplo.*1 × Creme Carvão.*11 números da sorte.*Usar este exemplo/);
  const use = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Usar este exemplo',
  );
  flushSync(() => use?.click());
  expect(result()).toMatch(/1 × Creme Carvão.*/);
  expect(result()).toContain('11 números da sorte');
  expect(result()).not.toContain('xemplo');
  press('Menos um: Creme Carvão');
  expect(result()).toContain('Escolha os produtos');
});

it('a basket says what is missing, then what it earns', () => {
  show(2, twoProducts, everyEngine);
  press('Mais um: Creme Menta');
  expect(result()).toBe(
    'O que sua nota rendeAgora diga o preço do que você escolheu.Dizer o preço',
  );
  document.querySelector<HTMLElement>('.basket-answer button')?.click();
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/Creme Menta$/);
  typePrice('Creme Menta', '7,5,0');
  expect(document.body.textContent).toContain('Valor inválido: escreva como 12,90');
  typePrice('Creme Menta', '7,5');
  expect(result()).toContain('Faltam R$ 2,50 para a nota participar');
  const oneMore = document.querySelector<HTMLElement>('.basket-answer > button');
  expect(oneMore?.textContent).toBe('Somar 1 × Creme Menta');
  flushSync(() => oneMore?.click());
  expect(document.activeElement?.id).toBe('simulacao');
  expect(result()).toContain('1 número da sorte');
  expect(result()).toContain('Com o produto em destaque seriam mais 10.');
  press('Mais um: Creme Carvão');
  typePrice('Creme Carvão', '12,90');
  for (const reward of [
    '11 números da sorte',
    'Mais 10 por nota com Creme Carvão.',
    'R$ 2,79',
    '5 pontos',
    '1 ponto a cada R$ 5,00 da nota. A sobra não conta.',
  ]) {
    expect(result()).toContain(reward);
  }
});

it('screen readers hear what a basket comes to once its user pauses, in place of a receipt at each key', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  show(2, twoProducts, everyEngine);
  const live = [...document.querySelectorAll('[role=status], [aria-live]')];
  const heard: (string | null)[] = [];
  const watch = (passedMs: number) => {
    flushSync(() => vi.advanceTimersByTime(passedMs));
    const text = live.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')).join();
    if (text !== (heard.at(-1) ?? '')) heard.push(text);
  };
  watch(0);
  press('Mais um: Creme Carvão');
  watch(1_000);
  for (const typed of ['1', '12', '12,', '12,9', '12,90']) {
    typePrice('Creme Carvão', typed);
    watch(300);
  }
  watch(700);
  expect(heard).toEqual([
    '1 produto escolhido Diga o preço e veja o que a nota rende',
    'Nota de R$ 12,90 rende 11 números da sorte e mais 3 ganhos',
  ]);
});

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
  ).toEqual(['Preço por item (R$): Creme 0', 'Preço por item (R$): Creme 1']);
});

it.each([
  [100, 1, /Cada pessoa ganha até R\$\s100,00, em até 1 nota\./],
  [100, 3, /Cada pessoa ganha até R\$\s100,00, em até 3 notas\./],
  [100, null, /Cada pessoa ganha até R\$\s100,00\./],
  [null, 3, /Vale para até 3 notas por pessoa\./],
  [null, null, /2% do total\.$/],
])('cashback of at most R$ %s, on at most %s receipts, is said to be so', (amount, count, text) => {
  const limits = { percentage: 2, maxAmountByConsumer: amount, maxCouponsByConsumer: count };
  const { campaign } = withCashback;
  const engines = campaign.engines.map((engine) =>
    engine.type === 'CASHBACK' ? { ...engine, details: { ...engine.details, ...limits } } : engine,
  );
  const changed = { ...withCashback, campaign: { ...campaign, engines } };
  const rewards = [{ type: 'CASHBACK', engine: 'Cashback', value: 2, percentage: 2 }] as const;
  const shown = renderToStaticMarkup(
    <SimulatedRewards
      simulation={{ state: 'earns', total: 100, rewards: [...rewards] }}
      {...{ lines: [], missingPrice: undefined, site: changed, onExample: null, oneMore: null }}
    />,
  );
  const [reward = ''] = /<h3>Cashback.*?<\/div>/.exec(shown) ?? [];
  expect(reward.replaceAll(/<[^>]+>/g, '')).toMatch(text);
});

it.each([
  [1, 'Falta'],
  [100, 'Falta'],
  [200, 'Faltam'],
])('%i missing centavos agree with their verb', (missing, verb) => {
  const simulation = { state: 'too-little', total: 900, missing } as const;
  const shown = renderToStaticMarkup(
    <>
      <SimulatedRewards
        {...{
          simulation,
          lines: [],
          missingPrice: undefined,
          site,
          onExample: null,
          oneMore: null,
        }}
      />
      <SimulationSum {...{ simulation, missingPrices: [], site }} />
    </>,
  );
  expect(shown.match(/Faltam?/g)).toEqual([verb, verb]);
});
