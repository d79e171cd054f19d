import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayInSaoPaulo,
  firstInstantAfter,
  formatDate,
  formatDateTime,
  instantOf,
  isCalendarDay,
  momentInSentence,
  parseBrazilianDate,
} from '../../../src/rules/dates.ts';

const day = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z') })
  .filter((date) => !Number.isNaN(date.getTime()))
  .map((date) => date.toISOString().slice(0, 10));

describe('typed dates', () => {
  it.each([
    ['01/01/1900', '1900-01-01'],
    ['29/02/2024', '2024-02-29'],
    ['29/02/2000', '2000-02-29'],
    ['31/12/2025', '2025-12-31'],
    ['31122025', '2025-12-31'],
    [' 31-12-2025 ', '2025-12-31'],
  ])('reads %j as %s', (text, date) => {
    expect(parseBrazilianDate(text)).toBe(date);
  });

  it.each([
    '31/12/1899',
    '29/02/2023',
    '29/02/1900',
    '31/04/2025',
    '00/10/2025',
    '10/00/2025',
    '10/13/2025',
    '1/1/2025',
    '10/10/25',
    '2025-10-10',
    '10/10/20255',
    '1 10/10/2025',
    '',
    '__/__/____',
  ])('refuses %j', (text) => {
    expect(parseBrazilianDate(text)).toBeNull();
  });

  it('reads back every day it shows', () => {
    fc.assert(
      fc.property(day, (date) => {
        expect(isCalendarDay(date)).toBe(true);
        expect(parseBrazilianDate(formatDate(date))).toBe(date);
      }),
    );
  });

  it('leaves alone what is no day', () => {
    expect(formatDate('2025-10-01T00:00:00Z')).toBe('2025-10-01T00:00:00Z');
    expect(formatDate('+12025-10-01')).toBe('+12025-10-01');
    expect(isCalendarDay('12025-10-01')).toBe(false);
    expect(isCalendarDay('2025-10-1')).toBe(false);
    expect(isCalendarDay('2025-10-01T00:00:00Z')).toBe(false);
  });
});

describe('the clock of São Paulo', () => {
  it('changes the day three hours after UTC', () => {
    expect(dayInSaoPaulo(new Date('2025-10-02T02:59:59Z'))).toBe('2025-10-01');
    expect(dayInSaoPaulo(new Date('2025-10-02T03:00:00Z'))).toBe('2025-10-02');
  });

  it('shows a moment as DD/MM/YYYY HH:mm', () => {
    expect(formatDateTime('2025-10-02T02:05:59Z')).toBe('01/10/2025 23:05');
    expect(formatDateTime('2025-10-01T03:00:00.000Z')).toBe('01/10/2025 00:00');
    expect(formatDateTime('ontem')).toBe('ontem');
  });

  it('are a day and an hour in a sentence', () => {
    expect(momentInSentence('2025-10-02T02:05:59Z')).toBe('01/10/2025, às 23:05');
  });

  it('reads a moment without an offset as its own', () => {
    expect(instantOf('2025-10-01T00:00:00').toISOString()).toBe('2025-10-01T03:00:00.000Z');
    expect(instantOf('2025-10-01T00:00:00.000Z').toISOString()).toBe('2025-10-01T00:00:00.000Z');
    expect(instantOf('2025-10-01T00:00:00-03:00').toISOString()).toBe('2025-10-01T03:00:00.000Z');
  });
});

describe('end of a window', () => {
  it.each(['2025-11-30T23:59:59-03:00', '2025-11-30T23:59:59.999-03:00', '2025-11-30T23:59:59'])(
    'includes its whole second at %s',
    (endsAt) => {
      expect(firstInstantAfter(endsAt).toISOString()).toBe('2025-12-01T03:00:00.000Z');
    },
  );
});
