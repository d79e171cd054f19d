import { describe, expect, it } from 'vitest';
import { addressViolations } from '../../../../src/rules/people/address.ts';

const address = {
  postcode: '01001-000',
  street: 'Praça da Sé',
  number: 's/n',
  district: 'Sé',
  city: 'São Paulo',
  state: 'SP',
};

describe('address', () => {
  it('may lie in any state when prizes are delivered to it', () => {
    expect(addressViolations(address, null)).toEqual([]);
  });

  it('names what is missing or wrong', () => {
    const wrong = { ...address, street: ' ', number: '', city: '' };
    expect(addressViolations(wrong, ['PR'])).toEqual([
      { field: 'address.street', violation: 'REQUIRED' },
      { field: 'address.number', violation: 'REQUIRED' },
      { field: 'address.city', violation: 'REQUIRED' },
      { field: 'address.state', violation: 'STATE' },
    ]);
  });

  it('asks for the postal code alone where city and state would come with it', () => {
    const elsewhere = { ...address, city: '', state: '' };
    for (const [postcode, violation] of [
      ['', 'REQUIRED'],
      ['01001', 'POSTCODE'],
    ]) {
      expect(addressViolations({ ...elsewhere, postcode: postcode ?? '' }, ['PR'])).toEqual([
        { field: 'address.postcode', violation },
      ]);
    }
  });
});
