// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import {
  $accountEmail,
  $passwordQuestion,
  closePasswordQuestion,
} from '../../../../src/features/password/password-question.store.ts';
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

const account = () => document.querySelector<HTMLInputElement>('form [autocomplete=username]');

function openQuestion(fetch: typeof globalThis.fetch) {
  const storage = memoryStore();
  const expiresAt = Date.parse('2026-11-23T13:00:00Z');
  const session = { version: 1, token: 't', expiresAt, tenantId: 'embedded' };
  storage.set(credentialsKey, JSON.stringify(session));
  setEnvironment(pageEnvironment({ site, storage, fetch }));
  $passwordQuestion.set({
    state: 'open',
    answer: () => $passwordQuestion.set({ state: 'closed' }),
  });
  return renderInPage(<PasswordQuestion />);
}

test('the question for the password names its account to the password manager, and focuses the password', async () => {
  openQuestion(async () => Response.json(person));
  await waitFor(() => expect(account()?.value).toBe(person.email));
  const password = document.querySelector<HTMLInputElement>('form [name=password]');
  expect(document.activeElement).toBe(password);
  expect(password?.getAttribute('autocorrect')).toBe('off');
});

test('the question for the password leads who forgot it to a dialog over what it was asked for', () => {
  openQuestion(async () => Response.json(person));
  expect(document.querySelector('form a')?.getAttribute('href')).toBe('#esqueci-senha');
});

test('the question for the password forgets its account once it is closed, also if that comes later', async () => {
  const root = openQuestion(async () => Response.json(person));
  await waitFor(() => expect(account()?.value).toBe(person.email));
  flushSync(closePasswordQuestion);
  root.unmount();

  const late = Promise.withResolvers<Response>();
  openQuestion(() => late.promise);
  expect(account()?.value).toBe('');
  flushSync(closePasswordQuestion);
  late.resolve(Response.json(person));
  await new Promise((resolve) => setTimeout(resolve));
  expect($accountEmail.get()).toBe('');
});
