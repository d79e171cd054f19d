// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteCredentials, storeCredentials } from '../../../../src/client/credentials.ts';
import { environment, setEnvironment } from '../../../../src/environment.ts';
import { FrameBehaviour } from '../../../../src/features/frame/frame.island.tsx';
import { FramedReceipts } from '../../../../src/features/receipts/framed-receipts.island.tsx';
import { siteEnvironment } from '../../../../src/hosts/site-environment.ts';
import { myReceiptsPath } from '../../../../src/paths.ts';
import type { CampaignPhase } from '../../../../src/rules/campaign/campaign-phase.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { receiptSite } from '../../../support/receipt-site.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const site = await receiptSite();
let phase: CampaignPhase;

beforeEach(() => {
  phase = 'open';
  setEnvironment(
    pageEnvironment({
      site,
      fetch: async () => Response.json([]),
      navigate: siteEnvironment(site).navigate,
      phase: () => phase,
    }),
  );
});
afterEach(deleteCredentials);

const title = () => document.querySelector('main h1:not([hidden])')?.textContent;

function begin(): void {
  const expiresAt = environment().now().getTime() + 3_600_000;
  storeCredentials({ token: 't', expiresAt });
}

/** With the form that a frame shows to who is signed out. */
async function openFrame(): Promise<void> {
  renderInPage(
    <>
      <FrameBehaviour site={site} ownDialog={null} />
      <FramedReceipts site={site} />
      <h2>Entrar na sua conta</h2>
    </>,
  );
  // The page follows its session in a task of its own.
  await new Promise((resolve) => setTimeout(resolve, 1));
}

test('a frame whose session ends elsewhere leaves the focus where it is, and begins anew for the next person', async () => {
  begin();
  await openFrame();
  expect(title()).toBe('Nova nota');
  deleteCredentials();
  await waitFor(() => expect(title()).toBeUndefined());
  expect(document.activeElement).toBe(document.body);
  begin();
  await waitFor(() => expect(title()).toBe('Nova nota'));
});

test('a frame of a closed promotion shows the next person their receipts', async () => {
  phase = 'over';
  begin();
  await openFrame();
  await waitFor(() => expect(title()).toBe('Minhas notas'));
  deleteCredentials();
  await waitFor(() => expect(title()).toBeUndefined());
  begin();
  await waitFor(() => expect(title()).toBe('Minhas notas'));
});

test('another view of a frame leads the focus to its title', async () => {
  begin();
  await openFrame();
  environment().navigate(myReceiptsPath);
  await waitFor(() => expect(title()).toBe('Minhas notas'));
  expect(document.activeElement?.textContent).toBe('Minhas notas');
});
