import { expect, test } from 'vitest';
import { readLedgerEntry } from '../../../../src/contract/ledger-entries.ts';
import { emptyBooks, enter } from '../../../../src/features/transparency/ledger-replay.ts';
import {
  instantPrizeSchedule,
  scheduleCommitment,
  scheduleLeaf,
  scheduleNonce,
} from '../../../../src/rules/instant-prizes.ts';
import {
  emptyLedger,
  headAfter,
  type LedgerEntry,
  ledgerLine,
} from '../../../../src/rules/ledger.ts';
import { commitment } from '../../../../src/rules/lucky-numbers.ts';
import { merkleTree } from '../../../../src/rules/merkle.ts';

const script = await import(new URL('../../../../public/verificar.mjs', import.meta.url).href);

const secret = Uint8Array.from({ length: 32 }, (_, index) => index);
const hex = Buffer.from(secret).toString('hex');
const space = { seriesQuantity: 10, numbersPerSeries: 100_000 };
const window = {
  startsAt: '2026-01-01T00:00:00-03:00',
  endsAt: '2026-01-31T23:59:59-03:00',
  prizes: [{ campaignPrizeId: 902, quantity: 3 }],
};
const leaves = instantPrizeSchedule({ seed: secret, ...window })
  .sort((one, other) => one.index - other.index)
  .map((prize) => ({ ...prize, nonce: scheduleNonce(secret, prize.index) }));
const { root, proofOf } = merkleTree(leaves.map(scheduleLeaf));
const [leaf, otherLeaf] = leaves;
if (!leaf || !otherLeaf) throw new Error('The schedule has three prizes');

const opening: LedgerEntry = {
  type: 'COMMITMENTS',
  campaign: 19,
  draws: [{ engine: 101, ...space, commitment: commitment(secret, space) }],
  schedules: [
    { engine: 102, ...window, root, commitment: scheduleCommitment({ seed: secret, ...window }) },
  ],
};
const about = { receipt: 1, consumer: 'a' };
const issued: LedgerEntry = {
  type: 'NUMBERS_ISSUED',
  engine: 101,
  ...about,
  first: 0,
  numbers: ['4.50153', '4.50155', '4.50150'],
};
const voided: LedgerEntry = {
  type: 'NUMBERS_VOIDED',
  engine: 101,
  receipt: 1,
  numbers: ['4.50153'],
};
const won: LedgerEntry = { type: 'PRIZE_WON', engine: 102, ...about, leaf, proof: proofOf(0) };
const freed: LedgerEntry = { type: 'PRIZE_FREED', engine: 102, receipt: 1, index: 0 };
const draw = {
  type: 'DRAW_MADE' as const,
  engine: 101,
  federal: ['12345', '67890', '11121', '31415', '92653'],
  extraction: '2026-02-04',
  drawn: '4.50153',
  winners: ['4.50155'],
  passedOver: [],
};
const revealed = {
  type: 'SECRETS_REVEALED' as const,
  draws: [{ engine: 101, key: hex }],
  schedules: [{ engine: 102, seed: hex }],
};

/** The last of some entries as both programs take it: what is wrong with it, or null. */
async function faults(entries: readonly LedgerEntry[]) {
  const books = emptyBooks();
  let ours: string | null = null;
  let head = emptyLedger;
  const lines = [];
  for (const entry of entries) {
    const text = JSON.stringify({ at: '2026-01-05T12:00:00.000Z', ...entry });
    head = headAfter(head, text);
    lines.push(ledgerLine(head, text));
    const read = readLedgerEntry(text);
    ours = read ? await enter(books, read) : 'is no entry';
  }
  const theirs = await script.readLedger(lines).then(
    () => null,
    (error: Error) => error.message,
  );
  return { ours, theirs };
}

test.each<[string, LedgerEntry[]]>([
  ['a void number that wins nothing', [issued, voided, draw]],
  [
    'a winner who had won already',
    [issued, { ...draw, winners: ['4.50155'], passedOver: ['4.50153'] }],
  ],
  ['a prize that is freed and won again', [won, freed, won]],
  ['the secrets that were bound', [revealed]],
  ['a draw without numbers', [{ ...draw, winners: [] }]],
])('%s is right', async (_, entries) => {
  expect(await faults([opening, ...entries])).toEqual({ ours: null, theirs: null });
});

test.each<[string, LedgerEntry[]]>([
  ['commitments a second time', [opening]],
  ['a gap in the sequence', [{ ...issued, first: 1 }]],
  ['numbers of a draw that is none', [{ ...issued, engine: 7 }]],
  ['a number twice', [issued, { ...issued, first: 3 }]],
  ['a number void twice', [issued, voided, voided]],
  ['a number void that nobody has', [voided]],
  ['a prize twice', [won, won]],
  ['a prize that was not scheduled', [{ ...won, leaf: { ...leaf, campaignPrizeId: 1 } }]],
  ['the proof of another prize', [{ ...won, leaf: otherLeaf }]],
  ['a prize freed that nobody has', [freed]],
  ['another key', [{ ...revealed, draws: [{ engine: 101, key: 'ab'.repeat(32) }] }]],
  ['another seed', [{ ...revealed, schedules: [{ engine: 102, seed: 'ab'.repeat(32) }] }]],
  ['a void winner', [issued, voided, { ...draw, winners: ['4.50153'] }]],
  ['a winner who is not the nearest', [issued, { ...draw, winners: ['4.50150'] }]],
  ['another drawn number', [issued, voided, { ...draw, drawn: '4.50152' }]],
])('%s is wrong', async (_, entries) => {
  expect(await faults([opening, ...entries])).toEqual({
    ours: expect.any(String),
    theirs: expect.stringContaining(`o lançamento ${entries.length + 1} `),
  });
});

test('nothing comes before the commitments', async () => {
  expect(await faults([issued])).toEqual({
    ours: 'não traz os compromissos',
    theirs: 'o lançamento 1 não traz os compromissos',
  });
});
