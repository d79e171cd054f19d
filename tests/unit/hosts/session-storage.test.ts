import { afterEach, expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import { guestEnvironment } from '../../../src/hosts/guest-environment.ts';
import { siteEnvironment } from '../../../src/hosts/site-environment.ts';
import { siteProps } from '../../../src/layouts/site-props.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

const working = { setItem() {}, removeItem() {} };

/** A window at this address; without a storage its cookies are blocked. */
function openAt(pathname: string, storage?: typeof working): void {
  vi.stubGlobal('window', {
    location: { pathname },
    get localStorage() {
      if (storage) return storage;
      throw new DOMException('denied', 'SecurityError');
    },
  });
}

afterEach(() => vi.unstubAllGlobals());

test('a page of the site keeps a session only where the browser stores it', () => {
  openAt('/entrar/', working);
  expect(siteEnvironment(site).keepsSession()).toBe(true);
  openAt('/entrar/');
  expect(siteEnvironment(site).keepsSession()).toBe(false);
});

test('a form in a frame or in the page around it goes on in memory', () => {
  openAt('/quadro/entrar/');
  expect(siteEnvironment(site).keepsSession()).toBe(true);
  openAt('/loja');
  const guest = guestEnvironment(site, 'https://promocao.example', () => {});
  expect(guest.keepsSession()).toBe(true);
});
