// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { Profile } from '../../../../src/features/profile/profile.island.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { registeredPerson as person } from '../../../support/people.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const site = siteProps(
  embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

/** With a device on which nothing was typed yet. */
function signIn(): void {
  const storage = memoryStore();
  const expiresAt = Date.parse('2026-11-23T13:00:00Z');
  const session = { version: 1, token: 't', expiresAt, tenantId: 'embedded' };
  storage.set(credentialsKey, JSON.stringify(session));
  setEnvironment(pageEnvironment({ site, storage, fetch: async () => Response.json(person) }));
}

function openPage(): () => void {
  const root = renderInPage(<Profile site={site} />);
  return () => root.unmount();
}

/** Once the page has loaded its person. */
async function openPhone(): Promise<void> {
  await waitFor(() => expect(buttonNamed('Alterar')).toBeTruthy());
  flushSync(() => buttonNamed('Alterar')?.click());
}

const phone = () => document.querySelector<HTMLInputElement>('dialog input[name=phone]');

function type(name: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(`dialog input[name="${name}"]`);
  Object.assign(field ?? {}, { value });
  flushSync(() => field?.dispatchEvent(new Event('input', { bubbles: true })));
}

const closeDialog = () =>
  flushSync(() => document.querySelector('dialog')?.dispatchEvent(new Event('cancel')));

test('a dialog that was closed keeps what was typed, and opens again only by its button', async () => {
  signIn();
  let leave = openPage();
  await openPhone();
  type('phone', '(48) 99123-4567');
  closeDialog();
  expect(phone()).toBeNull();
  flushSync(() => buttonNamed('Alterar')?.click());
  expect(phone()?.value).toBe('(48) 99123-4567');
  closeDialog();
  leave();
  leave = openPage();
  await waitFor(() => expect(buttonNamed('Alterar')).toBeTruthy());
  expect(phone()).toBeNull();
  flushSync(() => buttonNamed('Alterar')?.click());
  expect(phone()?.value).toBe('(48) 99123-4567');
  leave();
});

test('a dialog opened again says that what was typed before is not saved, and gives back what is', async () => {
  signIn();
  const leave = openPage();
  await openPhone();
  const saved = phone()?.value;
  expect(buttonNamed('Desfazer'), 'nothing was typed yet').toBeUndefined();
  type('phone', '(48) 99123-4567');
  expect(buttonNamed('Desfazer'), 'what is typed just now').toBeUndefined();
  closeDialog();
  flushSync(() => buttonNamed('Alterar')?.click());
  expect(document.querySelector('dialog')?.textContent).toContain('ainda não foram salvas');
  flushSync(() => buttonNamed('Desfazer')?.click());
  expect(phone()?.value).toBe(saved);
  expect(document.activeElement).toBe(phone());
  expect(buttonNamed('Desfazer')).toBeUndefined();
  closeDialog();
  flushSync(() => buttonNamed('Alterar')?.click());
  expect(phone()?.value).toBe(saved);
  expect(buttonNamed('Desfazer')).toBeUndefined();
  leave();
});

test('a dialog that was closed leaves the other to open by itself after a reload, if that was not', async () => {
  signIn();
  let leave = openPage();
  await openPhone();
  type('phone', '(48) 99123-4567');
  closeDialog();
  const address = () => document.querySelector<HTMLButtonElement>('.profile-address button');
  flushSync(() => address()?.click());
  type('address.number', '210');
  leave();
  leave = openPage();
  await waitFor(() =>
    expect(document.querySelector<HTMLInputElement>('dialog [name="address.number"]')?.value).toBe(
      '210',
    ),
  );
  closeDialog();
  leave();
  leave = openPage();
  await waitFor(() => expect(buttonNamed('Alterar')).toBeTruthy());
  expect(document.querySelector('dialog')).toBeNull();
  leave();
});

test('a saved change is announced where the profile had room for it from the start', async () => {
  signIn();
  renderInPage(<Profile site={site} />);
  await waitFor(() => expect(buttonNamed('Alterar')).toBeTruthy());
  const notice = document.querySelector('[role=status]');
  expect(notice?.textContent).toBe('');
  flushSync(() => buttonNamed('Alterar')?.click());
  buttonNamed('Salvar')?.click();
  await waitFor(() => expect(notice?.textContent).toBe('Dados atualizados com sucesso'));
  expect(notice?.isConnected).toBe(true);
});
