import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { getMeEndpoint } from '../../../../src/contract/consumer.ts';
import { listRedemptionsEndpoint } from '../../../../src/contract/wallets.ts';
import {
  $checkout,
  $selection,
  backToPrizes,
  deliveryAddressFormConfig,
  increase,
  redeemSelection,
} from '../../../../src/features/redeem/redeem.store.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { createForm, type FormStore } from '../../../../src/ui/form.ts';
import type { TestConsumer } from '../../../support/gateway.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import {
  basket,
  earnPoints,
  openRedeemPage,
  prize,
  stubBrowser,
} from '../../../support/redeem-page.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import type { TestHost } from '../../../support/site-environment.ts';
import { waitFor } from '../../../support/wait-for.ts';

const address = {
  postcode: '01310100',
  street: 'Avenida Paulista',
  number: '900',
  complement: null,
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

const gateway = await gatewayOfFile({ variant: 'all' });
let host: TestHost;
let ana: TestConsumer;
let form: FormStore;
let leave: () => void;

beforeAll(() => {
  stubBrowser();
});

beforeEach(async () => {
  ({ host, consumer: ana } = await signedInHost(gateway));
  await earnPoints(gateway, ana, 2);
  await gateway.query('update consumers set address = null where id = $1', [ana.id]);
  leave = await openRedeemPage();
  increase(prize(basket));
  await redeemSelection();
  form = createForm(deliveryAddressFormConfig());
});

afterEach(() => leave());

function fillIn(): void {
  const typed = { ...address, postcode: '01310-100', complement: '', state: 'sp' };
  for (const [name, value] of Object.entries(typed)) form.change(`address.${name}`, value);
}

async function redemptions() {
  return (await gateway.call(listRedemptionsEndpoint, { token: ana.token })).body;
}

async function savedAddress() {
  return (await gateway.call(getMeEndpoint, { token: ana.token })).body.address;
}

it('an address is requested before anything is redeemed', async () => {
  expect($checkout.get()).toEqual({ step: 'addressing' });
  expect(host.requests.every(({ method }) => method === 'GET')).toBe(true);
});

it('an address may be in any state, and the redemption is sent once after it is saved', async () => {
  fillIn();
  await Promise.all([form.submit(), form.submit()]);
  await waitFor(() => expect($checkout.get()).toMatchObject({ step: 'redeemed' }));
  expect(await savedAddress()).toEqual(address);
  expect(await redemptions()).toMatchObject([{ totalPoints: 2 }]);
  const writes = host.requests.filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method }) => method)).toEqual(['PATCH', 'POST']);
});

it('an address is requested once', async () => {
  fillIn();
  await form.submit();
  await waitFor(() => expect($checkout.get()).toMatchObject({ step: 'redeemed' }));
  await earnPoints(gateway, ana, 2);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => {
    increase(prize(basket));
    expect($selection.get()).toEqual({ [basket]: 1 });
  });
  await redeemSelection();
  expect($checkout.get()).toMatchObject({ step: 'redeemed' });
});

it('an incomplete address is not saved, and only the complement is optional', async () => {
  await form.submit();
  expect(Object.keys(form.$visibleErrors.get())).toEqual(
    ['postcode', 'street', 'number', 'district'].map((name) => `address.${name}`),
  );
  expect($checkout.get()).toEqual({ step: 'addressing' });
});

it('an address that cannot be saved sends nothing, and the selection stays', async () => {
  fillIn();
  const error = { code: 'NOT_ALLOWED_NOW', message: 'Tente mais tarde' };
  host.interruptions.push(Response.json({ statusCode: 409, error }, { status: 409 }));
  await form.submit();
  expect(form.$step.get()).toEqual({ step: 'failed', lines: ['Tente mais tarde'] });
  expect($checkout.get()).toEqual({ step: 'addressing' });
  expect($selection.get()).toEqual({ [basket]: 1 });
  expect(await redemptions()).toEqual([]);
});

it('an address whose dialog was closed while it was saved sends nothing', async () => {
  fillIn();
  const saving = form.submit();
  backToPrizes();
  await saving;
  expect(await savedAddress()).toEqual(address);
  expect($checkout.get()).toEqual({ step: 'choosing' });
  expect($selection.get()).toEqual({ [basket]: 1 });
  expect(await redemptions()).toEqual([]);
});

it('an address is requested again, with its typed text, after the user signed in again', async () => {
  form.restore();
  fillIn();
  const session = host.storage.get(credentialsKey) ?? '';
  host.interruptions.push(Response.json({ error: {} }, { status: 401 }));
  await form.submit();
  expect(host.visited).toEqual(['/#entrar']);
  expect($checkout.get()).toEqual({ step: 'choosing' });
  leave();
  host.storage.set(credentialsKey, session);
  leave = await openRedeemPage();
  expect($checkout.get()).toEqual({ step: 'addressing' });
  form = createForm(deliveryAddressFormConfig());
  form.restore();
  await form.submit();
  await waitFor(() => expect($checkout.get()).toMatchObject({ step: 'redeemed' }));
  expect(await savedAddress()).toEqual(address);
});

it('an address is not requested again if its dialog was closed', async () => {
  backToPrizes();
  const session = host.storage.get(credentialsKey) ?? '';
  leave();
  host.storage.set(credentialsKey, session);
  leave = await openRedeemPage();
  expect($checkout.get()).toEqual({ step: 'choosing' });
});
