import { describe, expect, it } from 'vitest';
import { checkBirthDate, isAdult } from '../../../../src/rules/people/person-fields.ts';

const now = new Date('2025-10-15T12:00:00-03:00');

describe('birth date', () => {
  it.each([
    ['', 'REQUIRED'],
    ['  ', 'REQUIRED'],
    ['31/02', 'DATE'],
    ['1899-12-31', 'DATE'],
    ['2007-02-29', 'DATE'],
    ['2007-10-16', 'UNDER_AGE'],
    ['2007-10-15', null],
    ['1900-01-01', null],
  ] as const)('judges %j as %s', (birthDate, violation) => {
    expect(checkBirthDate(birthDate, now)).toBe(violation);
  });
});

describe('being an adult', () => {
  const at = (moment: string) => new Date(moment);

  it('starts on the 18th birthday at midnight in São Paulo', () => {
    expect(isAdult('2007-10-15', at('2025-10-15T02:59:59Z'))).toBe(false);
    expect(isAdult('2007-10-15', at('2025-10-15T03:00:00Z'))).toBe(true);
  });

  it('starts on 1 March for people born on 29 February', () => {
    expect(isAdult('2008-02-29', at('2026-02-28T23:59:59-03:00'))).toBe(false);
    expect(isAdult('2008-02-29', at('2026-03-01T00:00:00-03:00'))).toBe(true);
  });

  it.each(['2030-01-01', '9982-01-01', '9999-12-31'])('is not reached by %s', (birthDate) => {
    expect(isAdult(birthDate, at('2025-10-15T12:00:00Z'))).toBe(false);
  });
});
