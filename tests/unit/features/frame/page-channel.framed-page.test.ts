// @vitest-environment happy-dom
import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FormSettings, helloMessage } from '../../../../src/contract/frame-protocol.ts';
import { prefill } from '../../../../src/features/frame/prefill.ts';
import { leaveFrameEvent, settingsEvent } from '../../../../src/page-events.ts';
import { draftPrefix } from '../../../../src/storage-keys.ts';
import { startFastTime, stopFastTime } from '../../../support/fast-time.ts';
import { waitFor } from '../../../support/wait-for.ts';

const embedder = 'https://loja.example';
/** The ends of the page around the frame, and of the frame. */
let page: MessagePort;
let frame: MessagePort;
const policy = { 'content-security-policy': `frame-ancestors ${embedder}` };
const { dataset } = document.documentElement;

beforeEach(() => {
  ({ port1: page, port2: frame } = new MessageChannel());
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

/** As browsers do, it reports once for each element that it begins to observe. */
class ObserverOfFirstSizes {
  readonly report: () => void;
  constructor(report: () => void) {
    this.report = report;
  }
  observe() {
    queueMicrotask(this.report);
  }
  disconnect() {}
}

/** Says hello, as the page's script does, and waits for the form. */
async function greet(settings: FormSettings): Promise<void> {
  await import('../../../../src/features/frame/page-channel.script.ts');
  const greeting = new MessageEvent('message', {
    source: window.parent,
    origin: embedder,
    data: helloMessage('promo-1', settings),
    ports: [frame as never],
  });
  window.dispatchEvent(greeting);
  for (let type = ''; type !== 'ready'; ) [{ type }] = await once(page, 'message');
}

test('a frame whose check of its page got lost makes it again', async () => {
  startFastTime('setTimeout', 'clearTimeout');
  const answers = [() => Promise.reject(new TypeError('Lost')), fetch];
  const check = vi.fn((path: string, how: RequestInit) => answers.shift()?.(path, how));
  vi.stubGlobal('fetch', check);
  await greet({});
  stopFastTime();
  expect(check.mock.calls).toEqual([
    [window.location.pathname, { method: 'HEAD' }],
    [window.location.pathname, { method: 'HEAD' }],
  ]);
});

test('a frame takes back the height that a dialog needed before it moved up', async () => {
  vi.stubGlobal('ResizeObserver', ObserverOfFirstSizes);
  document.body.innerHTML = '<dialog open></dialog>';
  const { style } = document.documentElement;
  const bottom = () => Number.parseInt(style.getPropertyValue('--seen'), 10) + 500;
  vi.spyOn(document.querySelector('dialog') as Element, 'getBoundingClientRect').mockImplementation(
    () => ({ bottom: bottom() }) as DOMRect,
  );
  const heights: number[] = [];
  page.on('message', ({ type, height }) => type === 'resize' && heights.push(height));
  style.setProperty('--seen', '900px');
  await greet({});
  await waitFor(() => expect(heights.at(-1)).toBe(1416));
  style.setProperty('--seen', '0px');
  await waitFor(() => expect(heights.at(-1)).toBe(516));
});

test('a frame without a dialog says nothing when another part of it is seen', async () => {
  vi.stubGlobal('ResizeObserver', ObserverOfFirstSizes);
  const heights: number[] = [];
  page.on('message', ({ type, height }) => type === 'resize' && heights.push(height));
  await greet({});
  await waitFor(() => expect(heights).toHaveLength(1));
  const { documentElement } = document;
  await new Promise((resolve) => {
    // Called after the frame's own observer, which is older.
    new MutationObserver(resolve).observe(documentElement, { attributeFilter: ['style'] });
    documentElement.style.setProperty('--seen', '300px');
  });
  leave();
  await once(page, 'message');
  expect(heights).toHaveLength(1);
});

test('a page keeps a user who presses again before it has answered', async () => {
  await greet({});
  const presses = [leave(), leave(), leave()];
  for (const isAllowed of [false, false, true]) {
    page.postMessage({ v: 1, type: 'leave', isAllowed });
  }
  expect(await Promise.all(presses)).toEqual([false, false, true]);
});

const dialogDrafts = ['entrar', 'cadastro', 'foto', 'fale-conosco', 'fale-conosco.envio', 'nova'];
const receiptDrafts = ['nova-nota', 'nova-nota.arquivo'];
const redeemDrafts = ['resgate', 'resgate.endereco', 'entrega', 'chave-pix'];
const replyDrafts = ['resposta.a1', 'resposta.a1.envio'];

test.each([
  ['atendimento', [...receiptDrafts, ...redeemDrafts]],
  ['cadastro', [...receiptDrafts, ...redeemDrafts, ...replyDrafts]],
  ['entrar', [...receiptDrafts, ...redeemDrafts, ...replyDrafts]],
  ['notas', [...redeemDrafts, ...replyDrafts]],
  ['notas/', [...redeemDrafts, ...replyDrafts]],
  ['resgatar', [...receiptDrafts, ...replyDrafts]],
])(
  'a frame of /quadro/%s that its page empties leaves only what no dialog and none of its forms holds',
  async (path, kept) => {
    vi.spyOn(window.location, 'pathname', 'get').mockReturnValue(`/quadro/${path}`);
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    const all = [...dialogDrafts, ...receiptDrafts, ...redeemDrafts, ...replyDrafts];
    for (const name of all) sessionStorage.setItem(draftPrefix + name, '{}');
    await greet({});
    page.postMessage({ v: 1, type: 'reset' });
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    const left = all.filter((name) => sessionStorage.getItem(draftPrefix + name) !== null);
    expect(left).toEqual(kept);
    sessionStorage.clear();
  },
);

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

test('the visit counts for its advertisement after the page has cleaned its address', async () => {
  await greet({ 'utm-source': 'google', 'utm-campaign': 'natal', partner: 'loja-azul' });
  const change = async (settings: FormSettings) => {
    const changed = once(window, settingsEvent);
    page.postMessage({ v: 1, type: 'settings', settings });
    await changed;
    return JSON.parse(dataset['settings'] ?? '');
  };
  const visit = { 'utm-source': 'google', 'utm-campaign': 'natal' };
  expect(await change({ scheme: 'dark' })).toEqual({ ...visit, scheme: 'dark' });
  // Another visit has no part of the one before.
  const another = { 'utm-source': 'boletim' };
  expect(await change(another)).toEqual(another);
});

test('a suggestion that the user has deleted does not come back, but another one does', async () => {
  document.body.innerHTML = '<form><input name="email"></form>';
  const field = document.querySelector('input') as HTMLInputElement;
  const suggest = (email: string) => prefill(document, { 'prefill-email': email });
  suggest('ana@exemplo.com.br');
  expect(field.value).toBe('ana@exemplo.com.br');
  field.value = '';
  suggest('ana@exemplo.com.br');
  expect(field.value).toBe('');
  suggest('rosa@exemplo.com.br');
  expect(field.value).toBe('rosa@exemplo.com.br');
});
