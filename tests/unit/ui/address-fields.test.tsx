// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { AddressFields } from '../../../src/ui/address-fields.tsx';
import { createForm } from '../../../src/ui/form.ts';
import { waitFor } from '../../support/wait-for.ts';

const names = ['postcode', 'street', 'number', 'complement', 'district', 'city', 'state'];

test.each([
  ['a street', 'Rua XV de Novembro', 'Endereço preenchido.', ['street', 'city', 'state']],
  ['a whole town', '', 'Cidade e estado preenchidos. Digite o resto.', ['city', 'state']],
])(
  'a postal code of %s says what is left to type, and locks the rest',
  async (_, street, notice, locked) => {
    const form = createForm({
      id: 'f',
      labels: Object.fromEntries(names.map((name) => [`address.${name}`, name])),
      validate: () => ({}),
      submit: async () => ({ ok: true }),
      explain: () => [],
    });
    const answer = { state: 'found', street, district: '', city: 'Curitiba', uf: 'PR' } as const;
    const lookUp = async () => answer;
    document.body.innerHTML = '<main></main>';
    const root = createRoot(document.querySelector('main') as HTMLElement);
    flushSync(() => root.render(<AddressFields form={form} lookUp={lookUp} />));
    flushSync(() => form.change('address.postcode', '80010-000'));
    await waitFor(() => expect(document.querySelector('[aria-live]')?.textContent).toBe(notice));
    const readOnly = names.filter(
      (name) => document.querySelector<HTMLInputElement>(`[name="address.${name}"]`)?.readOnly,
    );
    expect(readOnly).toEqual(locked);
    root.unmount();
  },
);
