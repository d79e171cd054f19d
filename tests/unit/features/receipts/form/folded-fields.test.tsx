// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../../src/campaign/load.ts';
import { type SiteProps, setEnvironment } from '../../../../../src/environment.ts';
import {
  FoldedFields,
  useFieldsView,
} from '../../../../../src/features/receipts/form/folded-fields.tsx';
import {
  $refusal,
  receiptForm,
} from '../../../../../src/features/receipts/form/receipt-form.store.ts';
import {
  $newReceipt,
  type FillingState,
} from '../../../../../src/features/receipts/new-receipt.store.ts';
import { receiptDraft } from '../../../../../src/features/receipts/receipt-storage.ts';
import { siteProps } from '../../../../../src/layouts/site-props.ts';
import { createForm, type FormStore } from '../../../../../src/ui/form.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';
import { newAccessKey } from '../../../../support/receipt-body.ts';
import { renderInPage } from '../../../../support/render-in-page.ts';

afterEach(() => $refusal.set(null));

const read = {
  identifier: '111',
  purchaseDate: '23/11/2026',
  cnpj: '11222333000181',
  totalAmount: '70,00',
};

const filling = {
  file: { file: new File(['x'], 'nota.jpg') },
  violation: null,
  readFields: read,
  serverReading: 'settled',
} as unknown as FillingState;

interface FoldingProps {
  form: FormStore;
  progress?: Partial<FillingState>;
}

function Folding({ form, progress }: FoldingProps) {
  const { view, unfold } = useFieldsView(form, { ...filling, officeValues: {}, ...progress });
  return (
    <button type="button" onClick={unfold}>
      {view}
    </button>
  );
}

const openForm = (initial: FillingState['readFields'] = read) =>
  createForm({
    id: 'nota',
    labels: { identifier: 'Código da Nota' },
    initial,
    validate: () => ({}),
    submit: async () => ({ ok: true }),
    explain: () => [],
  });

it('fields do not fold where the tax office says other than the QR code', () => {
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  const form = openForm();
  const foldFor = (officeValues: FillingState['readFields']) => {
    flushSync(() => root.render(<Folding form={form} progress={{ officeValues }} />));
    return document.querySelector('button')?.textContent;
  };
  expect(foldFor(read)).toBe('folded');
  expect(foldFor({ ...read, totalAmount: '69,00' })).toBe('open');
  root.unmount();
});

it('fields that were not all read in time are open, and a later answer does not fold them', () => {
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  const form = openForm({});
  const viewOf = (progress: Partial<FillingState>) => {
    flushSync(() => root.render(<Folding form={form} progress={progress} />));
    return document.querySelector('button')?.textContent;
  };
  expect(viewOf({ readFields: {}, serverReading: 'late' })).toBe('open');
  expect(viewOf({ readFields: read, serverReading: 'settled' })).toBe('open');
  const file = { file: new File(['y'], 'outra.jpg') } as unknown as FillingState['file'];
  const { identifier } = read;
  form.change('identifier', identifier);
  expect(viewOf({ file, readFields: { identifier }, serverReading: 'pending' })).toBe('reading');
  expect(viewOf({ file, readFields: { identifier }, serverReading: 'late' })).toBe('open');
  for (const [name, value] of Object.entries(read)) form.change(name, value);
  expect(viewOf({ file, readFields: read, serverReading: 'settled' })).toBe('open');
  root.unmount();
});

it.each([
  ['the same month', '2026-11-20', 'folded'],
  ['another month', '2026-10-20', 'open'],
])('fields whose access key says %s: %s → %s', (_what, day, view) => {
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  const form = openForm();
  const identifier = newAccessKey(day);
  form.change('identifier', identifier);
  flushSync(() =>
    root.render(<Folding form={form} progress={{ readFields: { ...read, identifier } }} />),
  );
  expect(document.querySelector('button')?.textContent).toBe(view);
  root.unmount();
});

it('fields that were opened stay open while a repeated code is typed back to what was read', () => {
  const form = openForm();
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  flushSync(() => root.render(<Folding form={form} />));
  const button = document.querySelector('button') as HTMLButtonElement;
  const correct = () => flushSync(() => button.click());
  const type = (code: string) => flushSync(() => form.change('identifier', code));

  expect(button.textContent).toBe('folded');
  correct();
  type('222');
  expect(button.textContent).toBe('open');
  flushSync(() =>
    $refusal.set({
      fields: [{ field: 'identifier', value: '222', lead: '', message: 'Nota já cadastrada' }],
      isDuplicate: true,
      duplicateOf: { id: 1, createdAt: '2026-11-23T12:00:00Z' } as never,
    }),
  );
  expect(button.textContent).toBe('duplicate');
  correct();
  type('22');
  type('111');
  expect(button.textContent).toBe('open');
  root.unmount();
});

it('a user at the button that opens the fields is in the first empty one once they open by themselves', () => {
  const { identifier, purchaseDate } = read;
  const form = openForm({ identifier, purchaseDate });
  const site = { hotsite: {}, campaign: { engines: [] } } as unknown as SiteProps;
  const fields = (view: 'reading' | 'open') => (
    <FoldedFields site={site} form={form} view={view} isAnswerRead={false} onUnfold={() => {}}>
      {['identifier', 'purchaseDate', 'cnpj', 'totalAmount'].map((name) => (
        <input key={name} id={`nota-${name}`} />
      ))}
    </FoldedFields>
  );
  const root = renderInPage(fields('reading'));
  document.querySelector('button')?.focus();
  expect(document.activeElement?.textContent).toBe('Preencher agora');
  flushSync(() => root.render(fields('open')));
  expect(document.activeElement?.id).toBe('nota-cnpj');
  (document.activeElement as HTMLElement).blur();
  flushSync(() => root.render(fields('reading')));
  flushSync(() => root.render(fields('open')));
  expect(document.activeElement, 'of a user who was elsewhere').toBe(document.body);
});

it('a text typed before a reload stays when the receipt is read again, and its fields are open', () => {
  const site = siteProps(
    embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
  );
  setEnvironment(pageEnvironment({ site }));
  receiptDraft.set(JSON.stringify({ totalAmount: '71,00' }));
  $newReceipt.set({ step: 'filling', ...filling, officeValues: {} });
  const form = receiptForm();
  expect(form.$values.get()).toEqual({ ...read, totalAmount: '71,00' });
  renderInPage(<Folding form={form} />);
  expect(document.querySelector('button')?.textContent).toBe('open');
});
