import { expect, test } from 'vitest';
import { calendarEntry } from '../../../src/pages/lembrete.ics.ts';

const campaign = { id: 19, name: 'Escovou, Brilhou!', startsAt: '2025-10-01T00:00:00-03:00' };

test('the entry begins when the promotion does, in UTC', () => {
  const entry = calendarEntry(campaign, 'https://promo.example');
  expect(entry).toContain('\r\nDTSTART:20251001T030000Z\r\n');
  expect(entry).toContain('\r\nSUMMARY:Começa a promoção Escovou\\, Brilhou!\r\n');
  expect(entry).toContain('\r\nURL:https://promo.example/\r\n');
});

test('no line is longer than 75 bytes, and folded lines give their text back', () => {
  const name = 'Á'.repeat(120);
  const entry = calendarEntry({ ...campaign, name }, null);
  for (const line of entry.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(entry.replaceAll('\r\n ', '')).toContain(`SUMMARY:Começa a promoção ${name}\r\n`);
});
