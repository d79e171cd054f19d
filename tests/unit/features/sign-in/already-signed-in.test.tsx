// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import { type Environment, setEnvironment } from '../../../../src/environment.ts';
import { SignIn } from '../../../../src/features/sign-in/sign-in.island.tsx';
import { SignInDialog } from '../../../../src/features/sign-in/sign-in-dialog.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';

const now = new Date('2026-11-23T12:00:00Z');
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

let visited: string[];

beforeEach(() => {
  visited = [];
  const storage = memoryStore();
  const session = {
    version: 1,
    token: 't',
    expiresAt: now.getTime() + 60_000,
    tenantId: 'embedded',
  };
  storage.set(credentialsKey, JSON.stringify(session));
  setEnvironment({
    site,
    storage,
    drafts: memoryStore(),
    pageUrl: (path: string) => path,
    navigate: (path: string) => void visited.push(path),
    phase: () => 'open',
    debug: () => false,
    now: () => now,
  } as unknown as Environment);
});

function open(view: ReactNode) {
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  flushSync(() => root.render(view));
  return root;
}

test('a signed-in user is led home from the login page', async () => {
  const root = open(<SignIn site={site} />);
  await vi.waitFor(() => expect(visited).toEqual(['/']));
  root.unmount();
});

test('a signed-in user sees no dialog to sign in', async () => {
  const onClose = vi.fn();
  const root = open(<SignInDialog site={site} onClose={onClose} />);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(document.querySelector('dialog')).toBeNull();
  expect(visited).toEqual([]);
  root.unmount();
});
