import { expect, test } from 'vitest';
import {
  columnNames,
  piecesOfGateway,
  textsOfGateway,
  unqualifiedColumns,
  unqualifiedInPiece,
} from '../../support/unqualified-columns.ts';

const columns = columnNames();

test('a statement of several tables names the table of every column', () => {
  const breaches = textsOfGateway().flatMap(({ path, text }) => {
    const found = unqualifiedColumns(text, columns);
    const where = text.trim().slice(0, 60);
    return found.length > 0 ? [`${path}: ${found.join(', ')} in ${where}`] : [];
  });
  const advice = 'A column that one of the other tables gets later would make it ambiguous.';
  expect(breaches, advice).toEqual([]);
});

test('a piece of a statement names the table of every column', () => {
  const pieces = piecesOfGateway();
  expect(pieces.length).toBeGreaterThan(50);
  const breaches = pieces.flatMap(({ path, name, text }) => {
    const found = unqualifiedInPiece(text, columns);
    return found.length > 0 ? [`${path}: ${found.join(', ')} in ${name}`] : [];
  });
  const advice = 'A piece cannot know which tables the statement has in which it will stand.';
  expect(breaches, advice).toEqual([]);
});

test.each([
  ['a join', 'select status from receipts join consumers on consumers.id = receipts.consumer_id'],
  [
    'a query within another',
    'delete from emails where exists (select from consumers where consumers.id = consumer_id)',
  ],
  [
    'a join after a column that is called key',
    'select identity as key from receipts join emails on emails.id = receipts.id',
  ],
  ['an update from another table', 'update receipts set tax_office = document from consumers'],
  [
    'a named part',
    'with a as (select receipts.id from receipts join emails on receipts.id = kind) select a.id from a',
  ],
])('%s is looked through for columns without their table', (_, statement) => {
  expect(unqualifiedColumns(statement, columns)).toHaveLength(1);
});

test.each([
  'select status, consumer_id from receipts where id = $1',
  'update receipts set status = $2 from consumers where consumers.id = receipts.consumer_id',
  'insert into emails (consumer_id, kind) select consumers.id, $1 from consumers join receipts on true returning id',
  'with a as (select id from receipts), b as (select id from emails) select a.id from a join b on true',
])('a column needs no table in %s', (statement) => {
  expect(unqualifiedColumns(statement, columns)).toEqual([]);
});
