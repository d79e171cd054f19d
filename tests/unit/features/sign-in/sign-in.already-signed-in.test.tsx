// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { SignIn } from '../../../../src/features/sign-in/sign-in.island.tsx';
import { SignInDialog } from '../../../../src/features/sign-in/sign-in-dialog.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

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
  setEnvironment(
    pageEnvironment({
      site,
      storage,
      navigate: (path) => void visited.push(path),
      now: () => now,
    }),
  );
});

test('a signed-in user is led home from the login page', async () => {
  renderInPage(<SignIn site={site} />);
  await waitFor(() => expect(visited).toEqual(['/']));
});

test('a signed-in user sees no dialog to sign in', async () => {
  const onClose = vi.fn();
  renderInPage(<SignInDialog site={site} onClose={onClose} />);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(document.querySelector('dialog')).toBeNull();
  expect(visited).toEqual([]);
});
