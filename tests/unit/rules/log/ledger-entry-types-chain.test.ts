import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { emptyChain, headAfter } from '../../../../src/rules/log/ledger-entry-types.ts';
import { type ListName, verification } from '../../../../src/rules/verification/check-promotion.ts';
import type { Check } from '../../../../src/rules/verification/check-result.ts';
import { logFrom, writeLog } from '../../../support/published-log.ts';

const opening = JSON.stringify({
  at: '2026-01-01T00:00:00.000Z',
  type: 'COMMITMENTS',
  campaign: 19,
  draws: [],
  schedules: [],
});
const later = JSON.stringify({
  at: '2026-01-02T00:00:00.000Z',
  type: 'WITHDRAWAL_SETTLED',
  withdrawal: 1,
  status: 'x',
});
const first = headAfter(emptyChain, opening);
const end = headAfter(first, later);
const after = later.replace('2026-01-02', '2026-01-03');

/** Checks of a log that carries on a chain which ended so, and of evidence from that time. */
async function checksOf(entries: readonly string[], chain: unknown, text: string | null = null) {
  const { checkpoint, files } = writeLog(entries, chain);
  const summary = {
    checkpoint,
    phase: 'open',
    campaignId: 19,
    committedAt: '2026-01-01T00:00:00.000Z',
    revealedAt: null,
    draws: [],
    schedules: [],
    results: [],
  };
  const lines = async (name: ListName): Promise<AsyncIterable<string>> => {
    throw new Error(`${name} is not published`);
  };
  const evidence = text === null ? [] : [{ name: 'ana.txt', text }];
  const checks: Check[] = [];
  for await (const step of verification(summary, { lines, log: logFrom(files) }, { evidence })) {
    if (step.step === 'checked') checks.push(step.check);
  }
  return checks;
}

const lineOf = ({ position, hash }: typeof end, entry: string) =>
  `{"position":${position},"hash":"${hash}","entry":${entry}}\n`;

test('a hash covers position, former hash and entry as another program writes them', () => {
  const hash = createHash('sha256')
    .update(`ledger/1:1:${'0'.repeat(64)}:${opening}`)
    .digest('hex');
  expect(first).toEqual({ position: 1, hash });
  const next = createHash('sha256').update(`ledger/1:2:${hash}:${later}`).digest('hex');
  expect(end).toEqual({ position: 2, hash: next });
});

test('a ledger that was a chain goes on as a tree, and what people kept of it still holds', async () => {
  const checks = await checksOf([opening, later, after], end, lineOf(end, later));
  expect(checks.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  expect(checks.slice(0, 2)).toMatchObject([
    { name: 'Registro', verdict: 'right' },
    { name: 'Comprovantes', sentence: 'O registro é o mesmo do comprovante guardado.' },
  ]);
});

test('a swapped chain contradicts both its recorded end and what people kept', async () => {
  const forged = later.replace('"x"', '"y"');
  expect((await checksOf([opening, forged, after], end))[0]?.sentence).toBe(
    'O lançamento 2 não fecha a corrente que o registro continua.',
  );
  expect((await checksOf([opening], end))[0]?.sentence).toBe(
    'O lançamento 2 não fecha a corrente que o registro continua.',
  );
  const other = headAfter(first, forged);
  const checks = await checksOf([opening, forged, after], other, lineOf(end, later));
  expect(checks[1]?.sentence).toBe(
    'O lançamento 2 não é o do comprovante ana.txt: o registro foi trocado.',
  );
});
