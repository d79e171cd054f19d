// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { setEnvironment } from '../../../../../src/environment.ts';
import { FillingStep } from '../../../../../src/features/receipts/form/filling-step.tsx';
import { receiptForm } from '../../../../../src/features/receipts/form/receipt-form.store.ts';
import { abandonReceipt } from '../../../../../src/features/receipts/new-receipt.store.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';
import { receiptSite } from '../../../../support/receipt-site.ts';
import { renderInPage } from '../../../../support/render-in-page.ts';

const site = await receiptSite();

/** The form of a receipt in which nothing was read. */
function openForm(device: 'phone' | 'computer', of = site): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: device === 'phone' && query === '(pointer: coarse)' }) as MediaQueryList,
  );
  setEnvironment(pageEnvironment({ site: of }));
  const file = new File(['x'], 'nota.jpg');
  const root = renderInPage(
    <FillingStep
      site={of}
      form={receiptForm()}
      state={{
        step: 'filling',
        file: { file, unusable: null, upload: file, fileType: 'image/jpeg' },
        violation: null,
        readFields: {},
        officeValues: {},
        serverReading: 'settled',
      }}
    />,
  );
  onTestFinished(() => {
    root.unmount();
    abandonReceipt();
    vi.restoreAllMocks();
  });
}

/** @returns the name of the field that has the focus then */
function pressEnter(): string | null | undefined {
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(enter);
  expect(enter.defaultPrevented, 'or the browser would send the form').toBe(true);
  return document.activeElement?.getAttribute('name');
}

it.each([
  ['phone', 'out of the keyboard', null],
  ['computer', 'nowhere', 'totalAmount'],
] as const)(
  'Enter leads on a %s from a field to the next, and from the last %s',
  (device, _, end) => {
    openForm(device);
    document.querySelector<HTMLTextAreaElement>('[name=identifier]')?.focus();
    const fields = ['purchaseDate', 'cnpj', 'totalAmount', end];
    expect(Array.from({ length: 4 }, pressEnter)).toEqual(fields);
  },
);

it('the fields of an invited friend have the keyboard of their kind, and Enter leads through them too', () => {
  const friendField = (id: number, key: string) => ({
    ...{ id, key, target: 'COUPON' as const, type: 'TEXT', label: key, order: id },
    ...{ required: false, options: [] },
  });
  const additionalFields = [friendField(31, 'MGM_EMAIL'), friendField(32, 'MGM_PHONE')];
  openForm('phone', { ...site, campaign: { ...site.campaign, additionalFields } });
  const fields = ['[name=MGM_EMAIL]', '[name=MGM_PHONE]'];
  const types = fields.map((field) => document.querySelector<HTMLInputElement>(field)?.type);
  expect(types).toEqual(['email', 'tel']);
  document.querySelector<HTMLInputElement>('[name=totalAmount]')?.focus();
  expect(Array.from({ length: 3 }, pressEnter)).toEqual(['MGM_EMAIL', 'MGM_PHONE', null]);
});

it('Enter on an answer leaves the focus there', () => {
  openForm('phone');
  document.querySelector<HTMLInputElement>('input[value=yes]')?.focus();
  expect(pressEnter()).toBe('accelerator');
});
