import { describe, expect, test } from 'vitest';
import type { FoundAddress } from '../../../src/rules/people/address.ts';
import { watchPostalCode } from '../../../src/ui/fill-address.ts';
import { createForm, type Values } from '../../../src/ui/form.ts';

const centro: FoundAddress = {
  state: 'found',
  street: 'Rua XV de Novembro',
  district: 'Centro',
  city: 'Curitiba',
  uf: 'PR',
};

const drafted = {
  'address.postcode': '80010000',
  'address.street': 'Rua da Paz',
  'address.city': 'Pinhais',
  'address.state': 'PR',
};

function openForm(
  answer: (postalCode: string) => Promise<FoundAddress>,
  { initial = {}, early = '' }: { initial?: Values; early?: string } = {},
) {
  const names = ['postcode', 'street', 'district', 'city', 'state'].map(
    (name) => `address.${name}`,
  );
  const form = createForm({
    id: 'f',
    labels: Object.fromEntries(names.map((name) => [name, name])),
    validate: (values): Record<string, string> =>
      values['address.state'] === 'SP'
        ? { 'address.state': 'Estado não participante da promoção' }
        : {},
    submit: async () => ({ ok: true }),
    explain: () => [],
    initial,
    draft: {
      get: () => JSON.stringify(drafted),
      set: () => {},
      remove: () => {},
    },
  });
  if (early) form.change('address.postcode', early);
  const requestedCodes: string[] = [];
  const lookup = watchPostalCode(form, (postalCode) => {
    requestedCodes.push(postalCode);
    return answer(postalCode);
  });
  const typed = async (postalCode: string) => {
    form.change('address.postcode', postalCode);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { form, requestedCodes, typed, $step: lookup.$step };
}

describe('an address by its postal code', () => {
  test('is asked for at the eighth digit, once', async () => {
    const { requestedCodes, typed, form } = openForm(async () => centro);
    await typed('80010-00');
    expect(requestedCodes).toEqual([]);
    await typed('80010-000');
    form.change('address.number', '10');
    expect(requestedCodes).toEqual(['80010000']);
    expect(form.$values.get()).toMatchObject({
      'address.street': 'Rua XV de Novembro',
      'address.district': 'Centro',
      'address.city': 'Curitiba',
      'address.state': 'PR',
    });
  });

  test('locks street and district if it has a street', async () => {
    const { typed, $step } = openForm(async () => centro);
    await typed('80010-000');
    expect($step.get()).toEqual({ step: 'found', locked: ['street', 'district'] });
  });

  test('leaves both to the user if it has no street', async () => {
    const { typed, $step, form } = openForm(async () => ({ ...centro, street: '', district: '' }));
    form.change('address.street', 'Rua velha');
    await typed('83000-000');
    expect($step.get()).toEqual({ step: 'found', locked: [] });
    expect(form.$values.get()).toMatchObject({ 'address.street': '', 'address.city': 'Curitiba' });
  });

  test('clears the fields if it does not exist, and says so', async () => {
    const { typed, form } = openForm(async () => ({ state: 'not-found' }));
    form.change('address.street', 'Rua velha');
    await typed('99999-999');
    expect(form.$values.get()).toMatchObject({ 'address.street': '' });
    expect(form.$visibleErrors.get()).toEqual({ 'address.postcode': 'CEP inválido' });
    await typed('99999-99');
    expect(form.$visibleErrors.get()).toEqual({});
  });

  test('may be typed whole when no service knows it', async () => {
    const { typed, $step, form } = openForm(async () => ({ state: 'unavailable' }));
    await typed('80010-000');
    expect($step.get()).toEqual({ step: 'unavailable' });
    expect(form.$visibleErrors.get()).toEqual({});
  });

  test('clears the earlier postal code’s address if no service knows it', async () => {
    const { typed, form } = openForm(async (postalCode) =>
      postalCode === '80010000' ? centro : { state: 'unavailable' },
    );
    await typed('80010-000');
    form.change('address.district', 'Batel');
    form.change('address.number', '10');
    await typed('90010-000');
    expect(form.$values.get()).toMatchObject({
      'address.street': '',
      'address.district': 'Batel',
      'address.number': '10',
      'address.city': '',
    });
  });

  test('is refused at once in a state that takes no part', async () => {
    const { typed, form } = openForm(async () => ({ ...centro, uf: 'SP' }));
    await typed('01001-000');
    expect(form.$visibleErrors.get()).toEqual({
      'address.state': 'Estado não participante da promoção',
    });
  });

  test('is dropped if the postal code was changed before the answer', async () => {
    let answer = (_: FoundAddress) => {};
    const { typed, form } = openForm((postalCode) =>
      postalCode === '80010000'
        ? new Promise((resolve) => {
            answer = resolve;
          })
        : Promise.resolve({ ...centro, street: 'Rua nova' }),
    );
    await typed('80010-000');
    await typed('90010-000');
    answer(centro);
    await typed('90010-000');
    expect(form.$values.get()).toMatchObject({ 'address.street': 'Rua nova' });
  });

  test('ends with its postal code, before anything is known of the next one', async () => {
    const { typed, form } = openForm((postalCode) =>
      postalCode === '80010000' ? Promise.resolve(centro) : new Promise(() => {}),
    );
    await typed('80010-000');
    form.change('address.district', 'Batel');
    await typed('80010-001');
    expect(form.$values.get()).toMatchObject({
      'address.street': '',
      'address.district': 'Batel',
      'address.city': '',
      'address.state': '',
    });
  });

  test('ends with its postal code also if a draft had it, which nothing has confirmed yet', async () => {
    const { form, typed } = openForm(() => new Promise(() => {}));
    form.restore();
    expect(form.$values.get()).toMatchObject(drafted);
    await typed('80010-001');
    expect(form.$values.get()).toMatchObject({
      'address.street': '',
      'address.city': '',
      'address.state': '',
    });
  });

  test('keeps the street of a draft that the source does not know', async () => {
    const { form } = openForm(async () => ({ ...centro, street: '', district: '' }));
    form.restore();
    await new Promise((resolve) => setTimeout(resolve));
    expect(form.$values.get()).toMatchObject({
      'address.street': 'Rua da Paz',
      'address.city': 'Curitiba',
    });
  });
});

describe('an address that the form opened with', () => {
  const initial = { ...drafted, 'address.postcode': '80010-000' };

  test('is not looked up, so it stays as its person gave it', async () => {
    const { form, requestedCodes, $step } = openForm(async () => ({ state: 'not-found' }), {
      initial,
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(requestedCodes).toEqual([]);
    expect($step.get()).toEqual({ step: 'waiting' });
    expect(form.$values.get()).toEqual(initial);
  });

  test.each([
    ['before the look-up was loaded', { initial, early: '90010-000' }],
    ['once it was', { initial }],
  ])('ends with its postal code, if that is changed %s', async (_, options) => {
    const { form, typed } = openForm(() => new Promise(() => {}), options);
    await typed('90010-000');
    expect(form.$values.get()).toMatchObject({
      'address.street': '',
      'address.city': '',
      'address.state': '',
    });
  });
});
