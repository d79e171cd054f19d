import { afterAll, expect, test } from 'vitest';
import {
  getReceiptDetailsEndpoint,
  type Receipt,
  replaceReceiptImageEndpoint,
} from '../../src/contract/receipts.ts';
import { isUnjudgedSql } from '../../src/gateway/db/queries/status-groups.ts';
import {
  canReplaceImage,
  isUnjudged,
  type ReceiptStatus,
  receiptStatuses,
} from '../../src/rules/receipts/receipt-status.ts';
import { openGateway } from '../support/gateway.ts';
import { smallPicture } from '../support/receipt-body.ts';

const site = await openGateway();
const ana = await site.signUp();
const imageBase64 = await smallPicture('jpeg');
afterAll(() => site.close());

const judgements = ['APPROVED', 'REJECTED', 'NOT_ELIGIBLE'] as const;
const beforeJudgement = ['PRE_APPROVED', 'FRAUD_SUSPECT', 'REQUESTED_NEW_IMAGE'] as const;
const all = [...beforeJudgement, ...judgements];

interface Row {
  status: ReceiptStatus;
  /** What brings a receipt there; `new image` is its owner's doing. */
  way: (ReceiptStatus | 'new image')[];
  /** Where the operator's commands take it from there. */
  next: ReceiptStatus[];
}

const table: Row[] = [
  { status: 'IN_ANALYSIS', way: [], next: all },
  { status: 'PRE_APPROVED', way: ['PRE_APPROVED'], next: statusesExcept('PRE_APPROVED') },
  { status: 'FRAUD_SUSPECT', way: ['FRAUD_SUSPECT'], next: statusesExcept('FRAUD_SUSPECT') },
  {
    status: 'REQUESTED_NEW_IMAGE',
    way: ['REQUESTED_NEW_IMAGE'],
    next: statusesExcept('REQUESTED_NEW_IMAGE'),
  },
  { status: 'IMAGE_REPLACED', way: ['REQUESTED_NEW_IMAGE', 'new image'], next: all },
  {
    status: 'APPROVED',
    way: ['REQUESTED_NEW_IMAGE', 'new image', 'APPROVED'],
    next: ['DONE', 'PARTIALLY_DONE', 'ERROR', 'REJECTED'],
  },
  { status: 'DONE', way: ['APPROVED', 'DONE'], next: ['REJECTED'] },
  {
    status: 'PARTIALLY_DONE',
    way: ['APPROVED', 'PARTIALLY_DONE'],
    next: ['DONE', 'REJECTED'],
  },
  { status: 'ERROR', way: ['APPROVED', 'ERROR'], next: ['DONE', 'PARTIALLY_DONE', 'REJECTED'] },
  { status: 'REJECTED', way: ['REQUESTED_NEW_IMAGE', 'REJECTED'], next: [] },
  { status: 'NOT_ELIGIBLE', way: ['NOT_ELIGIBLE'], next: [] },
];

function statusesExcept(status: ReceiptStatus): ReceiptStatus[] {
  return all.filter((each) => each !== status);
}

async function newReceipt(): Promise<number> {
  return Number((await site.sendReceipt(ana)).body.id);
}

async function seenByOwner(couponId: number): Promise<Receipt> {
  return (
    await site.call(getReceiptDetailsEndpoint, { token: ana.token, parameters: { couponId } })
  ).body;
}

function sendImage(couponId: number) {
  const body = { imageBase64 };
  return site.call(replaceReceiptImageEndpoint, {
    body,
    token: ana.token,
    parameters: { couponId },
  });
}

/** The operator's command: whether it was carried out. */
async function moveReceipt(id: number, to: ReceiptStatus, ...options: string[]): Promise<boolean> {
  const reason = ['--reason', 'ILLEGIBLE'];
  return (await site.operate('receipts', 'move', id, to, ...reason, ...options)).exitCode === 0;
}

test.each(table)(
  '$status leads on as it should, and offers its owner what is taken',
  async (row) => {
    const id = await newReceipt();
    for (const step of row.way) {
      if (step === 'new image') expect((await sendImage(id)).status).toBe(200);
      else expect(await moveReceipt(id, step), step).toBe(true);
    }
    const seen = await seenByOwner(id);
    expect(seen.status).toBe(row.status);

    const next: ReceiptStatus[] = [];
    for (const to of receiptStatuses) if (await moveReceipt(id, to, '--dry-run')) next.push(to);
    expect(next.toSorted()).toEqual(row.next.toSorted());

    expect((await sendImage(id)).status).toBe(canReplaceImage(seen) ? 200 : 409);
  },
);

test('a picture that arrives while its sender is erased is not stored with the receipt', async () => {
  const id = await newReceipt();
  await moveReceipt(id, 'REQUESTED_NEW_IMAGE');
  const { query } = site.gateway.database;
  // A winner's receipts stay as they are when the winner is erased.
  await query('update consumers set erased_at = $2 where id = $1', [ana.id, site.clock.now]);
  expect((await sendImage(id)).status).toBe(401);
  await query('update consumers set erased_at = null where id = $1', [ana.id]);
  expect((await seenByOwner(id)).status).toBe('REQUESTED_NEW_IMAGE');
});

test('a new image is asked for by either command, and the receipt waits for a decision', async () => {
  for (const command of [
    ['receipts', 'request-image'],
    ['receipts', 'move', 'REQUESTED_NEW_IMAGE'],
  ]) {
    const id = await newReceipt();
    const [topic = '', verb = '', ...status] = command;
    expect((await site.operate(topic, verb, id, ...status)).exitCode).toBe(0);
    expect(canReplaceImage(await seenByOwner(id))).toBe(true);
    const listed = await site.operate('receipts', 'list', '--status', 'unjudged');
    expect(listed.text).toMatch(new RegExp(`^${id} +REQUESTED_NEW_IMAGE`, 'm'));
  }
});

test('a status that does not exist is not listed as nothing found', async () => {
  const { text, exitCode } = await site.operate('receipts', 'list', '--status', 'approvd');
  expect([exitCode, text]).toEqual([2, expect.stringContaining('Expected one of UNJUDGED')]);
});

test('unjudged are the same receipts for the rules and in statements, in a newer version’s status too', async () => {
  const statuses = [...receiptStatuses, 'OF_A_NEWER_VERSION'];
  const rows = await site.query<{ status: string; unjudged: boolean }>(
    `select status, ${isUnjudgedSql('status')} as unjudged from unnest($1::text[]) as status`,
    [statuses],
  );
  const byRules = statuses.map((status) => ({ status, unjudged: isUnjudged(status) }));
  expect(rows).toEqual(byRules);
});
