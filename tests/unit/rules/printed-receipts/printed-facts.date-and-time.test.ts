import { describe, expect, it } from 'vitest';
import { dayOf, timeOf } from '../../../../src/rules/printed-receipts/printed-facts.ts';
import { readAccessKey } from '../../../../src/rules/receipts/access-key.ts';

const key = readAccessKey('41251000000000000191650010000123451839201749');

function paper(...lines: string[]): string[][] {
  return lines.map((line) => [line, line]);
}

describe('day in recognised text without a key', () => {
  it.each([
    ['on the line of the issue', ['Emissão: 09/10/2025 14:00:00'], '2025-10-09'],
    [
      'of the issue, not of the office',
      ['Emissão 09/10/2025', 'Autorização 10/10/2025'],
      '2025-10-09',
    ],
    ['of the office where no other is read', ['Protocolo 1412 09/10/2025'], '2025-10-09'],
    ['with a short year before its time', ['Data: 09/10/25 14:00'], '2025-10-09'],
    ['that most lines have', ['09/10/2025', '09/10/2025', '01/10/2025'], '2025-10-09'],
  ])('is the one %s', (_name, lines, day) => {
    expect(dayOf(paper(...lines))).toBe(day);
  });

  it.each([
    ['two days of equal standing', paper('09/10/2025', '10/10/2025')],
    ['one reading', [['09/10/2025']]],
    ['a third reading that is nearly the same', [['25/09/2017', '25/09/2017', '25/03/2017']]],
    [
      'a third reading that has lost the day, of another year',
      [['Serie 10 11/02/2029', 'Serie 10 4/02/2025', 'Serie 10 11/02/2029']],
    ],
    ['the last day for an exchange alone', paper('Prazo para trocas ate: 18/11/2025')],
    ['a day that does not exist', paper('31/02/2025')],
    ['a short year', paper('09/10/25')],
    ['a year that lost its end', paper('09/10/20 14:00')],
    ['a short year beside a number', paper('09/10/25 1400')],
    ['a short year that only one reading has', [['09/10/25 14:00', '09/10/26 14:00']]],
  ])('stays unknown with %s', (_name, lines) => {
    expect(dayOf(lines)).toBeNull();
  });
});

describe('time in recognised text', () => {
  it.each([
    ['beside the day', ['Emissão: 09/10/2025 14:00:07'], '14:00:07'],
    ['beside a day with a short year', ['09/10/25 14:00:07'], '14:00:07'],
    ['below the day', ['NFC-e 123 Serie 1 09/10/2025', '14:00:07 Via do Consumidor'], '14:00:07'],
    [
      'of the issue, not of the office',
      ['09/10/2025 14:00:07', 'Protocolo de Autorização', '09/10/2025 14:00:12'],
      '14:00:07',
    ],
    [
      'of a receipt issued offline',
      [
        'EMITIDA EM CONTINGÊNCIA',
        'Pendente de autorização',
        'Via Consumidor',
        '09/10/2025 14:00:07',
      ],
      '14:00:07',
    ],
  ])('is the one %s', (_name, lines, time) => {
    expect(timeOf(paper(...lines), key)).toBe(time);
  });

  it.each([
    ['two times of equal standing', paper('09/10/2025 14:00:07', '09/10/2025 14:00:01')],
    ['one reading', [['09/10/2025 14:00:07']]],
    [
      'the office’s time alone, lines below its label',
      paper('Protocolo de Autorização', '141250000123456', 'Data de', '09/10/2025 14:00:12'),
    ],
    ['the office’s time alone, on its line', paper('Data de autorização 09/10/2025 14:00:12')],
    ['a time of no day', paper('Aberto até 22:00:00')],
    ['a day of another month', paper('09/11/2025 14:00:07')],
    ['no seconds', paper('09/10/2025 14:00')],
  ])('stays unknown with %s', (_name, lines) => {
    expect(timeOf(lines, key)).toBeNull();
  });
});

describe('a digit that is hard to read', () => {
  it('leaves the time unknown where a reading has another, also one of no clock', () => {
    const readings = (other: string) => [
      ['25/09/2026 16:31:07', '25/09/2026 16:31:07', `25/09/2026 ${other}`],
    ];
    const office = ['Protocolo de Autorização 25/09/2026 16:31:09'];
    expect(timeOf(readings('16:31:07'), null)).toBeNull();
    expect(timeOf([...readings('16:31:07'), office], null)).toBe('16:31:07');
    const doubtful = ['10:31:14', '10:31:14', '16:31:14'].map((time) => `25/09/2026 ${time}`);
    expect(timeOf([...readings('18:31:07'), ['Protocolo'], doubtful], null)).toBeNull();
    expect(timeOf(readings('10:31:07'), null)).toBeNull();
    expect(timeOf(readings('16:31:67'), null)).toBeNull();
    expect(timeOf([['25/09/2026 16:31:67', '25/09/2026 16:31:67']], null)).toBeNull();
  });
});
