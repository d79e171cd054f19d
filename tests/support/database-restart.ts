import { setTimeout as pause } from 'node:timers/promises';
import { listReceiptsEndpoint } from '../../src/contract/receipts.ts';
import { callLimits } from '../../src/gateway/db/database.ts';
import { openDatabase } from './database.ts';
import { openGateway, type TestConsumer, type TestGateway } from './gateway.ts';
import type { TestPostgres } from './postgres.ts';
import { receiptBody } from './receipt-body.ts';

/** The outcome of receipts sent while the database went away and came back. */
interface RestartReport {
  /** How many answers had which status; a 503 without Retry-After counts as `503 for ever`. */
  statuses: Record<string, number>;
  /** Ids of the receipts that were answered, and of those that the database has afterwards. */
  answered: number[];
  stored: number[];
  /** From the server's return to the first accepted receipt, in milliseconds. */
  recovery: number[];
}

/**
 * Sends receipts side by side, each under one key until it is taken, and stops and starts the
 * server under them so many times.
 */
export async function restartUnderLoad(
  server: TestPostgres,
  { senders, receipts, restarts }: { senders: number; receipts: number; restarts: number },
): Promise<RestartReport> {
  const database = await openDatabase(await server.createDatabase(), callLimits);
  const site = await openGateway({ database });
  const people = [];
  for (let index = 0; index < senders; index += 1) people.push(await site.signUp());
  const report: RestartReport = { statuses: {}, answered: [], stored: [], recovery: [] };
  const sending = Promise.all(people.map((who) => sendAll(site, who, receipts, report)));
  for (let restart = 1; restart <= restarts; restart += 1) {
    await until(() => report.answered.length >= (restart * senders * receipts) / (restarts + 1));
    const refused = () => report.statuses[503] ?? 0;
    const before = refused();
    await server.stop();
    await until(() => refused() >= before + senders);
    await server.start();
    const [start, answered] = [performance.now(), report.answered.length];
    await until(() => report.answered.length > answered);
    report.recovery.push(Math.round(performance.now() - start));
  }
  await sending;
  for (const { token } of people) {
    const { body } = await site.call(listReceiptsEndpoint, { token });
    report.stored.push(...body.map(({ id }) => Number(id)));
  }
  await site.close();
  await database.close();
  return report;
}

async function sendAll(
  site: TestGateway,
  who: TestConsumer,
  receipts: number,
  { statuses, answered }: RestartReport,
): Promise<void> {
  for (let index = 0; index < receipts; index += 1) {
    const body = receiptBody(who, site.clock.now);
    for (let status = 0; status !== 201; ) {
      const answer = await site.sendReceipt(who, body, { idempotencyKey: `nota-${index}` });
      status = answer.status;
      const isForever = status === 503 && !answer.headers.has('Retry-After');
      const name = isForever ? '503 for ever' : String(status);
      statuses[name] = (statuses[name] ?? 0) + 1;
      if (status === 201) answered.push(Number(answer.body.id));
      else await pause(20);
    }
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}
