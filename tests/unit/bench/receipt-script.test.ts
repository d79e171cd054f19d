import { expect, test } from 'vitest';
import { receiptScript } from '../../bench/gateway/receipt-script.ts';

const people = { firstPerson: 5, people: 10 };
const linesOf = (text: string, values: unknown[]) =>
  receiptScript([{ text, values }], people).trimEnd().split('\n');

test('a script draws a person and a key for each receipt', () => {
  expect(linesOf('begin', [])).toEqual([
    '\\set person random(1, 10)',
    '\\set consumer 4 + :person',
    '\\set key random(1, 9000000000000000000)',
    'begin;',
  ]);
});

test('values stand as they were, where pgbench would see no variable of its own', () => {
  const now = new Date('2026-01-02T03:04:05.678Z');
  const line = linesOf('select $1, $2,\n  $3, $4', [7, null, "d'água", now]).at(-1);
  expect(line).toBe("select 7, null, 'd''água', to_timestamp(1767323045.678);");
  expect(linesOf('select $1', ['consumer:7 a: b']).at(-1)).toBe(
    "select ('consumer:' || '7 a: b');",
  );
});

test('the script leaves values that differ between receipts to pgbench, and stores ids of answers', () => {
  expect(
    linesOf('insert into receipts values ($1, $2, $3) returning id', [19, 1, 'k']).at(-1),
  ).toBe('insert into receipts values (19, :consumer, :key::text) returning id \\gset');
});

test('the orders of the engines name the receipt that was just written', () => {
  const orders = '[{"receiptId":12,"points":5}]';
  expect(linesOf('insert into engine_orders select $1', [orders]).at(-1)).toContain('|| :id)');
  expect(linesOf('insert into engine_orders select $1', [orders]).at(-1)).not.toContain('12');
});
