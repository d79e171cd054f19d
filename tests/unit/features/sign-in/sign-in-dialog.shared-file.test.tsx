// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { AnonymousPhotoNotice } from '../../../../src/features/receipts/photo-first/anonymous-photo.tsx';
import { SignInDialog } from '../../../../src/features/sign-in/sign-in-dialog.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { share } from '../../../support/receipts/shared-file.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

afterEach(() => void vi.unstubAllGlobals());

const notice = 'Sua nota já está guardada';

test('a file that another app shared stays announced when a form below becomes live later', async () => {
  setEnvironment(pageEnvironment({ site }));
  share(new Response('%PDF-'));
  renderInPage(<SignInDialog site={site} onClose={() => {}} />);
  await waitFor(() => expect(document.body.textContent).toContain(notice));
  const place = document.body.appendChild(document.createElement('section'));
  const form = createRoot(place);
  flushSync(() => form.render(<AnonymousPhotoNotice />));
  // In the next task the form has looked for a photo of this tab, and has not found one.
  await new Promise((resolve) => setTimeout(resolve));
  expect(place.textContent).toBe('');
  expect(document.querySelector('dialog')?.textContent).toContain(notice);
  form.unmount();
});
