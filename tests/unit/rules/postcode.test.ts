import { describe, expect, it } from 'vitest';
import { checkPostcode, formatPostcode, normalisePostcode } from '../../../src/rules/postcode.ts';

describe('postcode', () => {
  it.each(['80010000', '80010-000', ' 80.010-000 '])('accepts %j and shows its mask', (text) => {
    expect(checkPostcode(text)).toBeNull();
    expect(normalisePostcode(text)).toBe('80010000');
    expect(formatPostcode(text)).toBe('80010-000');
  });

  it.each(['8001000', '800100000', '8001000a'])('refuses %j', (text) => {
    expect(checkPostcode(text)).toBe('POSTCODE');
  });

  it.each(['8001000', '800100000'])('shows %s without a mask', (text) => {
    expect(formatPostcode(text)).toBe(text);
  });

  it('is missing when only the mask is left', () => {
    expect(checkPostcode('-')).toBe('REQUIRED');
  });
});
