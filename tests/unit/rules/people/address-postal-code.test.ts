import { describe, expect, it } from 'vitest';
import { checkPostalCode, normalisePostalCode } from '../../../../src/rules/people/address.ts';

describe('postal code', () => {
  it.each(['80010000', '80010-000', ' 80.010-000 '])('accepts %j', (text) => {
    expect(checkPostalCode(text)).toBeNull();
    expect(normalisePostalCode(text)).toBe('80010000');
  });

  it.each(['8001000', '800100000', '8001000a'])('refuses %j', (text) => {
    expect(checkPostalCode(text)).toBe('POSTCODE');
  });

  it('is missing when only the mask is left', () => {
    expect(checkPostalCode('-')).toBe('REQUIRED');
  });
});
