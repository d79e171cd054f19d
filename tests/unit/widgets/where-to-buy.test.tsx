// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { retailers19 } from '../../../src/campaign/19/retailers.ts';
import { waitFor } from '../../support/wait-for.ts';

const site = 'https://promocao.example';

beforeAll(async () => {
  // What is wrong is said in the console too.
  vi.spyOn(console, 'warn').mockReturnValue();
  const shops = { campaign: 19, theme: '', retailers: retailers19 };
  // The build puts it in.
  vi.stubGlobal('CAMPAIGN_DATA', JSON.stringify(shops));
  const { shopsWidget } = await import('../../../widgets/where-to-buy/shops-widget.tsx');
  const { defineWidget } = await import('../../../widgets/host/define-widget.ts');
  document.body.innerHTML = `<promo-shops campaign="19" origin="${site}">
    <ul><li><a href="/lojas">Lojas</a></li></ul></promo-shops>`;
  // By a name of its own: the page of another file may have the widget's.
  defineWidget({ ...shopsWidget, name: 'shops' });
});
afterEach(() => document.body.replaceChildren());
afterAll(() => vi.restoreAllMocks());

/** Adds an element to the page. */
function add(html: string): HTMLElement {
  document.body.insertAdjacentHTML('beforeend', html);
  return document.body.lastElementChild as HTMLElement;
}

/** Names of the shops that an element shows in a list with this heading; null without a list. */
function shopsIn(element: Element | null, heading = 'Onde comprar'): string[] | null {
  const list = element?.shadowRoot?.querySelector(`ul[aria-label="${heading}"]`);
  return list ? Array.from(list.querySelectorAll('b'), ({ textContent }) => textContent) : null;
}

const all = retailers19.map(({ name }) => name);

test('elements and marked elements show their shops, whenever they are added', async () => {
  const early = document.querySelector('promo-shops');
  await waitFor(() => expect(shopsIn(early)).toEqual(all));
  const marked = add(
    `<div data-promo-widget="shops" data-campaign="19" data-origin="${site}" data-heading="Lojas"></div>`,
  );
  await waitFor(() => expect(shopsIn(marked, 'Lojas')).toEqual(all));
  const offers = marked.shadowRoot?.querySelector('[aria-label="Ver ofertas: Super Gralha"]');
  expect(offers?.getAttribute('href')).toBe('https://super-gralha.example/busca?q=brisal');
  const late = add(`<promo-shops origin="${site}"></promo-shops>`);
  late.setAttribute('campaign', '19');
  await waitFor(() => expect(shopsIn(late)).toEqual(all));
});

test('an added element is drawn in a separate task, after the page’s own work', async () => {
  const element = add(`<promo-shops campaign="19" origin="${site}"></promo-shops>`);
  for (let turn = 0; turn < 50; turn += 1) await null;
  expect(element.shadowRoot).toBeNull();
  await waitFor(() => expect(shopsIn(element)).toEqual(all));
});

test('an element of a campaign that is not there leaves its children, and the page gets an event', async () => {
  vi.stubGlobal('fetch', async () => new Response('<!doctype html>', { status: 404 }));
  const errors: unknown[] = [];
  const hear = (event: Event) => errors.push((event as CustomEvent).detail);
  document.body.addEventListener('promo:error', hear);
  const element = add(
    `<promo-shops campaign="77" origin="${site}"><a href="/lojas">Ver as lojas</a></promo-shops>`,
  );
  await waitFor(() => expect(errors).toEqual([{ code: 'SHOPS_NOT_FOUND' }]));
  expect(element.shadowRoot).toBeNull();
  expect(element.textContent).toBe('Ver as lojas');
  document.body.removeEventListener('promo:error', hear);
});
