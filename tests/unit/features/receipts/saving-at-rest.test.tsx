import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/embedded.ts';
import { type Environment, setEnvironment } from '../../../../src/environment.ts';
import { receiptFormConfig } from '../../../../src/features/receipts/form/receipt-form.store.ts';
import { ReceiptForm } from '../../../../src/features/receipts/form/receipt-form.tsx';
import type { FillingState } from '../../../../src/features/receipts/new-receipt.store.ts';
import { $session } from '../../../../src/features/session/session.store.ts';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { createForm } from '../../../../src/ui/form.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);

function saveButton(server: FillingState['server']): { page: string; button: string | undefined } {
  const environment: Partial<Environment> = {
    site,
    phase: () => 'open',
    debug: () => false,
    now: () => new Date(),
  };
  setEnvironment(environment as Environment);
  $session.set({ state: 'signed-in' });
  const file = {
    file: new File(['x'], 'nota.jpg'),
    unusable: null,
  } as unknown as FillingState['file'];
  const filling: FillingState = { file, violation: null, read: { cnpj: '11222333000181' }, server };
  const form = createForm(receiptFormConfig(site));
  form.change('cnpj', '11222333000181');
  const page = renderToStaticMarkup(
    <ReceiptForm site={site} form={form} filling={filling} isSending={false} />,
  );
  return { page, button: /<button[^>]*>(?=<span>salvar)/.exec(page)?.[0] };
}

it('the save button waits while fields are being read, and says which', () => {
  const { page, button } = saveButton('asked');
  expect(page).toContain('Lendo na foto o que falta: Código da Nota, Data da compra, Valor Total.');
  expect(button).toContain('aria-disabled="true"');
  expect(button).toContain('nota-leitura');
});

it('the save button can be pressed once the fields were read', () => {
  const { page, button } = saveButton('settled');
  expect(page).not.toContain('Lendo na foto');
  expect(button).toContain('aria-disabled="false"');
});
