import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import packageFile from '../../package.json' with { type: 'json' };
import type { AnswerOf } from '../contract/endpoint.ts';
import type { createReceiptEndpoint } from '../contract/receipts.ts';
import type { Database } from './db/database.ts';
import type { WorkQueue } from './services/queues.ts';

/** The last ones are for readings and for callers that wait for a lock. */
const bucketSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Each label has a handful of values, and none holds personal data. */
export type Metrics = ReturnType<typeof openMetrics>;

export function openMetrics(database: Database, queues: Queues) {
  const registry = new Registry();
  const registered = (name: string, help: string) => ({ name, help, registers: [registry] });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ ...registered(name, help), labelNames });
  const seconds = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ ...registered(name, help), labelNames, buckets: bucketSeconds });

  watchDatabase(registry, database);
  const { readings, passwords, pictures } = queues;
  watchQueue(registry, 'promo_ocr_waiting', 'Receipts that wait for a reading process', readings);
  watchQueue(registry, 'promo_passwords_waiting', 'Passwords that wait for their turn', passwords);
  watchQueue(registry, 'promo_pictures_waiting', 'Files that wait to be drawn anew', pictures);
  new Gauge({
    ...registered('promo_build_info', 'The version that runs'),
    labelNames: ['version', 'node'],
  })
    .labels(packageFile.version, process.version)
    .set(1);

  return {
    registry,
    calls: seconds('http_request_duration_seconds', 'Calls, until their answer begins', [
      'method',
      'route',
      'status',
    ]),
    callsUnderWay: new Gauge(registered('http_requests_in_flight', 'Calls without an answer yet')),
    receipts: counter('promo_receipts_total', 'Receipts entered', ['status']),
    luckyNumbers: counter('promo_lucky_numbers_total', 'Lucky numbers issued'),
    instantPrizes: counter('promo_instant_prizes_total', 'Instant prizes won'),
    withdrawals: counter('promo_withdrawals_total', 'Withdrawals of cashback'),
    replays: counter('promo_replayed_answers_total', 'Answers given again for their key'),
    rateLimited: counter('promo_rate_limited_total', 'Calls refused as too many', ['scope']),
    busy: counter('promo_busy_total', 'Calls asked to come again, since too many waited', ['work']),
    readings: seconds('promo_ocr_duration_seconds', 'Readings of receipts, waiting included', [
      'outcome',
    ]),
    taxOffice: seconds('promo_tax_office_duration_seconds', 'Questions to tax offices', [
      'state',
      'outcome',
    ]),
    dueQuestions: new Gauge({
      ...registered(
        'promo_tax_office_due',
        'Questions to tax offices that are due, of all gateways',
      ),
      labelNames: ['state'],
    }),
    emails: counter('promo_emails_total', 'Tries to send an email', ['kind', 'outcome']),
    failures: counter('promo_failures_total', 'What went wrong, and whose fault it was', [
      'during',
      'service',
    ]),
  };
}

interface Queues {
  readings: WorkQueue;
  passwords: WorkQueue;
  pictures: WorkQueue;
}

export function countReceipt(
  { receipts, luckyNumbers, instantPrizes }: Metrics,
  { status, engineOrders }: AnswerOf<typeof createReceiptEndpoint>,
): void {
  receipts.inc({ status: status ?? '' });
  for (const { details } of engineOrders ?? []) {
    luckyNumbers.inc(details?.luckyNumbers?.length ?? 0);
    if (details?.winner) instantPrizes.inc();
  }
}

function watchDatabase(registry: Registry, database: Database): void {
  new Gauge({
    name: 'promo_database_connections',
    help: 'Connections of the pool, and statements that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = database.load();
      this.set({ state: 'busy' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Counter({
    name: 'promo_database_retries_total',
    help: 'Transactions run again because another one was in their way',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(database.load().retries);
    },
  });
}

function watchQueue(
  registry: Registry,
  name: string,
  help: string,
  queue: Pick<WorkQueue, 'waiting'>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(queue.waiting());
    },
  });
}
