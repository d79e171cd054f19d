import { describe, expect, it } from 'vitest';
import { votedDay } from '../../src/rules/printed-receipts/printed-facts.ts';
import { type AccessKey, readAccessKey } from '../../src/rules/receipts/access-key.ts';

const october = keyOfOctober2025();

describe('day of issue in recognised text', () => {
  it.each([
    ['the date of the month', 'Emissão 07/10/2025 14:00', '2025-10-07'],
    ['a short year', '07/10/25 14:00', '2025-10-07'],
    ['blanks and points', '07 .10. 2025', '2025-10-07'],
    ['most dates', '07/10/2025\n01/10/2025\n07/10/2025\n07/10/2025', '2025-10-07'],
    [
      'most dates, also beside a day of another print',
      '12/10/2025 23/10/2025 23/10/2025',
      '2025-10-23',
    ],
    ['one wrong digit in the month', 'Emissão 07/18/2025', '2025-10-07'],
    [
      'a right date against two that are nearly right',
      '07/10/2025\n01/18/2025\n01/18/2025',
      '2025-10-07',
    ],
  ])('is taken from %s', (_name, text, day) => {
    expect(votedDay(linesOf(text), october)).toBe(day);
  });

  it.each([
    ['no date', 'Valor total R$ 07,10'],
    ['another month', '07/11/2025'],
    ['another year', '07/10/2013'],
    ['the same month of the next year', '07/10/2026'],
    ['two days that as many dates name', '07/10/2025 01/10/2025'],
    ['a day that one of three readings has with another digit', '26/10/2025 28/10/2025 26/10/2025'],
    ['a day that does not exist', '32/10/2025'],
    ['a longer number', '107/10/20255'],
  ])('is not taken from %s', (_name, text) => {
    expect(votedDay(linesOf(text), october)).toBeNull();
  });

  it('is that of the issue where the tax office authorised the receipt on another day', () => {
    const issued = ['Emissão 19/10/2025 23:50:07', 'Emissão 19/10/2025 23:50:07'];
    const authorised = (day: string) => Array.from({ length: 3 }, () => `Protocolo ${day}/10/2025`);
    expect(votedDay([issued, authorised('20')], october)).toBe('2025-10-19');
    expect(
      votedDay([issued, ['Protocolo de autorização'], ['20/10/2025', '20/10/2025']], october),
    ).toBe('2025-10-19');
    // One digit apart, it may as well be the same day, misread.
    expect(votedDay([issued, authorised('18')], october)).toBeNull();
    expect(votedDay([authorised('20')], october)).toBe('2025-10-20');
  });
});

function linesOf(text: string): string[][] {
  return text.split('\n').map((line) => [line]);
}

function keyOfOctober2025(): AccessKey {
  const key = readAccessKey('41251000000000000191650010000123451839201749');
  if (!key) throw new Error('The key does not hold');
  return key;
}
