// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { SignOut } from '../../../../src/features/session/sign-out.island.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { credentialsKey, signedOutKey } from '../../../../src/storage-keys.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'prerendering');
  Reflect.deleteProperty(document, 'referrer');
});

const comeFrom = (referrer: string) =>
  Object.defineProperty(document, 'referrer', { value: referrer, configurable: true });

const expiresAt = Date.parse('2126-11-23');
const session = JSON.stringify({ version: 1, token: 't', expiresAt, tenantId: 'embedded' });

const expectSignedOut = () =>
  expect(document.querySelector('[role=status] .message')?.textContent).toBe(
    'Você saiu da sua conta neste aparelho.',
  );

test.each([
  ['a page of this site', `${window.location.origin}/perfil`],
  ['an address that was typed', ''],
])(
  'opened from %s the page signs out, but not when a browser loads it early',
  async (_, referrer) => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
    comeFrom(referrer);
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    localStorage.setItem(credentialsKey, session);
    renderInPage(<SignOut site={site} />);
    await waitFor(() => expect(document.body.textContent).toBe('Saindo…'));
    expect(localStorage.getItem(credentialsKey)).toBe(session);
    document.dispatchEvent(new Event('prerenderingchange'));
    await waitFor(expectSignedOut);
    expect(localStorage.getItem(credentialsKey)).toBeNull();
  },
);

test.each(['https://mau.example/', `${window.location.origin}.mau.example/`])(
  'a link from %j signs out only after a press',
  async (referrer) => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
    comeFrom(referrer);
    localStorage.setItem(credentialsKey, session);
    renderInPage(<SignOut site={site} />);
    const button = await waitFor(() => {
      const shown = document.querySelector('button');
      if (!shown) throw new Error('There is no button');
      return shown;
    });
    const title = document.querySelector('h1');
    expect(title?.textContent).toBe('Sair da sua conta?');
    const question = document.querySelector(`[aria-labelledby="${title?.id}"]`);
    await waitFor(() => expect(document.activeElement).toBe(question));
    const stay = document.querySelector('.button:not(.button-secondary)');
    expect(stay?.textContent, 'is the main way on').toBe('Continuar na conta');
    expect(stay?.getAttribute('href')).toBe('/');
    const status = document.querySelector('[role=status]');
    expect(status?.textContent, 'until the press').toBe('');
    expect(localStorage.getItem(credentialsKey)).toBe(session);
    button.click();
    await waitFor(expectSignedOut);
    expect(localStorage.getItem(credentialsKey)).toBeNull();
    expect(document.activeElement).toBe(status);
  },
);

test('a link of another site only leads home who is not signed in, and ends no session that ran out', async () => {
  comeFrom('https://mau.example/');
  localStorage.removeItem(signedOutKey);
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue();
  renderInPage(<SignOut site={site} />);
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/'));
  expect(localStorage.getItem(signedOutKey)).toBeNull();
  replace.mockRestore();
});
