// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { Dialogs } from '../../../../src/features/dialogs/dialogs.island.tsx';
import { $session } from '../../../../src/features/session/session.store.ts';
import { homeProps } from '../../../../src/layouts/site-props.ts';
import { credentialsKey, sharedFileCache } from '../../../../src/storage-keys.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { refusedFile, share } from '../../../support/receipts/shared-file.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const live = {
  variant: '19',
  window: 'live',
  tenantId: 'embedded',
  today: '2026-11-23',
} as const;

test('a person who shares a file while signed out is asked at home to sign in, and learns that it is stored', async () => {
  const site = homeProps(embeddedCampaign(live));
  setEnvironment(pageEnvironment({ site }));
  share(new Response('nota'));
  window.history.replaceState(null, '', '/?compartilhada');
  $session.set({ state: 'anonymous' });
  const root = renderInPage(<Dialogs site={site} />);
  await waitFor(() =>
    expect(document.querySelector('dialog')?.textContent).toContain(
      'Sua nota já está guardada. Cadastre-se ou entre para enviar.',
    ),
  );
  expect(window.location.search + window.location.hash).toBe('#entrar');
  root.unmount();
  vi.unstubAllGlobals();
  $session.set({ state: 'unknown' });
});

test.each([
  ['that was refused', refusedFile(), 0, true],
  ['that has waited for more than 10 minutes', new Response('nota'), 11, false],
] as const)('a shared file %s is not promised to who signs in', async (_, file, minutes, stays) => {
  const site = homeProps(embeddedCampaign(live));
  setEnvironment(pageEnvironment({ site }));
  share(file, Date.now() - minutes * 60_000);
  const seen = vi.spyOn(await caches.open(sharedFileCache), 'match');
  window.history.replaceState(null, '', '/#entrar');
  $session.set({ state: 'anonymous' });
  const root = renderInPage(<Dialogs site={site} />);
  await waitFor(() => expect(seen).toHaveBeenCalled());
  await new Promise(setImmediate);
  expect(document.querySelector('dialog')?.textContent).not.toContain('já está guardada');
  expect(await caches.has(sharedFileCache)).toBe(stays);
  root.unmount();
  vi.unstubAllGlobals();
  $session.set({ state: 'unknown' });
});

test('a home page that the browser kept follows the session of a user who signed in elsewhere', async () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const site = homeProps(embeddedCampaign(live));
  const storage = memoryStore();
  setEnvironment(pageEnvironment({ site, storage, now: () => now }));
  renderInPage(<Dialogs site={site} />);
  expect($session.get().state).toBe('unknown');
  const session = { version: 1, token: 't', expiresAt: now.getTime() + 3_600_000 };
  storage.set(credentialsKey, JSON.stringify({ ...session, tenantId: 'embedded' }));
  // The script in the head marks the page before the island hears of its return.
  document.documentElement.dataset['session'] = 'in';
  window.dispatchEvent(new Event('pageshow'));
  await waitFor(() => expect($session.get().state).toBe('signed-in'));
});
