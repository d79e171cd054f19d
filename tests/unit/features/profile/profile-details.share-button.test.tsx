// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { ProfileDetails, ProfileHead } from '../../../../src/features/profile/profile-details.tsx';
import { siteEnvironment } from '../../../../src/hosts/site-environment.ts';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { registeredPerson as person } from '../../../support/people.ts';
import { waitFor } from '../../../support/wait-for.ts';

const site = siteProps(
  embeddedCampaign({ variant: 'all', window: 'live', tenantId: 't', today: '2026-11-23' }),
);

afterEach(() => vi.unstubAllGlobals());

/** Presses the button beside the referral code, on a device that names itself so. */
async function pressShare(userAgent: string, device: object) {
  vi.stubGlobal('navigator', { userAgent, ...device });
  setEnvironment(siteEnvironment(site));
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  const { campaign } = site;
  flushSync(() =>
    root.render(<ProfileDetails campaign={campaign} consumer={person} onChange={() => {}} />),
  );
  const button = document.querySelector<HTMLElement>('.referral-share-button');
  const name = button?.getAttribute('aria-label');
  flushSync(() => button?.click());
  const notice = () =>
    document.querySelector('.referral-share-wrap .tooltip:not([hidden])')?.textContent;
  return { name, notice, leave: () => root.unmount() };
}

const text = expect.stringMatching(/Meu código de indicação: BRI7K2Q\n.*\/\?mgm=BRI7K2Q$/);

test('on a phone the button shares the referral code by the phone itself', async () => {
  const share = vi.fn(async () => {});
  const { name, notice, leave } = await pressShare('Android 15; Mobile Safari', { share });
  expect(name).toBe('Compartilhar');
  await waitFor(() => expect(share).toHaveBeenCalledExactlyOnceWith({ text }));
  expect(notice()).not.toBe('Copiado!');
  leave();
});

test('on a computer the button copies the referral code, and says so', async () => {
  const writeText = vi.fn(async () => {});
  const { name, notice, leave } = await pressShare('X11; Linux', { clipboard: { writeText } });
  expect(name).toBe('Copiar código');
  await waitFor(() => expect(writeText).toHaveBeenCalledExactlyOnceWith(text));
  await waitFor(() => expect(notice()).toBe('Copiado!'));
  leave();
});

test('a link to be copied by hand takes no room before there is one', async () => {
  const writeText = vi.fn(() => Promise.reject(new DOMException('Denied', 'NotAllowedError')));
  const { leave } = await pressShare('X11; Linux', { clipboard: { writeText } });
  const status = document.querySelector('[role=status]');
  expect(status?.className).toBe('visually-hidden');
  await waitFor(() => expect(status?.textContent).toMatch(/copiar\. O seu link: .*mgm=BRI7K2Q$/));
  expect(status?.className).toBe('message message-info');
  leave();
});

test('the head of a profile that did not load leaves the figure to the failure', () => {
  const head = (hasFigure: boolean) =>
    renderToStaticMarkup(<ProfileHead consumer={null} hasFigure={hasFigure} />);
  expect(head(true)).toContain('<img');
  expect(head(false)).not.toContain('<img');
});
