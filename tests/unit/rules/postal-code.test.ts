import { describe, expect, it } from 'vitest';
import {
  checkPostalCode,
  formatPostalCode,
  normalisePostalCode,
} from '../../../src/rules/address.ts';

describe('postcode', () => {
  it.each(['80010000', '80010-000', ' 80.010-000 '])('accepts %j and shows its mask', (text) => {
    expect(checkPostalCode(text)).toBeNull();
    expect(normalisePostalCode(text)).toBe('80010000');
    expect(formatPostalCode(text)).toBe('80010-000');
  });

  it.each(['8001000', '800100000', '8001000a'])('refuses %j', (text) => {
    expect(checkPostalCode(text)).toBe('POSTCODE');
  });

  it.each(['8001000', '800100000'])('shows %s without a mask', (text) => {
    expect(formatPostalCode(text)).toBe(text);
  });

  it('is missing when only the mask is left', () => {
    expect(checkPostalCode('-')).toBe('REQUIRED');
  });
});
