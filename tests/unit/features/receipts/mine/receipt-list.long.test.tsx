// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resource } from '../../../../../src/client/resource.ts';
import type { Receipt } from '../../../../../src/contract/receipts.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import { ReceiptsBar } from '../../../../../src/features/receipts/mine/my-receipts.island.tsx';
import {
  $imageReplacement,
  $myReceipts,
  goToReceipt,
  listParts,
  receiptPages,
  showStage,
} from '../../../../../src/features/receipts/mine/my-receipts.store.ts';
import {
  PrizeLinks,
  ReceiptList,
} from '../../../../../src/features/receipts/mine/receipt-list.tsx';
import { DetailsAnswer } from '../../../../../src/features/receipts/receipt-parts.tsx';
import { pageEnvironment } from '../../../../support/page-environment.ts';
import { receiptSite } from '../../../../support/receipt-site.ts';

const site = await receiptSite();

let root: Root;

beforeEach(() => {
  setEnvironment(pageEnvironment({ site }));
  showStage('all');
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main') as HTMLElement);
});

afterEach(() => root.unmount());

/** The first `rejected` of them denied, and sent in the last second of October in São Paulo. */
function receiptsOf(count: number, rejected = 0): Receipt[] {
  return Array.from({ length: count }, (_, place) => ({
    id: place + 1,
    identifier: String(place + 1),
    purchaseDate: '2026-11-19',
    createdAt: place < rejected ? '2026-11-01T02:59:59Z' : '2026-11-20T12:00:00Z',
    totalAmount: 54.9,
    status: place < rejected ? 'REJECTED' : 'APPROVED',
    moderationList: [],
    engineOrders: [],
  }));
}

/** Waits for the end of the first page, of which the last rows are drawn in a later task. */
async function show(receipts: Receipt[]): Promise<void> {
  $myReceipts.set({ state: 'loaded', value: receipts });
  flushSync(() => root.render(<ReceiptList site={site} receipts={receipts} />));
  await expect.poll(() => document.querySelector('.receipts-next')).not.toBeNull();
}

/** What the list consists of, from its top; a row by its number. */
function list(): string[] {
  return [...document.querySelectorAll('.receipt-cards > li')].map((part) =>
    (part.querySelector('h2, button')?.textContent ?? part.textContent ?? '').replace('Nota ', ''),
  );
}

function press(name: string): void {
  const found = [...document.querySelectorAll<HTMLElement>('button, a')].find(
    ({ textContent }) => textContent === name,
  );
  if (!found) throw new Error(`Nothing to press is named ${name}`);
  flushSync(() => found.click());
}

const focused = () => document.activeElement?.textContent;
const numbers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, place) => String(from - place));

it('the list draws the newest at first, and more when asked, with the focus on the first of them', async () => {
  await show(receiptsOf(40));
  const month = 'Novembro de 2026';
  expect(list()).toEqual([month, ...numbers(40, 29), 'Mostrar mais 12']);
  expect(document.querySelector('.receipts-next p')?.textContent).toContain('Faltam 28');
  press('Mostrar mais 12');
  expect(list()).toEqual([month, ...numbers(40, 17), 'Mostrar mais 12']);
  await expect.poll(focused).toBe('Nota 28');
  expect(document.querySelector('[aria-live]')?.textContent).toBe('Mostrando 24 de 40 notas');
  press('Mostrar mais 12');
  press('Mostrar mais 4');
  expect(list()).toEqual([month, ...numbers(40, 1)]);
});

it('a row tells the day of its purchase, with the year', async () => {
  await show(receiptsOf(40));
  const days = [...document.querySelectorAll('.receipt-line > span:first-child')];
  expect(new Set(days.map((day) => day.textContent))).toEqual(new Set(['19/11/2026']));
});

it('the bar opens the numbers where they are drawn, also before the first receipt', () => {
  const isOffered = (type: string, value: Receipt[]) => {
    $myReceipts.set({ state: 'loaded', value });
    const engines = site.campaign.engines.filter((engine) => engine.type === type);
    const campaign = { ...site.campaign, engines } as typeof site.campaign;
    flushSync(() => root.render(<ReceiptsBar site={{ ...site, campaign }} />));
    return document.querySelector('main')?.textContent?.includes('Meus números');
  };
  expect(isOffered('DRAW', [])).toBe(true);
  expect(isOffered('DRAW', receiptsOf(1))).toBe(true);
  expect(isOffered('INSTANT_PRIZE', receiptsOf(1))).toBe(false);
});

it('the list opens the receipt that a link of the same page leads to', async () => {
  await show(receiptsOf(40));
  window.location.hash = '#nota-3';
  window.dispatchEvent(new Event('hashchange'));
  await expect.poll(focused).toBe('Nota 3');
  window.location.hash = '';
});

it('rows can still be opened after a phone is turned', () => {
  const receipts = receiptsOf(5);
  const closed = () => {
    flushSync(() => root.render(<ReceiptList site={site} receipts={[...receipts]} />));
    return document.querySelectorAll('[aria-expanded="false"]').length;
  };
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  expect(closed()).toBe(4);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect(closed()).toBe(4);
  vi.unstubAllGlobals();
});

it('a phone opens the receipt that won, rather than the newest', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const receipts = receiptsOf(5);
  const order = { engineType: 'INSTANT_PRIZE', campaignEngineId: 2, status: 'REQUESTED' };
  const details = { winner: { campaignPrizeId: 1 } };
  Object.assign(receipts[1] ?? {}, { engineOrders: [{ ...order, events: [], details }] });
  flushSync(() => root.render(<ReceiptList site={site} receipts={receipts} />));
  expect(document.querySelector('[aria-expanded="true"]')?.textContent).toBe('Nota 2');
  vi.unstubAllGlobals();
});

it('the list filters all receipts, drawn or not, and counts all of them', async () => {
  await show(receiptsOf(40, 16));
  press('Reprovadas 16');
  expect(list()).toEqual(['Outubro de 2026', ...numbers(16, 5), 'Mostrar mais 4']);
  press('Mostrar mais 4');
  press('Conferidas 24');
  expect(list()[0]).toBe('Novembro de 2026');
  press('Todas 40');
  expect(list(), 'begins with the newest again').toHaveLength(14);
});

/** Has a receipt wait for another picture from its owner. */
function wantPicture(receipt: Receipt): void {
  Object.assign(receipt, { status: 'REQUESTED_NEW_IMAGE', allowImageReplacement: true });
}

it('the list begins with all that waits for its owner', () => {
  const receipts = receiptsOf(30);
  receipts.filter((_, place) => [1, 2, 5, 7].includes(place)).forEach(wantPicture);
  const [first = [], second = []] = receiptPages(receipts, 'all');
  expect(first.map(({ number }) => String(number))).toEqual([
    '8',
    '6',
    '3',
    '2',
    ...numbers(30, 19),
  ]);
  expect(second[0]?.number).toBe(18);
  const [top] = listParts([first, second], [0]);
  expect(top, 'above the months').toMatchObject({ number: 8, newMonth: null });
  expect(receiptPages(receipts, 'review').flat()).toHaveLength(4);
});

it('a short list stays in the order of its dates', () => {
  const short = receiptsOf(3);
  short.slice(0, 1).forEach(wantPicture);
  expect(receiptPages(short, 'all').flatMap((page) => page.map(({ number }) => number))).toEqual([
    3, 2, 1,
  ]);
});

it('the live region says how many are shown only after more were asked for', async () => {
  const receipts = receiptsOf(40);
  Object.assign(receipts[0] ?? {}, { allowImageReplacement: true, status: 'REQUESTED_NEW_IMAGE' });
  await show(receipts);
  const said = () => document.querySelector('[aria-live]')?.textContent;
  expect(said()).toBe('');
  press('Mostrar mais 12');
  expect(said()).toBe('Mostrando 25 de 40 notas');
});

it('a link to a receipt draws its page, and leaves out those before it', async () => {
  await show(receiptsOf(40, 16));
  press('Reprovadas 16');
  press('Ir para a nota 1');
  expect(list()).toEqual([
    ...['Novembro de 2026', ...numbers(40, 29), 'Mostrar mais 12'],
    ...['Outubro de 2026', ...numbers(4, 1)],
  ]);
  await expect.poll(focused).toBe('Nota 1');
  const row = document.querySelector('#nota-1 button');
  expect(row?.getAttribute('aria-expanded'), 'its card opens').toBe('true');
  press('Mostrar mais 12');
  press('Mostrar mais 12');
  expect(list().filter((part) => /^\d+$/.test(part))).toEqual(numbers(40, 1));
});

it('a link opens its receipt again that was folded meanwhile', async () => {
  await show(receiptsOf(40));
  const isOpen = () =>
    document.querySelector('#nota-30 [aria-expanded]')?.getAttribute('aria-expanded');
  goToReceipt(30);
  await expect.poll(isOpen).toBe('true');
  press('Nota 30');
  await expect.poll(isOpen).toBe('false');
  goToReceipt(30);
  await expect.poll(isOpen).toBe('true');
});

it('the address leads to a receipt too', async () => {
  window.location.hash = '#nota-3';
  await show(receiptsOf(40));
  await expect.poll(focused).toBe('Nota 3');
  window.location.hash = '';
});

it('all receipts of a long list are printed', async () => {
  await show(receiptsOf(40));
  window.dispatchEvent(new Event('beforeprint'));
  await expect.poll(() => list().length).toBe(41);
});

it('500 receipts have one button for all pages that are missing', () => {
  const parts = listParts(receiptPages(receiptsOf(500), 'all'), [0, 41]);
  const more = parts.filter(({ kind }) => kind === 'more');
  expect(more).toMatchObject([{ count: 12, firstNumber: 488 }]);
});

it('the sum leads to the newest three prizes, and to all of them after a press', () => {
  const prizes = numbers(9, 1).map((number) => ({
    kind: 'prize' as const,
    outcome: 'won' as const,
    campaignPrizeId: 902,
    number: Number(number),
  }));
  const links = () => [...document.querySelectorAll('a')].map(({ hash }) => hash);
  const named = (from: number, to: number) => numbers(from, to).map((number) => `#nota-${number}`);
  flushSync(() => root.render(<PrizeLinks prizes={prizes} />));
  expect(links()).toEqual(named(9, 7));
  press('Ver os 9');
  expect(links()).toEqual(named(9, 1));
  press('Ver menos');
  expect(links()).toHaveLength(3);
  flushSync(() => root.render(<PrizeLinks prizes={prizes.slice(0, 3)} />));
  expect(document.querySelectorAll('button')).toHaveLength(0);
});

it('another try of a receipt’s details says that they load, although the first one failed', async () => {
  let isFirst = true;
  const read = () => (isFirst ? Promise.reject(new TypeError()) : new Promise<never>(() => {}));
  const details = resource<Receipt>(read, { keepStale: true });
  await details.load();
  flushSync(() => root.render(<DetailsAnswer details={details}>{() => null}</DetailsAnswer>));
  isFirst = false;
  flushSync(() => document.querySelector('button')?.click());
  expect(document.querySelector('main')?.textContent).toBe('Carregando…');
});

it('a picture that is being sent leaves no other receipt a button whose file would be lost', () => {
  const asked = { status: 'REQUESTED_NEW_IMAGE', allowImageReplacement: true } as const;
  const receipts = receiptsOf(2).map((receipt) => ({ ...receipt, ...asked }));
  $myReceipts.set({ state: 'loaded', value: receipts });
  flushSync(() => root.render(<ReceiptList site={site} receipts={receipts} />));
  const buttons = () =>
    [...document.querySelectorAll('button')]
      .filter(({ textContent }) => textContent === 'Enviar nova nota')
      .map((button) => [button.getAttribute('aria-busy'), button.getAttribute('aria-disabled')]);
  expect(buttons()).toEqual([
    ['false', 'false'],
    ['false', 'false'],
  ]);
  flushSync(() => $imageReplacement.set({ state: 'sending', receiptId: 2 }));
  expect(buttons()).toEqual([
    ['true', 'false'],
    ['false', 'true'],
  ]);
  $imageReplacement.set({ state: 'idle' });
});

it('a card says where a prize of the draw and one won at once are, as soon as that is known', () => {
  const order = { status: 'REQUESTED', rewarded: true, events: [] };
  const luckyNumbers = [{ series: 4, generatedNumber: 153 }];
  const details = { extractionAt: '2026-12-26T19:00:00-03:00' };
  const engines = [{ id: 101, type: 'DRAW', name: 'Sorteio', details }] as never;
  const withDrawDay = { ...site, campaign: { ...site.campaign, engines } };
  const cardWith = (status: string) => {
    const [receipt] = receiptsOf(1);
    const delivery = { status, campaignPrizeId: 902, trackingCode: 'BR1' };
    const won = (number: string | null) => ({ deliveries: [{ ...delivery, number }] });
    const engineOrders: Receipt['engineOrders'] = [
      {
        ...order,
        engineType: 'DRAW',
        campaignEngineId: 101,
        details: { luckyNumbers, ...won('4.00153') },
      },
      {
        ...order,
        engineType: 'INSTANT_PRIZE',
        campaignEngineId: 102,
        details: { luckyNumbers: [], winner: { campaignPrizeId: 902 }, ...won(null) },
      },
    ];
    const receipts = [{ ...receipt, engineOrders } as Receipt];
    flushSync(() => root.render(<ReceiptList site={withDrawDay} receipts={receipts} />));
    return document.querySelector('article')?.textContent;
  };
  expect(cardWith('TO_NOTIFY')).toMatch(/Prêmio confirmado.*Sorteio em/);
  const sent = cardWith('SENT');
  const news = 'Seu prêmio foi enviado. Código de rastreio: BR1.';
  expect(sent?.split(news)).toHaveLength(3);
  expect(sent).toContain(`O número 4.00153 foi sorteado. ${news}`);
  expect(sent).not.toMatch(/Prêmio confirmado|Sorteio em/);
});
