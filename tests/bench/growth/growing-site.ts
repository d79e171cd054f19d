import { createReceiptEndpoint } from '../../../src/contract/receipts.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../../support/gateway.ts';
import { sendApproved } from '../../support/gateway-actions.ts';
import { openPostgres } from '../../support/postgres.ts';
import { receiptBody } from '../../support/receipt-body.ts';
import { median } from '../median.ts';

const times = 9;

/** A gateway in this process over a PostgreSQL of its own, and what its people are copied from. */
interface GrowingSite {
  site: TestGateway;
  /** A consumer with one approved receipt. */
  person: TestConsumer;
  receipt: number;
  close(): Promise<void>;
}

export async function openGrowingSite(): Promise<GrowingSite> {
  const server = await openPostgres();
  const databaseUrl = await server.createDatabase();
  const site = await openGateway({ variant: 'all', databaseUrl });
  const person = await site.signUp();
  const receipt = Number((await sendApproved(site, person)).id);
  const close = async () => {
    await site.close();
    await server.close();
  };
  return { site, person, receipt, close };
}

/** Milliseconds of a call once it has been made twice: the median of nine. */
export async function timeCall(call: () => Promise<unknown>): Promise<number> {
  const spent: number[] = [];
  for (let time = -2; time < times; time += 1) {
    const started = performance.now();
    await call();
    if (time >= 0) spent.push(performance.now() - started);
  }
  return median(spent);
}

/** Sends a receipt of today. @throws Error when it is refused */
export async function sendOne(site: TestGateway, who: TestConsumer): Promise<void> {
  const { token } = who;
  const body = receiptBody(who, site.clock.now);
  const { status, text } = await site.call(createReceiptEndpoint, { token, body });
  if (status !== 201) throw new Error(text);
}

/** What autovacuum does within a minute of such growth. */
export async function gatherStatistics({ gateway }: TestGateway): Promise<void> {
  await gateway.database.query('vacuum analyze');
}
