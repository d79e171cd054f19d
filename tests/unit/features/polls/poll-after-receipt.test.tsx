// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { NewReceipt } from '../../../../src/features/receipts/new-receipt.island.tsx';
import { $newReceipt, leaveResult } from '../../../../src/features/receipts/new-receipt.store.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { filledWith, receiptSite, sendingOf } from '../../../support/receipt-site.ts';
import { waitFor } from '../../../support/wait-for.ts';

const today = '2026-11-23';
const now = new Date(`${today}T12:00:00Z`);
const snapshot = embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today });
const site = await receiptSite({ variant: 'all' });

let root: Root;
let visited: string[];
let asked: string[];
let answerPolls: (path: string) => Promise<Response>;

beforeEach(() => {
  visited = [];
  asked = [];
  const storage = memoryStore();
  const expiresAt = now.getTime() + 3_600_000;
  const session = { version: 1, token: 't', expiresAt, tenantId: 'embedded' };
  storage.set(credentialsKey, JSON.stringify(session));
  setEnvironment(
    pageEnvironment({
      site,
      fetch: async (request) => {
        const { pathname } = new URL(String(request), 'https://promo.exemplo');
        if (!pathname.includes('/poll')) return Response.json([]);
        asked.push(pathname);
        return answerPolls(pathname);
      },
      storage,
      navigate: (path) => void visited.push(path),
      now: () => now,
    }),
  );
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main') as HTMLElement);
});
afterEach(() => {
  vi.useRealTimers();
  root.unmount();
});

const sending = sendingOf(filledWith({}));
const receipt = { status: 'IN_ANALYSIS', engineOrders: [] };

const isCheck = (path: string) => path.endsWith('/check');
const offerPolls = async (path: string) =>
  Response.json(isCheck(path) ? { available: true } : snapshot.polls);
const failForGood = async () => new Response(null, { status: 500 });
const title = () => document.querySelector('dialog h2')?.textContent;
const result = 'Cupom cadastrado com sucesso';
const poll = 'O que achou da promoção?';

it('the poll is found while the receipt is being sent, checked after the result, and can be skipped', async () => {
  answerPolls = offerPolls;
  $newReceipt.set(sending);
  root.render(<NewReceipt site={site} />);
  await waitFor(() => expect(asked.map(isCheck)).toEqual([false]));
  $newReceipt.set({ step: 'saved', receipt, next: null });
  await waitFor(() => expect(title()).toBe(result));
  expect(asked.map(isCheck)).toEqual([false]);
  leaveResult('home');
  await waitFor(() => expect(title()).toBe(poll));
  expect(asked.map(isCheck)).toEqual([false, true]);
  expect(visited).toEqual([]);
  const [notNow] = [...document.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Agora não',
  );
  notNow?.click();
  await waitFor(() => expect(visited).toEqual(['/']));
});

it('a poll that could not be found during the sending is found after the result', async () => {
  answerPolls = failForGood;
  $newReceipt.set(sending);
  root.render(<NewReceipt site={site} />);
  await waitFor(() => expect(asked.map(isCheck)).toEqual([false]));
  answerPolls = offerPolls;
  $newReceipt.set({ step: 'saved', receipt, next: null });
  await waitFor(() => expect(title()).toBe(result));
  leaveResult('home');
  await waitFor(() => expect(title()).toBe(poll));
  expect(asked.map(isCheck)).toEqual([false, false, true]);
});

it('the next receipt begins at once, with the focus on its title, when no poll is left to answer', async () => {
  answerPolls = async (path) =>
    Response.json(isCheck(path) ? { available: false } : snapshot.polls);
  $newReceipt.set({ step: 'saved', receipt, next: null });
  root.render(<NewReceipt site={site} />);
  await waitFor(() => expect(title()).toBe(result));
  leaveResult('another');
  await waitFor(() => expect($newReceipt.get()).toMatchObject({ step: 'choosing' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Nova nota'));
  expect(document.querySelector('dialog')).toBeNull();
  expect(visited).toEqual([]);
});

it('a check that fails leads on without the poll', async () => {
  answerPolls = (path) => (isCheck(path) ? failForGood() : offerPolls(path));
  $newReceipt.set({ step: 'saved', receipt, next: 'home' });
  root.render(<NewReceipt site={site} />);
  await waitFor(() => expect(visited).toEqual(['/']));
});

it('a user waits 3 seconds for a poll, goes on without it, and does not see it come later', async () => {
  let offer = () => {};
  answerPolls = (path) =>
    new Promise((resolve) => {
      offer = () => resolve(offerPolls(path));
    });
  $newReceipt.set({ step: 'saved', receipt, next: null });
  flushSync(() => root.render(<NewReceipt site={site} />));
  await waitFor(() => expect(asked).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  flushSync(() => leaveResult('home'));
  expect(title()).toBeUndefined();
  expect(document.querySelectorAll('[role=status].loading')).toHaveLength(1);
  vi.advanceTimersByTime(2_999);
  expect(visited).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(visited).toEqual(['/']);
  offer();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(title()).toBeUndefined();
  expect(visited).toEqual(['/']);
});
