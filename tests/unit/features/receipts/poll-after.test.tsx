// @vitest-environment happy-dom
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import { type Environment, setEnvironment } from '../../../../src/environment.ts';
import { NewReceipt } from '../../../../src/features/receipts/new-receipt.island.tsx';
import { $newReceipt, leaveResult } from '../../../../src/features/receipts/new-receipt.store.ts';
import { receiptProps } from '../../../../src/layouts/site-props.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { memoryRecords } from '../../../support/memory-records.ts';

const today = '2026-11-23';
const now = new Date(`${today}T12:00:00Z`);
const snapshot = embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today });
const site = receiptProps(snapshot);

let root: Root;
let visited: string[];
let asked: string[];
/** How the gateway answers what concerns polls. */
let answerPolls: (path: string) => Promise<Response>;

beforeEach(() => {
  visited = [];
  asked = [];
  const storage = memoryStore();
  const expiresAt = now.getTime() + 3_600_000;
  const session = { version: 1, token: 't', expiresAt, tenantId: 'embedded' };
  storage.set(credentialsKey, JSON.stringify(session));
  const environment: Partial<Environment> = {
    site,
    fetch: async (request) => {
      const { pathname } = new URL(String(request), 'https://promo.exemplo');
      if (!pathname.includes('/poll')) return Response.json([]);
      asked.push(pathname);
      return answerPolls(pathname);
    },
    storage,
    drafts: memoryStore(),
    records: async () => memoryRecords(),
    botToken: async () => 'error',
    navigate: (path) => void visited.push(path),
    pageUrl: (path) => path,
    homeUrl: () => 'https://promo.exemplo/',
    report: () => {},
    phase: () => 'open',
    debug: () => false,
    now: () => now,
    newId: () => crypto.randomUUID(),
  };
  setEnvironment(environment as Environment);
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main') as HTMLElement);
});
afterEach(() => {
  vi.useRealTimers();
  root.unmount();
});

const file = new File(['x'], 'nota.jpg');
const sending = {
  step: 'sending',
  file: { file, unusable: null, upload: file, fileType: 'image/jpeg' },
  stop: new AbortController(),
  violation: null,
  read: {},
  officeValues: {},
  server: 'settled',
} as const;
const receipt = { status: 'IN_ANALYSIS', engineOrders: [] };

it('the poll is looked for while the receipt is being sent, and follows the result', async () => {
  answerPolls = async (path) =>
    Response.json(path.endsWith('/check') ? { available: true } : snapshot.polls);
  $newReceipt.set(sending);
  root.render(<NewReceipt site={site} />);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  $newReceipt.set({ step: 'saved', receipt, next: null });
  await vi.waitFor(() => expect(document.querySelector('dialog')?.id).toBeDefined());
  leaveResult('home');
  const title = () => document.querySelector('dialog h2')?.textContent;
  await vi.waitFor(() => expect(title()).toBe('O que achou da promoção?'));
  expect(asked).toHaveLength(2);
  expect(visited).toEqual([]);
});

it('a user waits 3 seconds for a poll that does not come, and then goes on without it', async () => {
  answerPolls = () => new Promise(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  $newReceipt.set({ step: 'saved', receipt, next: null });
  root.render(<NewReceipt site={site} />);
  await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull());
  leaveResult('home');
  await vi.waitFor(() => expect(document.querySelector('[role=status].loading')).not.toBeNull());
  vi.advanceTimersByTime(2_999);
  expect(visited).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(visited).toEqual(['/']);
});
