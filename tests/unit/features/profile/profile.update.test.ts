import { expect, test, vi } from 'vitest';
import { getMeEndpoint, updateConsumerEndpoint } from '../../../../src/contract/consumer.ts';
import {
  $profile,
  addressRows,
  begunChange,
  followProfile,
  loadProfile,
  profileAddressFormConfig,
  updateProfileFormConfig,
} from '../../../../src/features/profile/profile.store.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { createForm } from '../../../../src/ui/form.ts';
import type { TestConsumer } from '../../../support/gateway.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { stubBrowser } from '../../../support/redeem-page.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import { waitFor } from '../../../support/wait-for.ts';

const gateway = await gatewayOfFile({ variant: 'all' });

/** The form of a user who has just opened the dialog. */
async function openForm() {
  const { host, consumer } = await signedInHost(gateway);
  await loadProfile();
  const form = createForm(updateProfileFormConfig(host.site.campaign, consumer.consumer));
  const sent = async () => host.requests.at(-1)?.json();
  return { form, host, consumer, sent };
}

function shownPhone() {
  const profile = $profile.get();
  return profile.state === 'loaded' ? profile.value.phone : null;
}

test('the form has the phone, and those additional fields that may change', async () => {
  const { form, consumer } = await openForm();
  expect(form.labels).toEqual({
    phone: 'Telefone',
    GENDER: 'Gênero',
    SOCIAL_MEDIA_PROFILE: 'Perfil em rede social',
    STORE_TYPE: 'Onde você costuma comprar',
  });
  const [, area, start, end] = /^(..)(.{5})(.{4})$/.exec(consumer.consumer.phone) ?? [];
  expect(form.$values.get()['phone']).toBe(`(${area}) ${start}-${end}`);
});

test('an update sends the changed fields and always the phone, and the rows show it at once', async () => {
  const { form, consumer, sent } = await openForm();
  form.change('GENDER', 'Feminino');
  await form.submit();
  expect(form.$step.get()).toEqual({ step: 'sent' });
  expect(await sent()).toEqual({
    phone: consumer.consumer.phone,
    additionalFields: [{ campaignAdditionalFieldId: 13, value: 'Feminino' }],
  });
  const again = createForm(updateProfileFormConfig(gateway.gateway.snapshot.campaign, await me()));
  again.change('phone', '(48) 99123-4567');
  await again.submit();
  expect(await sent()).toEqual({ phone: '48991234567', additionalFields: [] });
  expect(shownPhone()).toBe('48991234567');

  async function me() {
    return (await gateway.call(getMeEndpoint, { token: consumer.token })).body;
  }
});

function changePhoneElsewhere({ token }: TestConsumer, phone: string) {
  return gateway.call(updateConsumerEndpoint, { token, body: { phone, additionalFields: [] } });
}

test('a phone that was changed on another device stays, if the form was opened before', async () => {
  const { form, consumer, sent } = await openForm();
  await changePhoneElsewhere(consumer, '48991234567');
  form.change('GENDER', 'Feminino');
  await form.submit();
  expect(await sent()).toMatchObject({ phone: '48991234567' });
  expect(shownPhone()).toBe('48991234567');
});

test('an answer that is emptied is sent empty', async () => {
  const { form, host, sent } = await openForm();
  form.change('STORE_TYPE', 'Internet');
  await form.submit();
  const profile = $profile.get();
  if (profile.state !== 'loaded') throw new Error('The profile is not known');
  const again = createForm(updateProfileFormConfig(host.site.campaign, profile.value));
  again.change('STORE_TYPE', '');
  await again.submit();
  expect(await sent()).toMatchObject({
    additionalFields: [{ campaignAdditionalFieldId: 15, value: '' }],
  });
});

test.each([
  ['', 'Campo obrigatório'],
  ['(41) 3333-4444', 'Celular Inválido'],
])('a phone %j is not sent', async (phone, message) => {
  const { form, host } = await openForm();
  const before = host.requests.length;
  form.change('phone', phone);
  await form.submit();
  expect(form.$visibleErrors.get()).toEqual({ phone: message });
  expect(host.requests).toHaveLength(before);
});

test('a failure is reported once, and leaves what was typed and the rows as they were', async () => {
  const { form, host, consumer } = await openForm();
  form.change('phone', '(48) 99123-4567');
  host.interruptions.push('no connection');
  await form.submit();
  expect(form.$step.get()).toMatchObject({
    step: 'failed',
    lines: [expect.stringContaining('Ocorreu algum erro desconhecido')],
  });
  expect(host.reported).toMatchObject([{ kind: 'offline' }]);
  expect(form.$values.get()['phone']).toBe('(48) 99123-4567');
  expect(shownPhone()).toBe(consumer.consumer.phone);
});

test('a draft survives the end of a session, and is deleted once saved', async () => {
  const { form, host, consumer } = await openForm();
  form.restore();
  expect(begunChange()).toBeNull();
  form.change('phone', '(48) 99123-4567');
  const session = host.storage.get(credentialsKey) ?? '';
  host.interruptions.push(Response.json({ error: {} }, { status: 401 }));
  await form.submit();
  expect(host.storage.get(credentialsKey)).toBeNull();
  host.storage.set(credentialsKey, session);
  expect(begunChange()).toBe('data');
  const again = createForm(updateProfileFormConfig(host.site.campaign, consumer.consumer));
  again.restore();
  expect(again.$values.get()['phone']).toBe('(48) 99123-4567');
  await again.submit();
  expect(again.$step.get()).toEqual({ step: 'sent' });
  expect(begunChange()).toBeNull();
});

/** The address as it stands in the rows of the profile, without its postal code. */
function shownAddress() {
  const profile = $profile.get();
  return profile.state === 'loaded' ? addressRows(profile.value).slice(0, 1) : null;
}

function addressForm() {
  const profile = $profile.get();
  if (profile.state !== 'loaded') throw new Error('The profile is not known');
  return createForm(profileAddressFormConfig(profile.value));
}

test('an address is corrected from what it is, and its row shows it at once', async () => {
  const { sent } = await openForm();
  const form = addressForm();
  expect(form.$values.get()).toMatchObject({
    'address.postcode': '80010-000',
    'address.street': 'Rua XV de Novembro',
    'address.complement': '',
  });
  form.restore();
  form.change('address.number', '210');
  expect(begunChange()).toBe('address');
  await form.submit();
  expect(await sent()).toMatchObject({ address: { postcode: '80010000', number: '210' } });
  expect(shownAddress()).toMatchObject([
    { value: expect.stringContaining('Rua XV de Novembro, 210') },
  ]);
  expect(begunChange()).toBeNull();
});

test('an address may be given by a person who has none', async () => {
  const { consumer } = await openForm();
  await gateway.query('update consumers set address = null where id = $1', [consumer.id]);
  await loadProfile();
  expect(shownAddress()).toEqual([]);
  const form = addressForm();
  const typed = { postcode: '01310-100', street: 'Avenida Paulista', number: '900' };
  const place = { district: 'Bela Vista', city: 'São Paulo', state: 'SP' };
  for (const [name, text] of Object.entries({ ...typed, ...place })) {
    form.change(`address.${name}`, text);
  }
  await form.submit();
  expect(shownAddress()).toMatchObject([
    { value: 'Avenida Paulista, 900 - Bela Vista - São Paulo - SP' },
  ]);
});

test('a phone that was changed on another device shows at the next return', async () => {
  const { consumer } = await signedInHost(gateway);
  stubBrowser();
  // Or the session would be renewed in another file's time.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const leave = followProfile();
  await waitFor(() => expect(shownPhone()).toBe(consumer.consumer.phone));
  await changePhoneElsewhere(consumer, '48991234567');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(shownPhone()).toBe('48991234567'));
  leave();
  vi.useRealTimers();
});
