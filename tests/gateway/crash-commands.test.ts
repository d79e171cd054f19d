import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { windowDates } from '../../src/campaign/19/calendar.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { rowsMadeBy } from '../support/added-rows.ts';
import { changeCampaign, changeCommitments, endedWith } from '../support/changed-campaign.ts';
import { crashingAt, operateAt } from '../support/crashing.ts';
import { confirmed, federalPrizes } from '../support/draws.ts';
import { openGateway } from '../support/gateway.ts';
import { sendApproved, withdraw } from '../support/gateway-actions.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { promotionViolations } from '../support/promotion-violations.ts';

const databaseUrl = await createPostgresDatabase();
const site = await openGateway({ variant: 'all', databaseUrl });
const { database } = site.gateway;
afterAll(() => site.close());

async function enteredReceipt(): Promise<number> {
  const who = await site.signUp();
  return Number((await site.sendReceipt(who, { totalAmount: 30 })).body.id);
}

/** Gives a command to this process, later than those that died; what it answers. */
async function operate(...words: (string | number)[]): Promise<string> {
  site.clock.now = new Date();
  return (await site.operate(...words)).text;
}

/** Gives a command to a process that dies of it. */
async function cutOff(point: string, within: string, ...words: (string | number)[]) {
  const dying = operateAt(databaseUrl, words, crashingAt(point, within));
  await expect(dying).rejects.toMatchObject({ signal: 'SIGKILL' });
}

test.each(['after insert into points_entries', 'after commit'])(
  'a receipt whose approval is cut off %s is credited once when the command is given again',
  async (point) => {
    const [cut, whole] = [await enteredReceipt(), await enteredReceipt()];
    const addedRows = await rowsMadeBy(database, async () => {
      await cutOff(point, 'update receipts', 'receipts', 'move', cut, 'APPROVED');
      const again = await operate('receipts', 'move', cut, 'APPROVED');
      if (point === 'after commit') expect(again).toContain('não pode passar');
    });
    expect(addedRows).toEqual(
      await rowsMadeBy(database, () => operate('receipts', 'move', whole, 'APPROVED')),
    );
  },
);

test('a file for the bank that was cut off before it was written is named by the next', async () => {
  await site.operate('receipts', 'move', await enteredReceipt(), 'APPROVED');
  const who = await site.signUp();
  await sendApproved(site, who);
  await withdraw(site, who);
  const path = join(site.gateway.settings.dataDirectory, 'pix.csv');
  await cutOff('after commit', 'update payment_batches', 'withdrawals', 'file', path);
  site.clock.now = new Date();
  const again = await site.operate('withdrawals', 'file', path);
  expect([again.exitCode, again.progress]).toEqual([
    1,
    [expect.stringContaining('The bank has not settled 1 of batch 1')],
  ]);
  await expect(readFile(path)).rejects.toThrow('ENOENT');
  expect(await operate('withdrawals', 'file', path, '--batch', 1)).toContain('pix.csv');
});

test('an interrupted close and draw happen once when the commands are repeated', async () => {
  const today = dayInSaoPaulo(new Date());
  const dates = windowDates('after', today);
  await changeCampaign(site, (campaign) => ({ ...campaign, ...dates }));
  await database.transaction((queries) => changeCommitments(queries, endedWith(dates, new Date())));
  await cutOff('before commit', 'update campaigns', 'close');
  await cutOff('after commit', 'update campaigns', 'close');
  expect(await operate('close')).toContain('já foi encerrada');
  const draw = [
    'draw',
    '--federal',
    federalPrizes,
    '--extraction',
    today,
    ...confirmed,
    '--unjudged',
    'x',
  ];
  await cutOff('after insert into draws', '', ...draw);
  await cutOff('after commit', 'insert into draws', ...draw);
  expect(await operate(...draw)).toContain('já foi realizado');
  expect(await database.query('select position from winners')).toEqual([{ position: 1 }]);
  const newest = await database.query<{ type: string }>(
    'select type from ledger_entries order by position desc limit 4',
  );
  expect(newest.map(({ type }) => type)).toEqual([
    'DRAW_MADE',
    'LIST_FROZEN',
    'SECRETS_REVEALED',
    'CAMPAIGN_CLOSED',
  ]);
});

test('the promotion has no violation after all interrupted commands', async () => {
  expect(await promotionViolations(site)).toEqual([]);
});
