import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  followReceiptForm,
  receiptForm,
} from '../../../../../src/features/receipts/form/receipt-form.store.ts';
import {
  $newReceipt,
  $receiptToCorrect,
  abandonReceipt,
  chooseFile,
  showForm,
} from '../../../../../src/features/receipts/new-receipt.store.ts';
import {
  draftCorrection,
  draftedFingerprint,
  receiptDraft,
} from '../../../../../src/features/receipts/receipt-storage.ts';
import type { FormStore } from '../../../../../src/ui/form.ts';
import { gatewayOfFile } from '../../../../support/gateway-of-file.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';
import { smallPicture } from '../../../../support/receipt-body.ts';
import { signedInHost } from '../../../../support/signed-in-host.ts';
import type { TestHost } from '../../../../support/site-environment.ts';
import { setParameter } from '../../../../support/site-environment.ts';

const gateway = await gatewayOfFile();
let host: TestHost;
let form: FormStore;
let leave = () => {};

beforeEach(async () => {
  ({ host } = await signedInHost(gateway));
  setParameter(host.site, 'OCR_ENABLED', 'false');
  openPage();
});

afterEach(() => {
  leave();
  abandonReceipt();
  setParameter(host.site, 'OCR_ENABLED', 'true');
});

function openPage(): void {
  leave();
  form = receiptForm();
  leave = followReceiptForm();
}

/** A picture whose content differs in its last byte from that of every other name. */
async function picture(name: string): Promise<File> {
  const bytes = Buffer.from(await smallPicture(), 'base64');
  return new File([bytes, name], `${name}.png`, { type: 'image/png' });
}

async function chooseAndType(name: string): Promise<void> {
  await chooseFile(await picture(name));
  form.change('identifier', '123456');
  form.change('accelerator', 'yes');
}

/** What a reload leaves: the drafts of the tab. */
function reload(): void {
  const [typed, fingerprint] = [receiptDraft.get() ?? '', draftedFingerprint.get() ?? ''];
  abandonReceipt();
  expect(form.$values.get()).toEqual({});
  receiptDraft.set(typed);
  draftedFingerprint.set(fingerprint);
  form.restore();
  showForm(null);
}

it('another file drops what was read and typed of the first one', async () => {
  await chooseAndType('a');
  await chooseFile(await picture('b'));
  expect(form.$values.get()).toEqual({});
  expect($newReceipt.get()).toMatchObject({ step: 'filling', file: { file: { name: 'b.png' } } });
});

it('another file drops it also where the page of the form was left before', async () => {
  await chooseAndType('a');
  leave();
  await chooseFile(await picture('b'));
  expect(form.$values.get()).toEqual({});
});

it('another file fills in what was read of it, even what was read of the first as well', async () => {
  await chooseFile(await picture('a'));
  const state = $newReceipt.get();
  if (state.step !== 'filling') throw new Error('The form is not there');
  for (const name of ['a', 'b']) {
    abandonReceipt();
    $newReceipt.set({ ...state, readFields: { totalAmount: '54,90' } });
    expect(form.$values.get(), name).toEqual({ totalAmount: '54,90' });
  }
});

it('another file drops it also after a reload', async () => {
  await chooseAndType('a');
  reload();
  expect(form.$values.get()).toMatchObject({ identifier: '123456' });
  await chooseFile(await picture('b'));
  expect(form.$values.get()).toEqual({});
  expect(receiptDraft.get()).toBeNull();
});

it('the same file again keeps what was typed for it, whatever it is called now', async () => {
  await chooseAndType('a');
  reload();
  const again = await picture('a');
  await chooseFile(new File([again], 'image.png', { lastModified: 0 }));
  expect(form.$values.get()).toMatchObject({ identifier: '123456', accelerator: 'yes' });
});

it('a file that is refused changes nothing', async () => {
  await chooseAndType('a');
  await chooseFile(new File(['texto'], 'nota.txt'));
  expect(form.$values.get()).toMatchObject({ identifier: '123456' });
  expect($newReceipt.get()).toMatchObject({ file: { file: { name: 'a.png' } } });
});

it('a refusal about one file is not shown for the next', async () => {
  await chooseAndType('a');
  form.refuse([{ field: 'identifier', message: 'Nota já cadastrada' }]);
  await chooseFile(await picture('b'));
  form.change('identifier', '123456');
  expect(form.$errors.get()).not.toHaveProperty('identifier');
});

it('the later of two files chosen at once counts', async () => {
  const slow = await picture('a');
  const slice = slow.slice.bind(slow);
  const looked = Promise.withResolvers<void>();
  vi.spyOn(slow, 'slice').mockImplementation((...range) => {
    const part = slice(...range);
    vi.spyOn(part, 'arrayBuffer').mockImplementation(() =>
      looked.promise.then(() => slice(...range).arrayBuffer()),
    );
    return part;
  });
  const first = chooseFile(slow);
  await chooseFile(await picture('b'));
  looked.resolve();
  await first;
  expect($newReceipt.get()).toMatchObject({ file: { file: { name: 'b.png' } } });
});

it('a refused receipt goes on being corrected with its own file, and is left with another', async () => {
  const refused = { ...queuedReceipt('ana', gateway.clock.now), fileMark: '' };
  await chooseFile(await picture('a'));
  const fileMark = host.drafts.get('promo.draft.nova-nota.arquivo') ?? '';
  for (const [name, corrected] of [
    ['a', true],
    ['b', false],
  ] as const) {
    abandonReceipt();
    $receiptToCorrect.set(refused);
    draftCorrection({ ...refused, fileMark });
    form.restore();
    await chooseFile(await picture(name));
    expect($receiptToCorrect.get() !== null).toBe(corrected);
    expect('totalAmount' in form.$values.get()).toBe(corrected);
  }
});
