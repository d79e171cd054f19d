import { listLuckyNumbersEndpoint } from '../../../src/contract/engines.ts';
import { listReceiptsEndpoint } from '../../../src/contract/receipts.ts';
import {
  getCashbackWalletEndpoint,
  getPointsWalletEndpoint,
} from '../../../src/contract/wallets.ts';
import type { Figure } from '../figure.ts';
import { growthFigures, type Point } from './exponent.ts';
import { gatherStatistics, openGrowingSite, sendOne, timeCall } from './growing-site.ts';
import { addReceipts } from './population.ts';

const quantities = [10, 100, 1000, 10_000];

/** How long one person waits who has sent that many receipts. */
export async function measureReceiptsOfOne(): Promise<Figure[]> {
  const { site, person, receipt, close } = await openGrowingSite();
  const { database } = site.gateway;
  const { token } = person;
  const [own] = await database.query<{ pseudonym: string }>(
    'select pseudonym from consumers where id = $1',
    [person.id],
  );
  const owner = { id: person.id, pseudonym: own?.pseudonym ?? '' };
  const calls: Record<string, () => Promise<unknown>> = {
    'list of receipts': () => site.call(listReceiptsEndpoint, { token }),
    'one receipt more': () => sendOne(site, person),
    'cashback wallet': () => site.call(getCashbackWalletEndpoint, { token }),
    'points wallet': () => site.call(getPointsWalletEndpoint, { token }),
    'list of lucky numbers': () => site.call(listLuckyNumbersEndpoint, { token }),
  };
  const points = new Map<string, Point[]>();
  for (const n of quantities) {
    const [row] = await database.query<{ count: number }>('select count(*) from receipts');
    const more = n - (row?.count ?? 0);
    const owners = new Array(Math.max(0, more)).fill(owner);
    await addReceipts(database, { like: receipt, owners, now: site.clock.now });
    await gatherStatistics(site);
    for (const [name, call] of Object.entries(calls)) {
      const value = await timeCall(call);
      points.set(name, [...(points.get(name) ?? []), { n, value }]);
    }
  }
  await close();
  const about = { unit: 'ms', of: 'receipts of one person', how: 'median of 9, PostgreSQL' };
  return [...points].flatMap(([name, found]) => growthFigures(name, about, found));
}
