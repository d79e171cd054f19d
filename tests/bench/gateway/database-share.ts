import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createReceiptEndpoint } from '../../../src/contract/receipts.ts';
import { openDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { openGateway } from '../../support/gateway.ts';
import { receiptBody } from '../../support/receipt-body.ts';
import type { Figure } from '../figure.ts';
import { addPeople } from '../growth/population.ts';
import { seconds } from './load.ts';
import { receiptScript } from './receipt-script.ts';
import { recording, type Statement } from './recorded-statements.ts';

const area = 'Gateway';
const people = 1000;
/** As many as a gateway has. */
const databaseConnections = 10;

/**
 * What the same server bears when nothing but the statements of a receipt is sent to it, by
 * PostgreSQL's own pgbench; nothing where that is not installed.
 * @param perSecond receipts that one gateway entered
 */
export async function measureDatabaseShare(
  databaseUrl: string,
  perSecond: number,
): Promise<Figure[]> {
  const { statements, firstPerson } = await recordReceipt(databaseUrl);
  const folder = await temporaryFolder();
  const script = join(folder.path, 'receipt.sql');
  await writeFile(script, receiptScript(statements, { firstPerson, people }));
  const alone = await pgbench(script, databaseUrl).finally(() => folder.remove());
  if (alone === null) return [];
  const how = `${databaseConnections} connections for ${seconds} s, prepared`;
  return [
    { area, name: 'statements of a receipt, pgbench', value: alone, unit: '/s', how },
    {
      area,
      name: 'receipt, PostgreSQL: against its statements in pgbench',
      value: perSecond / alone,
      unit: 'x',
      how: 'receipts a second, same server',
    },
  ];
}

/** What one receipt asks of a database, which stays with people to send more. */
async function recordReceipt(
  url: string,
): Promise<{ statements: Statement[]; firstPerson: number }> {
  const database = recording(await openDatabase(url));
  const site = await openGateway({ variant: 'all', database });
  const person = await site.signUp();
  await addPeople(database, { like: person.id, first: 1, last: people });
  const send = async () => {
    const body = receiptBody(person, site.clock.now);
    const idempotencyKey = crypto.randomUUID();
    const { status, text } = await site.call(createReceiptEndpoint, {
      token: person.token,
      body,
      idempotencyKey,
    });
    if (status !== 201) throw new Error(text);
  };
  // The first one makes what is made once.
  await send();
  const statements = await database.record(send);
  await database.query('delete from lucky_numbers');
  await database.query('vacuum analyze');
  await site.close();
  await database.close();
  return { statements, firstPerson: person.id + 1 };
}

/** Transactions a second; null without the program. @throws Error when one of them failed */
async function pgbench(script: string, url: string): Promise<number | null> {
  const clients = ['-c', String(databaseConnections), '-j', '2', '-T', String(seconds)];
  const parameters = ['-n', '-M', 'prepared', ...clients, '-f', script, url];
  try {
    const { stdout } = await promisify(execFile)('pgbench', parameters);
    const [, rate] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
    if (!rate || !/failed transactions: 0 /.test(stdout)) throw new Error(stdout);
    return Number(rate);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    process.stderr.write('Without pgbench the share of the database is not measured.\n');
    return null;
  }
}
