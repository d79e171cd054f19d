// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import type { FoundAddress } from '../../../src/rules/people/address.ts';
import { AddressFields } from '../../../src/ui/address-fields.tsx';
import { createForm } from '../../../src/ui/form.ts';
import { FoundPlace } from '../../../src/ui/status.tsx';
import { renderInPage } from '../../support/render-in-page.ts';
import { waitFor } from '../../support/wait-for.ts';

const names = ['postcode', 'street', 'number', 'complement', 'district', 'city', 'state'];

let unmount = () => {};
afterEach(() => unmount());

/** Types a postal code, for which the look-up has this answer. */
function lookUpAs(answer: FoundAddress, summary?: typeof FoundPlace) {
  const form = createForm({
    id: 'f',
    labels: Object.fromEntries(names.map((name) => [`address.${name}`, name])),
    validate: () => ({}),
    submit: async () => ({ ok: true }),
    explain: () => [],
  });
  const lookUp = async () => answer;
  const root = renderInPage(
    <form>
      <AddressFields form={form} lookUp={lookUp} {...(summary && { summary })} />
    </form>,
  );
  unmount = () => root.unmount();
  flushSync(() => form.change('address.postcode', '80010-000'));
}

const announced = () => document.querySelector('[aria-live]')?.textContent;

test.each([
  ['a street', 'Rua XV de Novembro', 'Endereço preenchido.', ['street', 'city', 'state']],
  ['a whole town', '', 'Cidade e estado preenchidos. Digite o resto.', ['city', 'state']],
])(
  'a postal code of %s says what is left to type, and locks the rest',
  async (_, street, notice, locked) => {
    lookUpAs({ state: 'found', street, district: '', city: 'Curitiba', uf: 'PR' });
    await waitFor(() => expect(announced()).toBe(notice));
    const readOnly = names.filter(
      (name) => document.querySelector<HTMLInputElement>(`[name="address.${name}"]`)?.readOnly,
    );
    expect(readOnly).toEqual(locked);
  },
);

test('a postal code that does not exist is announced, as its user may have left the field', async () => {
  lookUpAs({ state: 'not-found' });
  await waitFor(() => expect(announced()).toBe('CEP inválido'));
});

test.each([
  ['a street', 'street', 'Rua XV de Novembro', 'number'],
  ['a whole town', 'city', '', 'street'],
])(
  'a user who went on to a field that the postal code of %s makes text is in the next one',
  async (_, from, street, next) => {
    lookUpAs({ state: 'found', street, district: '', city: 'Curitiba', uf: 'PR' }, FoundPlace);
    const field = document.getElementById(`f-address-${from}`);
    field?.focus();
    expect(document.activeElement).toBe(field);
    await waitFor(() => expect(document.querySelector('.found-address')).not.toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe(`f-address-${next}`));
  },
);

test('an address that is found leaves the focus in the postal code', async () => {
  const answer = { state: 'found', street: 'Rua XV', district: '', city: 'Curitiba', uf: 'PR' };
  lookUpAs(answer as FoundAddress, FoundPlace);
  document.getElementById('f-address-postcode')?.focus();
  await waitFor(() => expect(document.querySelector('.found-address')).not.toBeNull());
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement?.id).toBe('f-address-postcode');
});
