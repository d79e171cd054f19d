// @vitest-environment happy-dom
import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { helloMessage } from '../../../../src/contract/frame-protocol.ts';
import { leaveFrameEvent } from '../../../../src/page-events.ts';

const embedder = 'https://loja.example';
/** The ends of the page around the frame, and of the frame. */
const { port1: page, port2: frame } = new MessageChannel();
const policy = { 'content-security-policy': `frame-ancestors ${embedder}` };
const { dataset } = document.documentElement;

beforeEach(() => {
  vi.stubGlobal('parent', {});
  vi.stubGlobal('fetch', async () => new Response(null, { headers: policy }));
});
afterEach(() => {
  page.close();
  delete dataset['settings'];
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A press that leads away. @returns whether the page lets the user go */
function leave(): Promise<boolean> | undefined {
  const url = 'https://promo.example/minhas-notas';
  const detail: WindowEventMap[typeof leaveFrameEvent]['detail'] = { url };
  window.dispatchEvent(new CustomEvent(leaveFrameEvent, { detail }));
  return detail.isAllowed;
}

test('a page keeps a user who presses again before it has answered', async () => {
  await import('../../../../src/features/frame/host-channel.script.ts');
  const greeting = new MessageEvent('message', {
    source: window.parent,
    origin: embedder,
    data: helloMessage('promo-1', {}),
    ports: [frame as unknown as MessagePort],
  });
  window.dispatchEvent(greeting);
  for (let type = ''; type !== 'ready'; ) [{ type }] = await once(page, 'message');
  const presses = [leave(), leave(), leave()];
  for (const isAllowed of [false, false, true]) {
    page.postMessage({ v: 1, type: 'leave', isAllowed });
  }
  expect(await Promise.all(presses)).toEqual([false, false, true]);
});

test('suggested values come into a form in browsers of 2023, which know no :has()', async () => {
  document.body.innerHTML = '<astro-island ssr><form><input name="name"></form></astro-island>';
  const find = document.querySelector.bind(document);
  vi.spyOn(document, 'querySelector').mockImplementation((selector: string) => {
    if (selector.includes(':has(')) throw new SyntaxError(selector);
    return find(selector);
  });
  dataset['settings'] = JSON.stringify({ 'prefill-name': 'Rosa Prado' });
  const { applyFrameSettings } = await import('../../../../src/features/frame/apply-settings.ts');
  applyFrameSettings();
  find('astro-island')?.dispatchEvent(new Event('astro:hydrate'));
  expect(find<HTMLInputElement>('input')?.value).toBe('Rosa Prado');
});
