import { describe, expect, it } from 'vitest';
import { checkPassword } from '../../../../src/rules/people/person-fields.ts';

describe('password', () => {
  it.each([
    ['', 'REQUIRED'],
    ['aB123', 'PASSWORD_LENGTH'],
    ['😀😀😀aB', 'PASSWORD_LENGTH'],
    ['ABC123', 'PASSWORD_LOWERCASE'],
    ['abc123', 'PASSWORD_UPPERCASE'],
    ['aB1234', null],
    ['ãÉ 12 ', null],
    [`aB${'x'.repeat(998)}`, null],
    [`aB${'x'.repeat(999)}`, 'PASSWORD_LONG'],
  ] as const)('judges %j as %s', (password, violation) => {
    expect(checkPassword(password)).toBe(violation);
  });
});
