import { describe, expect, it } from 'vitest';
import { addressViolations } from '../../../src/rules/address.ts';

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
    const wrong = { ...address, postcode: '01001', street: ' ', number: '' };
    expect(addressViolations(wrong, ['PR'])).toEqual([
      { field: 'address.postcode', violation: 'POSTCODE' },
      { field: 'address.street', violation: 'REQUIRED' },
      { field: 'address.number', violation: 'REQUIRED' },
      { field: 'address.state', violation: 'STATE' },
    ]);
  });
});
