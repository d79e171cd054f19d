// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadStyleSheet, useStyleSheet } from '../../../src/ui/use-style-sheet.ts';

let root: Root;
const container = document.createElement('main');
/** Outside of the document: this one loads no style sheets, and complains of each. */
const head = document.createElement('head');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  head.replaceChildren();
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => head.append(...nodes));
  root = createRoot(container);
});
afterEach(() => {
  flushSync(() => root.unmount());
  vi.useRealTimers();
});

function Part({ url }: { url: string | null }) {
  return useStyleSheet(url);
}

function show(url: string | null): void {
  flushSync(() => root.render(<Part url={url} />));
}

/** What the browser tells of the sheet that the page asks for. */
function finishLoading(event: 'load' | 'error'): void {
  const link = head.querySelector('link[href="/part.css"]');
  flushSync(() => link?.dispatchEvent(new Event(event)));
}

test('a part learns that its styles have come, or that they will not', () => {
  show('/part.css');
  expect(container.textContent).toBe('loading');
  finishLoading('error');
  expect(container.textContent).toBe('loading');
  vi.advanceTimersByTime(1000);
  finishLoading('error');
  expect(container.textContent).toBe('failed');
  finishLoading('load');
  expect(container.textContent).toBe('loaded');
});

test('styles that left before they were asked for again stay away', () => {
  show('/part.css');
  finishLoading('error');
  show(null);
  vi.advanceTimersByTime(1000);
  expect(head.children).toHaveLength(0);
});

test('styles that are wanted again are not taken for those that have left the page', () => {
  show('/part.css');
  finishLoading('load');
  show(null);
  expect(head.children).toHaveLength(0);
  show('/part.css');
  expect(container.textContent).toBe('loading');
});

test('a sheet that a script loads is waited for, and stays', async () => {
  const ends: string[] = [];
  const loading = loadStyleSheet('/part.css').then(() => ends.push('loaded'));
  await Promise.resolve();
  expect(ends).toEqual([]);
  finishLoading('load');
  await loading;
  expect(head.querySelectorAll('link[href="/part.css"]')).toHaveLength(1);
});

test('a sheet that a lost connection took away is asked for once more', async () => {
  const loading = loadStyleSheet('/part.css');
  finishLoading('error');
  expect(head.children).toHaveLength(0);
  vi.advanceTimersByTime(1000);
  finishLoading('load');
  await expect(loading).resolves.toBe('loaded');
  expect(head.querySelectorAll('link[href="/part.css"]')).toHaveLength(1);
});

test('a sheet that fails twice keeps no script from being shown', async () => {
  const loading = loadStyleSheet('/part.css');
  finishLoading('error');
  vi.advanceTimersByTime(1000);
  finishLoading('error');
  await expect(loading).resolves.toBe('failed');
});
