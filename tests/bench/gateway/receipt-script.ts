import type { Statement } from './recorded-statements.ts';

/** What takes the place of a statement's parameters, by their number, and what of its answer is kept. */
interface Changes {
  starts: string;
  parameters?: Record<number, string>;
  isKept?: boolean;
}

const first = ':first::bigint';

/** What differs from one receipt to the next. */
const changes: readonly Changes[] = [
  { starts: 'select id, campaign_id as "campaignId"', parameters: { 2: `'growth-' || :person` } },
  { starts: 'select body_mac', parameters: { 3: ':key::text' } },
  { starts: 'select pg_try_advisory_xact_lock', parameters: { 1: ':key' } },
  { starts: 'select id, type, pseudonym', parameters: { 1: ':consumer' } },
  {
    starts: 'insert into receipts',
    parameters: { 2: ':consumer', 3: ':key::text', 4: ':key::text' },
    isKept: true,
  },
  { starts: 'update instant_prizes', parameters: { 1: ':id', 2: ':consumer' } },
  { starts: 'select coalesce(sum(cashback_centavos)', parameters: { 1: ':consumer' } },
  { starts: 'update lucky_number_sequences', isKept: true },
  {
    starts: 'insert into lucky_numbers',
    parameters: {
      2: ':consumer',
      3: ':id',
      5: `jsonb_build_array(jsonb_build_object('engineId', 101, 'series', ${first} / 100000,
        'number', ${first} % 100000, 'counter', ${first}, 'kind', 'MAIN'))`,
    },
  },
  {
    starts: 'insert into ledger_entries',
    parameters: {
      2: `jsonb_build_array(jsonb_build_object('type', 'NUMBERS_ISSUED', 'entry', repeat('x', 250)))`,
    },
  },
  {
    starts: 'insert into emails',
    parameters: { 2: ':consumer', 6: `'receipt-received/' || :key` },
  },
  { starts: 'insert into idempotency_keys', parameters: { 3: ':key::text' } },
];

/**
 * A script for pgbench from the statements of one receipt: each run enters another one, of one of
 * the people that follow each other from `firstPerson` on.
 */
export function receiptScript(
  statements: readonly Statement[],
  { firstPerson, people }: { firstPerson: number; people: number },
): string {
  const head = [
    `\\set person random(1, ${people})`,
    `\\set consumer ${firstPerson - 1} + :person`,
    '\\set key random(1, 9000000000000000000)',
  ];
  return `${[...head, ...statements.map(lineOf)].join('\n')}\n`;
}

function lineOf({ text, values }: Statement): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  const change = changes.find(({ starts }) => plain.startsWith(starts));
  const written = plain.replaceAll(/\$(\d+)/g, (_, place) => {
    const number = Number(place);
    const changed = change?.parameters?.[number];
    return changed?.replaceAll(/\s+/g, ' ') ?? ofThisReceipt(plain, values[number - 1]);
  });
  return `${written}${change?.isKept ? ' \\gset' : ';'}`;
}

/** The orders of the engines carry the receipt's number inside. */
function ofThisReceipt(statement: string, value: unknown): string {
  const isOrders = statement.startsWith('insert into engine_orders') && typeof value === 'string';
  if (!isOrders) return literal(value);
  const orders = value.replaceAll(/"receiptId":\d+/g, '"receiptId":0');
  return `replace(${literal(orders)}, ${literal('"receiptId":0')}, ${literal('"receiptId":')} || :id)`;
}

/** pgbench takes a colon before a letter or digit for a variable, even inside a text. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return `to_timestamp(${value.getTime() / 1000})`;
  if (typeof value === 'number') return String(value);
  const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value);
  const quoted = `'${text.replaceAll("'", "''")}'`;
  const apart = quoted.replaceAll(/:(?=\w)/g, ":' || '");
  return apart === quoted ? quoted : `(${apart})`;
}
