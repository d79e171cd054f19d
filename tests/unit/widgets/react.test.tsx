// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allWidgets } from '../../../widgets/attributes.ts';
import * as components from '../../../widgets/npm/react.ts';
import { waitFor } from '../../support/wait-for.ts';

const { Redeem, SignUp, WhereToBuy } = components;

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // The build puts it in.
  vi.stubGlobal('CAMPAIGN_DATA', 'null');
});

// The components load them by themselves, and may not be done yet.
afterAll(async () => {
  await import('../../../widgets/sign-up/index.ts');
  await import('../../../widgets/where-to-buy/index.ts');
});

test('every widget has a component', () => {
  const tags = Object.values(components).map(
    (Component) => /<promo-[\w-]+/.exec(renderToString(<Component />))?.[0],
  );
  expect(tags.toSorted()).toEqual(allWidgets.map(({ name }) => `<promo-${name}`).toSorted());
});

test('a ref gets the element once, however often its page renders', async () => {
  const elementNames: (string | undefined)[] = [];
  const ref = (element: HTMLElement | null) => void elementNames.push(element?.localName);
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  for (const heading of ['Lojas', 'Onde comprar']) {
    await act(async () => root.render(<WhereToBuy ref={ref} campaign={19} heading={heading} />));
  }
  expect(elementNames).toEqual(['promo-where-to-buy']);
  await act(async () => root.unmount());
  expect(elementNames).toEqual(['promo-where-to-buy', undefined]);
});

test('the frame has the address that its script wants, and keeps it', async () => {
  const address = 'http://promocao.localhost/quadro/cadastro/?mode=test';
  const form = (mode: { mode?: 'test' }) => (
    <SignUp origin="http://promocao.localhost/" {...mode} />
  );
  expect(renderToString(form({ mode: 'test' }))).toContain(`src="${address}"`);
  // Outside of the document nothing is loaded, and no script takes the frame over.
  const container = document.createElement('main');
  const root = createRoot(container);
  for (const mode of [{ mode: 'test' }, {}] as const) {
    await act(async () => root.render(form(mode)));
    expect(container.querySelector('iframe')?.src).toBe(address);
  }
  await act(async () => root.unmount());
});

test('a script that does not load is reported to the page and its developer, and is no unhandled failure', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const define = customElements.define.bind(customElements);
  vi.spyOn(customElements, 'define').mockImplementation((tag, element) => {
    if (tag === 'promo-redeem') throw new Error('Loading chunk 7 failed');
    define(tag, element);
  });
  const errors: unknown[] = [];
  const root = createRoot(document.createElement('main'));
  const onError = ({ detail }: CustomEvent) => errors.push(detail);
  await act(async () => root.render(<Redeem onError={onError} />));
  await waitFor(() => expect(errors).toEqual([{ code: 'WIDGET_FAILED' }]));
  const warning = expect.stringMatching(/^promo-redeem: /);
  await waitFor(() => expect(warn).toHaveBeenCalledExactlyOnceWith(warning));
  await act(async () => root.unmount());
  vi.restoreAllMocks();
});
