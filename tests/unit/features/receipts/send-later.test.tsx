// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/embedded.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import { type Environment, setEnvironment } from '../../../../src/environment.ts';
import { receiptFormConfig } from '../../../../src/features/receipts/form/receipt-form.store.ts';
import { ReceiptForm } from '../../../../src/features/receipts/form/receipt-form.tsx';
import { $newReceipt } from '../../../../src/features/receipts/new-receipt.store.ts';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { createForm } from '../../../../src/ui/form.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);

afterEach(() => vi.useRealTimers());

const sendLater = () =>
  [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Guardar e enviar depois',
  );

it('whose receipt has no answer within 8 seconds need not wait: a press ends the sending', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const environment: Partial<Environment> = {
    site,
    phase: () => 'open',
    debug: () => false,
    now: () => new Date(),
    drafts: memoryStore(),
  };
  setEnvironment(environment as Environment);
  const file = new File(['x'], 'nota.jpg');
  const stop = new AbortController();
  const sending = {
    step: 'sending',
    file: { file, unfit: null, upload: file, fileType: 'image/jpeg' },
    stop,
    violation: null,
    read: {},
    server: 'settled',
  } as const;
  $newReceipt.set(sending);
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  const form = createForm(receiptFormConfig(site));
  flushSync(() =>
    root.render(<ReceiptForm site={site} form={form} filling={sending} isSending={true} />),
  );
  flushSync(() => vi.advanceTimersByTime(7_999));
  expect(sendLater()).toBeUndefined();
  flushSync(() => vi.advanceTimersByTime(1));
  sendLater()?.click();
  expect(stop.signal.aborted).toBe(true);
  root.unmount();
});
