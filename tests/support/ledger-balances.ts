import type { Queries } from '../../src/gateway/db/database.ts';
import { deriveNonce } from '../../src/gateway/ledger/log-key.ts';
import { hiddenAmount } from '../../src/rules/log/hidden-owners.ts';
import type { DatedEntry } from '../../src/rules/log/ledger-entry-types.ts';

/** A consumer's wallets. */
interface Balances {
  centavos: number;
  points: number;
}

/**
 * Balances by consumer that follow from the ledger's entries. The ledger hides owners and amounts,
 * so the database says whose the receipts are and what was withdrawn.
 * @throws Error where the ledger is bound to another amount
 */
export async function balancesInLedger(
  database: Queries,
  entries: readonly DatedEntry[],
): Promise<Map<number, Balances>> {
  const balances = new Map<number, Balances>();
  const ownerOf = await findOwners(database);
  /** 1 for a withdrawal whose last outcome is that it failed, so that it is back in the wallet. */
  const returnedTimes = new Map<string, number>();
  const move = (thing: string, { centavos = 0, points = 0 }: Partial<Balances>) => {
    const { consumer } = ownerOf(thing);
    const before = balances.get(consumer) ?? { centavos: 0, points: 0 };
    balances.set(consumer, {
      centavos: before.centavos + centavos,
      points: before.points + points,
    });
  };
  for (const entry of entries) {
    switch (entry.type) {
      case 'CASHBACK_CREDITED':
        move(`receipt/${entry.receipt}`, { centavos: entry.centavos });
        break;
      case 'CASHBACK_WITHDRAWN': {
        const thing = `withdrawal/${entry.withdrawal}`;
        const { centavos } = ownerOf(thing);
        const amount = hiddenAmount(centavos, await deriveNonce(database, 19, thing));
        if (amount !== entry.amount) throw new Error(`${thing} is of another amount`);
        move(thing, { centavos: -centavos });
        break;
      }
      case 'CASHBACK_REVERSED':
        move(`receipt/${entry.receipt}`, { centavos: -entry.centavos });
        break;
      case 'WITHDRAWAL_SETTLED': {
        const thing = `withdrawal/${entry.withdrawal}`;
        const { centavos } = ownerOf(thing);
        const returned = Number(entry.status === 'ERROR');
        move(thing, { centavos: centavos * (returned - (returnedTimes.get(thing) ?? 0)) });
        returnedTimes.set(thing, returned);
        break;
      }
      case 'POINTS_CREDITED':
        move(`receipt/${entry.receipt}`, { points: entry.points });
        break;
      case 'POINTS_RETURNED':
        move(`redemption/${entry.redemption}`, { points: entry.points });
        break;
      case 'POINTS_REVERSED':
        move(`receipt/${entry.receipt}`, { points: -entry.points });
        break;
      case 'POINTS_SPENT':
        move(`redemption/${entry.redemption}`, { points: -entry.points });
        break;
      default:
        break;
    }
  }
  return balances;
}

async function findOwners(database: Queries) {
  const rows = await database.query<{ thing: string; consumer: number; centavos: number }>(
    `select 'receipt/' || id as thing, consumer_id as consumer, 0 as centavos from receipts
     union all select 'redemption/' || id, consumer_id, 0 from redemptions
     union all select 'withdrawal/' || id, consumer_id, value_centavos::integer
       from cashback_entries where type = 'WITHDRAW'`,
  );
  const owners = new Map(rows.map(({ thing, ...owner }) => [thing, owner]));
  return (thing: string) => {
    const owner = owners.get(thing);
    if (!owner) throw new Error(`The database has no ${thing}`);
    return owner;
  };
}
