import type { Address, Consumer } from '../../../contract/consumer.ts';
import type { Queries } from '../database.ts';

export interface LockedConsumer {
  id: number;
  type: 'PERSON' | 'CORPORATE';
  /** How the ledger names the consumer. */
  pseudonym: string;
  walletStatus: 'ACTIVE' | 'BLOCKED';
  bankInfo: Consumer['bankInfo'] | null;
  address: Address | null;
}

/** Whoever made a call was erased since the call was let in. */
export class NoConsumer extends Error {
  override readonly name = 'NoConsumer';

  constructor(id: number) {
    super(`No consumer ${id}`);
  }
}

/**
 * Reads a consumer and holds the row until the transaction ends, so that what one consumer does at
 * once happens one after another, and limits per consumer can be counted.
 * Not `for update`: that would also hold up every row that merely points at the consumer.
 * @throws NoConsumer for somebody who was erased meanwhile: nothing is added to them.
 */
export async function lockConsumer(queries: Queries, id: number): Promise<LockedConsumer> {
  const [row] = await queries.query<LockedConsumer>(
    `select id, type, pseudonym, wallet_status as "walletStatus", bank_info as "bankInfo", address
     from consumers where id = $1 and erased_at is null for no key update`,
    [id],
  );
  if (!row) throw new NoConsumer(id);
  return row;
}

/**
 * Holds the row of a record's consumer, and reads how the ledger names them. Whatever moves a wallet
 * takes it before the record, so that who spends and who takes back see each other's balance.
 * @returns null where there is no such record.
 */
export async function lockOwner(
  queries: Queries,
  table: 'receipts' | 'redemptions' | 'cashback_entries',
  id: number,
): Promise<Pick<LockedConsumer, 'pseudonym'> | null> {
  const [row] = await queries.query<Pick<LockedConsumer, 'pseudonym'>>(
    `select pseudonym from consumers
     where id = (select consumer_id from ${table} where id = $1) for no key update`,
    [id],
  );
  return row ?? null;
}

/** How the ledger names a consumer. */
export async function findPseudonym(queries: Queries, id: number): Promise<string> {
  const [row] = await queries.query<Pick<LockedConsumer, 'pseudonym'>>(
    'select pseudonym from consumers where id = $1',
    [id],
  );
  if (!row) throw new NoConsumer(id);
  return row.pseudonym;
}

export async function findWalletStatus(
  queries: Queries,
  id: number,
): Promise<LockedConsumer['walletStatus']> {
  const [row] = await queries.query<Pick<LockedConsumer, 'walletStatus'>>(
    'select wallet_status as "walletStatus" from consumers where id = $1',
    [id],
  );
  if (!row) throw new NoConsumer(id);
  return row.walletStatus;
}
