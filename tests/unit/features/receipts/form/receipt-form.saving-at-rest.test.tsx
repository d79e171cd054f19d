import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { embeddedCampaign } from '../../../../../src/campaign/load.ts';
import type { ApiError } from '../../../../../src/contract/errors.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import { FillingStep } from '../../../../../src/features/receipts/form/filling-step.tsx';
import {
  $refusal,
  receiptForm,
  receiptFormConfig,
  showRefusal,
} from '../../../../../src/features/receipts/form/receipt-form.store.ts';
import {
  $newReceipt,
  type ReceiptFormState,
} from '../../../../../src/features/receipts/new-receipt.store.ts';
import { $session } from '../../../../../src/features/session/session.store.ts';
import { siteProps } from '../../../../../src/layouts/site-props.ts';
import { createForm } from '../../../../../src/ui/form.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);

interface Trial {
  values?: Readonly<Record<string, string>>;
  refusal?: ApiError;
  session?: 'signed-in' | 'anonymous';
}

function saveButton(server: ReceiptFormState['serverReading'], trial: Trial = {}) {
  const { values = {}, refusal, session = 'signed-in' } = trial;
  setEnvironment(pageEnvironment({ site, now: () => new Date() }));
  $session.set({ state: session });
  const file = {
    file: new File(['x'], 'nota.jpg'),
    unusable: null,
  } as unknown as ReceiptFormState['file'];
  const read = { cnpj: '11222333000181' };
  const filling: ReceiptFormState = {
    step: 'filling',
    file,
    violation: null,
    readFields: read,
    officeValues: {},
    serverReading: server,
  };
  const config = receiptFormConfig(site);
  const form = createForm({ ...config, id: 'nota-de-teste' });
  for (const [name, value] of Object.entries({ cnpj: '11222333000181', ...values })) {
    form.change(name, value);
    form.blur(name);
  }
  $refusal.set(null);
  if (refusal) {
    form.refuse(refusal.fields);
    showRefusal(refusal, form.$values.get(), config.labels);
  }
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  const page = renderToStaticMarkup(<FillingStep site={site} form={form} state={filling} />);
  vi.unstubAllGlobals();
  return { page, button: /<button[^>]*>(?=<span>salvar)/.exec(page)?.[0] };
}

it('the save button waits while fields are being read, and says which', () => {
  const { page, button } = saveButton('pending');
  expect(page).toContain('Lendo na foto o que falta: Código da Nota, Data da compra, Valor Total.');
  expect(button).toContain('aria-disabled="true"');
  expect(button).toContain('nota-leitura');
});

it.each(['settled', 'late'] as const)(
  'the save button can be pressed once the reading is %s',
  (reading) => {
    const { page, button } = saveButton(reading);
    expect(page).not.toContain('Lendo na foto');
    expect(button).toContain('aria-disabled="false"');
    expect(button).toContain('type="submit"');
  },
);

const purchase = { totalAmount: '54,90', accelerator: 'yes', purchaseDate: '23/11/2026' };

it('numbers are announced, but none while a field is wrong', () => {
  expect(saveButton('settled', { values: purchase }).page).toContain('ticket-count');
  const tooEarly = { ...purchase, purchaseDate: '01/01/2020' };
  expect(saveButton('settled', { values: tooEarly }).page).not.toContain('ticket-count');
});

it('the way to save of a user who is not signed in is a button to the sign-in', () => {
  const { page, button } = saveButton('settled', { session: 'anonymous' });
  expect(page).toMatch(/Entre na sua conta para salvar <a class="button [^>]*#entrar">Entrar</);
  expect(button).toContain('aria-disabled="true"');
});

it('a receipt that another user sent promises nothing, and leads to another one or to the support', () => {
  const message = 'Nota já cadastrada';
  const fields = [{ field: 'identifier', message }];
  const { page, button } = saveButton('settled', {
    values: { ...purchase, identifier: '123456' },
    refusal: { code: 'DUPLICATE', status: 409, message, fields },
  });
  expect(page).not.toContain('ticket-count');
  expect(page).toContain('<button type="button" class="button">Enviar outra nota<');
  expect(page).toMatch(/A nota é sua\? <a href="[^"]*#fale-conosco">Fale conosco</);
  expect(page).not.toContain('Ver a Nota');
  expect(page).toContain('Corrigir os dados');
  const [, inForm = ''] = page.split('Corrigir os dados');
  expect(inForm, 'beside the field, which opens then').toMatch(
    /<p class="field-error" id="([^"]+)">.*?Nota já cadastrada<\/p><textarea[^>]*aria-describedby="\1[ "]/,
  );
  expect(button, 'until the fields are opened').toBeUndefined();
});

it('a form whose script comes after its receipt was read is filled in and folded when it first shows', () => {
  setEnvironment(pageEnvironment({ site }));
  $refusal.set(null);
  const filling = {
    step: 'filling',
    file: { file: new File(['x'], 'nota.jpg'), unusable: null },
    violation: null,
    readFields: { identifier: '123456', cnpj: '11.222.333/0001-81', ...purchase },
    officeValues: {},
    serverReading: 'settled',
  } as unknown as ReceiptFormState;
  $newReceipt.set(filling);
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  // Renders without effects.
  const page = renderToStaticMarkup(
    <FillingStep site={site} form={receiptForm()} state={filling} />,
  );
  vi.unstubAllGlobals();
  expect(page).toMatch(/<h2>[^<]*54,90 em 23\/11\/2026/);
  expect(page).toContain('>Corrigir</button>');
});
