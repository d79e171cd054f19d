// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { storeCredentials } from '../../../../src/client/credentials.ts';
import type { Consent } from '../../../../src/contract/personal-data.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { Consents } from '../../../../src/features/personal-data/consents.tsx';
import { $consents } from '../../../../src/features/personal-data/personal-data.store.ts';
import { $profile } from '../../../../src/features/profile/profile.store.ts';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);
const brand: Consent = {
  code: 'BRAND',
  name: 'Novidades da Brisal',
  text: 'Quero receber novidades e ofertas da Brisal.',
  required: false,
  given: false,
  history: [],
};

test('a consent being saved shows what was pressed, whatever is pressed meanwhile, and none once that failed', async () => {
  const answer = Promise.withResolvers<Response>();
  const asked: string[] = [];
  setEnvironment(
    pageEnvironment({
      site,
      fetch: async (request) => {
        const { pathname } = new URL(String(request), 'https://promo.exemplo');
        if (!pathname.endsWith('/give')) return Response.json([brand]);
        asked.push(pathname);
        return answer.promise;
      },
    }),
  );
  storeCredentials({ token: 't', expiresAt: Date.parse('2026-11-24') });
  renderInPage(<Consents />);
  const consent = () => document.querySelector<HTMLInputElement>('[role=switch]');
  await waitFor(() => expect(consent()?.checked).toBe(false));

  flushSync(() => consent()?.click());
  await waitFor(() => expect(asked).toHaveLength(1));
  flushSync(() => consent()?.click());
  expect(consent()?.checked).toBe(true);
  expect(consent()?.getAttribute('aria-busy')).toBe('true');

  answer.resolve(Response.json({}, { status: 500 }));
  await waitFor(() => expect(document.querySelector('dialog h2')?.textContent).toBe('Atenção'));
  expect(consent()?.checked).toBe(false);
  expect(asked).toHaveLength(1);
});

test.each([
  [false, '2026-11-22T12:00:00Z', 'Novidades da Brisal Retirado', 'Quando você aceitou e retirou'],
  [true, null, 'Novidades da Brisal ', 'Quando e onde você aceitou'],
])(
  'a consent with a switch, given %s, says what became of it',
  (given, withdrawnAt, heading, summary) => {
    const record = {
      text: 'Quero receber novidades e ofertas da Brisal.',
      code: 'BRAND',
      version: '616a6501',
      origin: 'Site',
      givenAt: '2026-11-21T12:00:00Z',
      withdrawnAt,
    };
    const value = [{ ...brand, given, history: [record] }];
    setEnvironment(pageEnvironment({ site, fetch: async () => Response.json(value) }));
    renderInPage(<Consents />);
    flushSync(() => $consents.set({ state: 'loaded', value }));
    expect(document.querySelector('h3')?.textContent).toBe(heading);
    expect(document.querySelector('summary')?.textContent).toBe(summary);
  },
);

test('consents that cannot be loaded leave the error to the profile while that is not loaded either', async () => {
  setEnvironment(pageEnvironment({ site, fetch: async () => Response.json({}, { status: 500 }) }));
  storeCredentials({ token: 't', expiresAt: Date.parse('2026-11-24') });
  $profile.set({ state: 'failed', lines: ['Ocorreu algum erro desconhecido.'] });
  renderInPage(<Consents />);
  await waitFor(() => expect($consents.get().state).toBe('failed'));
  await waitFor(() => expect(document.querySelector('section')).toBeNull());
  flushSync(() => $profile.set({ state: 'loading' }));
  expect(document.querySelector('section [role=alert]')).not.toBeNull();
});
