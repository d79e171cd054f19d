// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { $passwordQuestion } from '../../../../src/features/password/password-question.store.ts';
import { PasswordQuestion } from '../../../../src/features/password/password-question.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { registeredPerson as person } from '../../../support/people.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

test('the question for the password names its account to the password manager, and focuses the password', async () => {
  const storage = memoryStore();
  const expiresAt = Date.parse('2026-11-23T13:00:00Z');
  const session = { version: 1, token: 't', expiresAt, tenantId: 'embedded' };
  storage.set(credentialsKey, JSON.stringify(session));
  setEnvironment(pageEnvironment({ site, storage, fetch: async () => Response.json(person) }));
  const root = renderInPage(<PasswordQuestion />);
  $passwordQuestion.set({ state: 'open', answer: () => {} });
  const account = () => document.querySelector<HTMLInputElement>('form [autocomplete=username]');
  await waitFor(() => expect(account()?.value).toBe(person.email));
  const password = document.querySelector<HTMLInputElement>('form [name=password]');
  expect(document.activeElement).toBe(password);
  expect(password?.getAttribute('autocorrect')).toBe('off');
  root.unmount();
});
