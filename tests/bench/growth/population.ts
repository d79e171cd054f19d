import type { Database, Queries } from '../../../src/gateway/db/database.ts';
import { findSecret } from '../../../src/gateway/db/queries/secrets.ts';
import { appendToLedger } from '../../../src/gateway/ledger/append-entries.ts';
import { deriveHiddenOwner } from '../../../src/gateway/ledger/log-key.ts';
import { drawSecretName, takeCounters } from '../../../src/gateway/rewards/lucky-numbers.ts';
import { formatLuckyNumber } from '../../../src/rules/rewards/lucky-number-format.ts';
import { luckyNumbers } from '../../../src/rules/rewards/lucky-numbers.ts';

const draw = { campaignId: 19, engineId: 101 };
const space = { seriesQuantity: 10, numbersPerSeries: 100_000 };
const receiptsAtOnce = 5000;

/** A consumer who owns receipts. */
export interface Owner {
  id: number;
  pseudonym: string;
}

/** Adds copies of a registered consumer, with the same password, from `first` to `last`. */
export async function addPeople(
  { query }: Queries,
  { like, first, last }: { like: number; first: number; last: number },
): Promise<void> {
  await query(
    `insert into identity_users (id, tenant_id, email, password_hash, created_at, valid_since)
     select 'growth-' || n, tenant_id, 'growth-' || n || '@exemplo.com.br', password_hash,
       identity_users.created_at, valid_since
     from consumers join identity_users on identity_users.id = identity_id,
       generate_series($2::integer, $3::integer) as n
     where consumers.id = $1`,
    [like, first, last],
  );
  await query(
    `insert into consumers (campaign_id, identity_id, type, name, email, document, phone,
       birth_date, mgm_code, address, additional_fields, created_at)
     select campaign_id, 'growth-' || n, type, name, 'growth-' || n || '@exemplo.com.br',
       lpad(n::text, 11, '0'), phone, birth_date, 'G' || n, address, additional_fields, created_at
     from consumers, generate_series($2::integer, $3::integer) as n
     where id = $1`,
    [like, first, last],
  );
}

export function findOwners(
  { query }: Queries,
  { first, last }: { first: number; last: number },
): Promise<Owner[]> {
  return query(
    `select id, pseudonym from consumers
     join generate_series($1::integer, $2::integer) as n on identity_id = 'growth-' || n order by n`,
    [first, last],
  );
}

/**
 * Gives each owner a receipt like one that was sent, as often as they are named: with what its
 * engines made, the next lucky number of the draw, and its entry in the ledger.
 */
export async function addReceipts(
  database: Database,
  { like, owners, now }: { like: number; owners: readonly Owner[]; now: Date },
): Promise<void> {
  const keyHex = await findSecret(database, drawSecretName(draw));
  const numberAt = luckyNumbers(Buffer.from(keyHex, 'hex'), space);
  for (let start = 0; start < owners.length; start += receiptsAtOnce) {
    const some = owners.slice(start, start + receiptsAtOnce);
    await database.transaction(async (queries) => {
      const first = await takeCounters(queries, {
        ...draw,
        quantity: some.length,
        isProven: true,
      });
      if (first === null) throw new Error('The draw has too few numbers');
      const [row] = await queries.query<{ last: number }>(
        'select coalesce(max(id), 0) as last from receipts',
      );
      const rows = some.map(({ id, pseudonym }, index) => {
        const counter = first + index;
        const receipt = (row?.last ?? 0) + 1 + index;
        return { receipt, owner: id, pseudonym, counter, ...numberAt(counter) };
      });
      await insertReceipts(queries, like, rows);
      await appendToLedger(queries, draw.campaignId, {
        now,
        entries: await Promise.all(
          rows.map(async ({ receipt, pseudonym, counter, series, number }) => ({
            type: 'NUMBERS_ISSUED' as const,
            engine: draw.engineId,
            receipt,
            owner: await deriveHiddenOwner(queries, { ...draw, receiptId: receipt }, pseudonym),
            first: counter,
            numbers: [formatLuckyNumber({ series, number })],
          })),
        ),
      });
    });
  }
}

const given = `jsonb_to_recordset($2::jsonb)
  as given (receipt bigint, owner bigint, counter bigint, series integer, number integer)`;

async function insertReceipts(
  { query }: Queries,
  like: number,
  rows: readonly object[],
): Promise<void> {
  const values = [like, JSON.stringify(rows)];
  await query(
    `insert into receipts (id, campaign_id, consumer_id, identifier, identity, fiscal_number, cnpj,
       shop, purchase_date, total_centavos, lines, additional_fields, status, file_key, file_type,
       file_sha256, created_at)
     overriding system value
     select receipt, campaign_id, owner, 'growth-' || receipt, 'growth-' || receipt,
       'growth-' || receipt, cnpj, shop, purchase_date, total_centavos, lines, additional_fields,
       status, file_key, file_type, 'growth-' || receipt, created_at
     from receipts, ${given} where id = $1`,
    values,
  );
  await query(`select setval(pg_get_serial_sequence('receipts', 'id'), max(id)) from receipts`);
  await query(
    `insert into engine_orders (receipt_id, engine_id, engine_type, status, rewarded, events,
       error_code, cashback_centavos, points, carried_centavos)
     select receipt, engine_id, engine_type, status, rewarded, events, error_code,
       cashback_centavos, points, carried_centavos
     from engine_orders, ${given} where receipt_id = $1`,
    values,
  );
  await query(
    `insert into lucky_numbers (campaign_id, engine_id, consumer_id, receipt_id, series, number,
       kind, created_at, counter)
     select campaign_id, ${draw.engineId}, owner, receipt, series, number, 'MAIN', created_at, counter
     from receipts, ${given} where id = $1`,
    values,
  );
  await query(
    `insert into cashback_entries (campaign_id, consumer_id, receipt_id, type, status,
       value_centavos, created_at)
     select campaign_id, owner, receipt, type, status, value_centavos, created_at
     from cashback_entries, ${given} where receipt_id = $1`,
    values,
  );
  await query(
    `insert into points_entries (campaign_id, consumer_id, receipt_id, points, created_at)
     select campaign_id, owner, receipt, points, created_at
     from points_entries, ${given} where receipt_id = $1`,
    values,
  );
}
