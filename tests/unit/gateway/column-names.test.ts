import { expect, test } from 'vitest';
import {
  columnNames,
  parseSource,
  piecesOf,
  sourcesOfGateway,
  textsOf,
  unqualifiedColumns,
  unqualifiedInPiece,
} from '../../support/unqualified-columns.ts';

const columns = columnNames();
const sources = sourcesOfGateway();

test('statements and pieces are found', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(piecesOf).length).toBeGreaterThan(100);
});

test('a statement of several tables names the table of every column', () => {
  const breaches = sources.flatMap((source) =>
    textsOf(source).flatMap((text) => {
      const found = unqualifiedColumns(text, columns);
      const where = text.trim().slice(0, 60);
      return found.length > 0 ? [`${source.path}: ${found.join(', ')} in ${where}`] : [];
    }),
  );
  const advice = 'A column that one of the other tables gets later would make it ambiguous.';
  expect(breaches, advice).toEqual([]);
});

test('a piece of a statement names the table of every column', () => {
  const breaches = sources.flatMap((source) =>
    piecesOf(source).flatMap(({ name, text }) => {
      const found = unqualifiedInPiece(text, columns);
      return found.length > 0 ? [`${source.path}: ${found.join(', ')} in ${name}`] : [];
    }),
  );
  const advice = 'A piece cannot know which tables the statement has in which it will stand.';
  expect(breaches, advice).toEqual([]);
});

test('pieces are found wherever they stand and however they are written', () => {
  const code = `
    export const firstSql = \`a \${x} b\`;
    const ofSql = { key: 'c' };
    function listSql(which: 'CPF' | 'CNPJ', isIn: boolean): string {
      return isIn ? "d" + part('number') : \`e \${isIn ? 'f g' : ''}\`;
    }
    function ask() {
      const innerSql = 'h';
      return innerSql;
    }
    const columnsSql = 'id, status';`;
  expect(piecesOf(parseSource('', code))).toEqual([
    { name: 'firstSql', text: 'a § b' },
    { name: 'ofSql', text: 'c' },
    { name: 'listSql', text: 'd' },
    { name: 'listSql', text: 'e §' },
    { name: 'listSql', text: 'f g' },
    { name: 'listSql', text: '' },
    { name: 'innerSql', text: 'h' },
  ]);
});

test.each([
  ["status = 'QUEUED'", ['status']],
  ['emails.status = any($1) or kind is null', ['kind']],
  ['exists (select from receipts where receipts.id = consumer_id)', ['consumer_id']],
  ['(created_at at time zone $1)::date', ['created_at']],
  ['set status = kind, events = $1', ['kind']],
  ["(emails.at at time zone 'UTC')::date", []],
  ['insert into emails (kind, status) select $1, status from receipts', []],
])('the piece %s lacks the table of %j', (piece, unqualified) => {
  expect(unqualifiedInPiece(piece, columns)).toEqual(unqualified);
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
