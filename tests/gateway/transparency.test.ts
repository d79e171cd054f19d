import { afterAll, expect, test } from 'vitest';
import { getTransparency, transparencyFiles } from '../../src/contract/transparency.ts';
import { revealSecrets } from '../../src/gateway/draws/close.ts';
import { appendToLedger } from '../../src/gateway/ledger/append.ts';
import { emptyLedger, readLedgerLine } from '../../src/rules/ledger.ts';
import { openGateway } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { sendReceipt, signUpTalkative } from '../support/participant.ts';

const site = await openGateway({ variant: 'all', settings: { rateLimited: false } });
const ana = await signUpTalkative(site);
afterAll(() => site.close());

async function summary() {
  return (await site.call(getTransparency)).body;
}

async function file(path: string): Promise<string> {
  const response = await site.send(path);
  expect(response.status).toBe(200);
  return response.text();
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

test('the summary counts what was given out, voided and won', async () => {
  const before = await summary();
  expect(before).toMatchObject({
    campaignId: 19,
    phase: 'open',
    revealedAt: null,
    draws: [{ engine: 101, seriesQuantity: 10, numbersPerSeries: 100_000, voided: 0, key: null }],
    schedules: [{ engine: 102, total: 500, left: 500, seed: null }],
    results: [],
  });
  expect(before.draws[0]?.issued).toEqual(new Array(10).fill(0));
  const { id } = await sendReceipt(site, ana);
  const bia = await signUpTalkative(site);
  await sendReceipt(site, bia);
  await moderate(site, id, { to: 'REJECTED', reason: 'x' });
  const after = await summary();
  expect(total(after.draws[0]?.issued ?? [])).toBe(2);
  expect(after.draws[0]?.voided).toBe(1);
  expect(after.schedules[0]?.left).toBe(499);
  expect(after.ledger.position).toBeGreaterThan(before.ledger.position);
});

test('whoever counted on says what somebody says who counts anew', async () => {
  await sendReceipt(site, ana);
  const counted = await summary();
  const other = await openGateway({ variant: 'all', database: site.gateway.database });
  expect((await other.call(getTransparency)).body).toEqual(counted);
  await other.close();
});

test('the ledger is published whole, or from where somebody stopped reading', async () => {
  const { ledger } = await summary();
  const lines = (await file(transparencyFiles.ledger)).split('\n');
  expect(lines.pop()).toBe('');
  let head = emptyLedger;
  for (const line of lines) head = readLedgerLine(line, head)?.head ?? emptyLedger;
  expect(head).toEqual(ledger);
  expect(await file(`${transparencyFiles.ledger}?after=2`)).toBe(
    lines
      .slice(2)
      .map((line) => `${line}\n`)
      .join(''),
  );
  expect(await file(`${transparencyFiles.ledger}?after=${lines.length}`)).toBe('');
  expect((await site.send(`${transparencyFiles.ledger}?after=x`)).status).toBe(400);
});

test('a ledger longer than a page is whole', async () => {
  const entries = new Array(4001).fill({ type: 'CAMPAIGN_CLOSED' });
  const { database } = site.gateway;
  const { now } = site.clock;
  await database.transaction((queries) => appendToLedger(queries, 19, { now, entries }));
  const { ledger } = await summary();
  expect((await file(transparencyFiles.ledger)).match(/\n/g)).toHaveLength(ledger.position);
});

test('whoever has it asks again by its tag until the ledger grows', async () => {
  const again = (tag: string) =>
    site.send(transparencyFiles.ledger, { headers: { 'If-None-Match': tag } });
  const first = await site.send(transparencyFiles.ledger);
  const tag = first.headers.get('ETag') ?? '';
  expect(first.headers.get('Cache-Control')).toBe('public, max-age=60, must-revalidate');
  expect((await again(tag)).status).toBe(304);
  await sendReceipt(site, ana);
  expect((await again(tag)).status).toBe(200);
});

test('lists and keys are published once the secrets are told', async () => {
  const refused = await site.send(transparencyFiles.numbers);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('A lista é publicada quando a promoção for encerrada.');
  expect((await site.send(transparencyFiles.schedule)).status).toBe(409);

  const { campaign } = site.gateway.campaign;
  const after = new Date(new Date(campaign.endsAt).getTime() + 1000);
  await site.gateway.database.transaction((queries) => revealSecrets(queries, campaign, after));
  const { revealedAt, draws, schedules } = await summary();
  expect(revealedAt).toBe(after.toISOString());
  expect(draws[0]?.key).toMatch(/^[0-9a-f]{64}$/);
  expect(schedules[0]?.seed).toMatch(/^[0-9a-f]{64}$/);

  const [heading, first, ...others] = (await file(transparencyFiles.numbers)).split('\n');
  expect(heading).toBe('engine,counter,number,voided_at');
  expect(first).toMatch(/^101,0,\d\.\d{5},\d{4}-.*Z$/);
  const unmarked = others.filter((line, index) =>
    RegExp(`^101,${index + 1},\\d\\.\\d{5},$`).test(line),
  );
  expect(unmarked).toHaveLength(total(draws[0]?.issued ?? []) - 1);
  const prizes = (await file(transparencyFiles.schedule)).trimEnd().split('\n');
  expect(prizes).toHaveLength(501);
  expect(prizes[1]).toMatch(/^102,0,\d{4}-.*Z,902,[0-9a-f]{64}$/);
});
