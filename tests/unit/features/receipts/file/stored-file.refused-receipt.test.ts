import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readCredentials, readSubject } from '../../../../../src/client/credentials.ts';
import { followStoredFile } from '../../../../../src/features/receipts/file/stored-file.ts';
import { followReceiptPage } from '../../../../../src/features/receipts/follow-receipt-page.ts';
import { receiptFormConfig } from '../../../../../src/features/receipts/form/receipt-form.store.ts';
import { $newReceipt, chooseFile } from '../../../../../src/features/receipts/new-receipt.store.ts';
import { $outbox } from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import {
  listFilesOnDevice,
  storeRecord,
  unsentFile,
} from '../../../../../src/features/receipts/receipt-storage.ts';
import { dayInSaoPaulo, formatDate } from '../../../../../src/rules/dates.ts';
import { credentialsKey } from '../../../../../src/storage-keys.ts';
import { createForm } from '../../../../../src/ui/form.ts';
import { newAccessKey, shopCnpj, smallPicture } from '../../../../support/receipt-body.ts';
import { signedOutDevice } from '../../../../support/signed-out-device.ts';
import { waitFor } from '../../../../support/wait-for.ts';

const device = signedOutDevice();

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://promo.exemplo', href: 'https://promo.exemplo/' });
  Object.assign(document, { referrer: '' });
});
afterEach(() => $outbox.set([]));

const photoBytes = async () => Uint8Array.from(Buffer.from(await smallPicture('jpeg'), 'base64'));

/** A photo of before a reload, with which the page goes on. */
async function continuePhoto(): Promise<void> {
  const file = {
    name: 'nota.jpg',
    type: 'image/jpeg',
    bytes: (await photoBytes()).buffer,
  } as const;
  await storeRecord(unsentFile({ id: 'earlier', owner: readSubject(), file, code: null }));
  followPage();
  await waitFor(() => expect($newReceipt.get()).toMatchObject({ step: 'filling', file: {} }));
}

async function choosePhoto(): Promise<void> {
  followPage();
  await chooseFile(new File([await photoBytes()], 'nota.jpg', { type: 'image/jpeg' }));
  await waitFor(async () => expect(await listFilesOnDevice()).toHaveLength(1));
}

function followPage(): void {
  const leavePage = followReceiptPage();
  const leaveFile = followStoredFile();
  device.leave = () => {
    leaveFile();
    leavePage();
  };
}

async function send(): Promise<void> {
  const form = createForm(receiptFormConfig(device.host.site));
  const today = dayInSaoPaulo(device.host.now());
  form.change('identifier', newAccessKey(today));
  form.change('purchaseDate', formatDate(today));
  form.change('cnpj', shopCnpj);
  form.change('totalAmount', '25,90');
  form.change('accelerator', 'no');
  await form.submit();
}

const refusal = (status: number, code: string) =>
  Response.json({ error: { code, message: '', fields: [] } }, { status });

it.each([
  ['continued', continuePhoto],
  ['chosen', choosePhoto],
])('a file that was %s is stored again at each refusal of its receipt', async (_, begin) => {
  device.signIn();
  await begin();
  const owner = readSubject();
  for (let refusals = 0; refusals < 2; refusals += 1) {
    device.host.intercept('POST /coupon', refusal(400, 'INVALID_REQUEST'));
    await send();
    expect($newReceipt.get().step).toBe('filling');
    await waitFor(async () =>
      expect(await listFilesOnDevice()).toMatchObject([{ owner, file: { name: 'nota.jpg' } }]),
    );
  }
  expect(device.host.postsTo('/coupon')).toHaveLength(2);
});

it.each([
  ['continued', continuePhoto],
  ['chosen', choosePhoto],
])(
  'a file that was %s stays its owner’s when the session ends while its receipt is sent',
  async (_, begin) => {
    device.signIn();
    await begin();
    const owner = readSubject();
    device.host.intercept('POST /coupon', refusal(401, 'UNAUTHENTICATED'));
    await send();
    expect([readSubject(), $newReceipt.get().step]).toEqual([null, 'filling']);
    await waitFor(async () =>
      expect(await listFilesOnDevice()).toMatchObject([{ owner, file: { name: 'nota.jpg' } }]),
    );
  },
);

it('a file that is chosen after the session has ended is stored once its person signs in', async () => {
  device.signIn();
  await choosePhoto();
  const owner = readSubject();
  device.host.storage.remove(credentialsKey);
  readCredentials();
  const bytes = new Uint8Array([...(await photoBytes()), 0]);
  await chooseFile(new File([bytes], 'outra.jpg', { type: 'image/jpeg' }));
  await waitFor(async () => expect(await listFilesOnDevice()).toEqual([]));
  device.signIn();
  await waitFor(async () =>
    expect(await listFilesOnDevice()).toMatchObject([{ owner, file: { name: 'outra.jpg' } }]),
  );
});
