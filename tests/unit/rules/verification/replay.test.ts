import { describe, expect, it, test } from 'vitest';
import { frozenListHash } from '../../../../src/rules/draws/winners-and-alternates.ts';
import { ownerOf } from '../../../../src/rules/log/hidden-owners.ts';
import { type LedgerEntry, readLedgerEntry } from '../../../../src/rules/log/ledger-entry-types.ts';
import { merkleTree } from '../../../../src/rules/log/merkle.ts';
import {
  instantPrizeSchedule,
  scheduleCommitment,
  scheduleLeaf,
  scheduleNonce,
} from '../../../../src/rules/rewards/instant-prize-schedule.ts';
import { commitment } from '../../../../src/rules/rewards/lucky-numbers.ts';
import { applyNext } from '../../../../src/rules/verification/replay.ts';
import { emptyReplayState } from '../../../../src/rules/verification/replay-state.ts';

const secret = Uint8Array.from({ length: 32 }, (_, index) => index);
const hex = Buffer.from(secret).toString('hex');
const space = { seriesQuantity: 10, numbersPerSeries: 100_000 };
const window = {
  startsAt: '2026-01-01T00:00:00-03:00',
  endsAt: '2026-01-31T23:59:59-03:00',
  prizes: [{ campaignPrizeId: 902, quantity: 3 }],
};
const leaves = instantPrizeSchedule({ seed: secret, ...window })
  .sort((a, b) => a.index - b.index)
  .map((prize) => ({ ...prize, nonce: scheduleNonce(secret, prize.index) }));
const { root, proofOf } = merkleTree(leaves.map(scheduleLeaf));
const [leaf, otherLeaf] = leaves;
if (!leaf || !otherLeaf) throw new Error('The schedule has three prizes');

const opening = {
  type: 'COMMITMENTS' as const,
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
/** Issued to another receipt, with two counters between. */
const later = { ...issued, receipt: 2, consumer: 'b', first: 5, numbers: ['4.50149'] };
const unused = (first: number, quantity: number) => ({
  type: 'NUMBERS_UNUSED' as const,
  engine: 101,
  ranges: [{ first, quantity }],
});
const voided: LedgerEntry = {
  type: 'NUMBERS_VOIDED',
  engine: 101,
  receipt: 1,
  numbers: ['4.50153'],
};
const won: LedgerEntry = { type: 'PRIZE_WON', engine: 102, ...about, leaf, proof: proofOf(0) };
const refused: LedgerEntry = {
  type: 'RECEIPT_MODERATED',
  receipt: 1,
  from: 'APPROVED',
  to: 'REJECTED',
};
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
const closed: LedgerEntry = { type: 'CAMPAIGN_CLOSED' };
const revealed = {
  type: 'SECRETS_REVEALED' as const,
  draws: [{ engine: 101, key: hex }],
  schedules: [{ engine: 102, seed: hex }],
};

/** What is wrong with the first false entry of some, and its position; null when none is. */
async function contradictionOf(entries: readonly LedgerEntry[]) {
  const state = emptyReplayState();
  let isOver = false;
  for (const entry of entries) {
    isOver ||= entry.type === 'CAMPAIGN_CLOSED';
    const at = isOver ? '2026-02-05T12:00:00.000Z' : '2026-01-31T12:00:00.000Z';
    const read = readLedgerEntry(JSON.stringify({ at, ...entry }));
    if (!read) throw new Error(`${entry.type} is no entry`);
    const contradiction = await applyNext(state, read);
    if (contradiction) return contradiction;
  }
  return null;
}

const end = [closed, revealed];
const gap = [closed, unused(3, 2), revealed];

test.each<[string, LedgerEntry[]]>([
  ['a void number that wins nothing', [issued, voided, ...end, draw]],
  [
    'a winner’s other numbers, passed over',
    [
      issued,
      { ...issued, receipt: 2, consumer: 'b', first: 3, numbers: ['4.50149'] },
      ...end,
      { ...draw, winners: ['4.50153', '4.50149'], passedOver: ['4.50155', '4.50150'] },
    ],
  ],
  [
    'positions in the order of commits, unused ones declared',
    [later, issued, voided, ...gap, draw],
  ],
  ['a prize that is freed and won again', [won, refused, freed, { ...won, receipt: 2 }]],
  ['the secrets that were bound', end],
  ['a draw without numbers', [...end, { ...draw, winners: [] }]],
])('%s is right', async (_, entries) => {
  expect(await contradictionOf([opening, ...entries])).toBeNull();
});

test.each<[string, LedgerEntry[], RegExp]>([
  ['commitments a second time', [opening], /repete os compromissos/],
  ['a gap in the sequence', [{ ...issued, first: 1 }, ...end], /revela .* em que ficou um vão/],
  [
    'a gap that is declared in part',
    [later, issued, closed, unused(3, 1), revealed],
    /ficou um vão/,
  ],
  ['a position used twice', [issued, { ...later, first: 2 }], /usa posições .* já foram usadas/],
  ['positions behind the space', [{ ...issued, first: 999_998 }], /usa posições que a sequência/],
  ['a position that is no number', [{ ...issued, first: -1 }], /usa posições que a sequência/],
  ['unused positions that have an owner', [later, issued, closed, unused(2, 3)], /declara sem uso/],
  ['unused positions twice', [later, closed, unused(0, 3), unused(2, 3)], /declara sem uso/],
  ['unused positions behind the last number', [issued, closed, unused(3, 1)], /declara sem uso/],
  ['unused positions of no draw', [closed, { ...unused(0, 1), engine: 7 }], /declara sem uso/],
  ['unused positions before the close', [later, unused(0, 5)], /fora do encerramento/],
  ['numbers of a draw that is none', [{ ...issued, engine: 7 }], /usa posições/],
  ['a number twice', [issued, { ...issued, receipt: 2, first: 3 }], /repete o número 4.50153/],
  [
    'a number of another space',
    [{ ...issued, numbers: ['10.00000'] }],
    /repete o número 10.00000, ou ele não é do sorteio/,
  ],
  ['a receipt twice', [issued, { ...issued, first: 3, numbers: ['1.00000'] }], /de novo à nota 1/],
  ['a number void twice', [issued, voided, voided], /anula o número 4.50153, que não/],
  ['a number void that has no owner', [voided], /anula o número/],
  ['a number void by another receipt', [issued, { ...voided, receipt: 2 }], /anula o número/],
  ['a prize twice', [won, won], /entrega duas vezes o prêmio 0/],
  [
    'a prize that was not scheduled',
    [{ ...won, leaf: { ...leaf, campaignPrizeId: 1 } }],
    /não estava no cronograma/,
  ],
  ['the proof of another prize', [{ ...won, leaf: otherLeaf }], /não estava no cronograma/],
  ['a prize freed that has no owner', [freed], /libera um prêmio/],
  ['a prize freed by another receipt', [won, { ...freed, receipt: 2 }], /libera um prêmio/],
  ['secrets before the close', [revealed], /revela os segredos antes/],
  ['secrets twice', [...end, revealed], /revela os segredos de novo/],
  [
    'another key',
    [closed, { ...revealed, draws: [{ engine: 101, key: 'ab'.repeat(32) }] }],
    /revela uma chave/,
  ],
  ['a key that is kept back', [closed, { ...revealed, draws: [] }], /revela uma chave/],
  [
    'another seed',
    [closed, { ...revealed, schedules: [{ engine: 102, seed: 'ab'.repeat(32) }] }],
    /revela uma semente/,
  ],
  ['a second close', [...end, closed], /encerra de novo/],
  ['a void winner', [issued, voided, ...end, { ...draw, winners: ['4.50153'] }], /ganhou 4.50153/],
  [
    'a winner who is not the nearest',
    [issued, ...end, { ...draw, winners: ['4.50150'] }],
    /diz que ganhou 4.50150; ganharia 4.50153/,
  ],
  [
    'a stranger passed over',
    [issued, ...end, { ...draw, winners: ['4.50155'], passedOver: ['4.50153'] }],
    /ganharia 4.50153/,
  ],
  [
    'another drawn number',
    [issued, voided, ...end, { ...draw, drawn: '4.50152' }],
    /ela aponta 4.50153/,
  ],
  [
    'a correction of no draw',
    [...end, { ...draw, type: 'DRAW_CORRECTED', corrects: 2, reason: 'x' }],
    /corrige o lançamento 2/,
  ],
])('%s is wrong', async (_, entries, says) => {
  const contradiction = await contradictionOf([opening, ...entries]);
  expect(contradiction).toEqual({
    position: entries.length + 1,
    says: expect.stringMatching(says),
  });
});

test('a wrong draw is corrected by an entry that names it, once', async () => {
  const wrong = { ...draw, federal: ['12354', ...draw.federal.slice(1)], drawn: '4.50153' };
  const [, ...others] = draw.federal;
  const typo = { ...wrong, federal: ['12344', ...others], drawn: '4.40153', winners: ['4.50150'] };
  const correction: LedgerEntry = {
    ...draw,
    type: 'DRAW_CORRECTED',
    corrects: 5,
    reason: 'Prêmio digitado errado',
    winners: ['4.50153'],
  };
  expect(await contradictionOf([opening, issued, ...end, typo, correction])).toBeNull();
  expect(
    await contradictionOf([opening, issued, ...end, typo, correction, correction]),
  ).toMatchObject({
    position: 7,
    says: 'corrige o lançamento 5, que não é o sorteio que vale',
  });
});

describe('numbers opened before a draw', () => {
  const personal = (digit: string) => ({ person: digit.repeat(32), nonce: 'f'.repeat(32) });
  const hidden = (receipt: number, first: number, numbers: string[], digit: string) => {
    const { consumer: _, ...entry } = { ...issued, receipt, first, numbers };
    return { ...entry, owner: ownerOf(personal(digit)) };
  };
  const numbers = [
    hidden(1, 0, ['4.50153', '4.50154', '4.50155'], 'a'),
    hidden(2, 3, ['4.50149'], 'b'),
  ];
  const rules = { prizes: [1, 2], alternates: 0, maxRewardsByConsumer: 1 };
  const draws = opening.draws.map((each) => ({
    ...each,
    rules: { ...rules, extractionAt: null, disqualified: 'NEXT' as const },
  }));
  const list = {
    type: 'LIST_FROZEN' as const,
    engine: 101,
    numbers: 4,
    hash: frozenListHash(numbers.flatMap((entry) => entry.numbers)),
    unjudged: 0,
    reason: null,
  };
  const openedNumber = (number: string, digit = 'a') => ({
    type: 'NUMBERS_OPENED' as const,
    engine: 101,
    passedOver: [number],
    people: { [number]: personal(digit) },
  });
  const drawMade = {
    ...draw,
    winners: ['4.50153', '4.50149'],
    alternates: [],
    people: { '4.50153': personal('a'), '4.50149': personal('b') },
  };
  const before = [{ ...opening, draws }, ...numbers, ...end, list];
  const nearest = [openedNumber('4.50154'), openedNumber('4.50155')];

  it('are those that its entry has no room for', async () => {
    expect(await contradictionOf([...before, ...nearest, drawMade])).toBeNull();
    const wrong = { ...drawMade, type: 'DRAW_CORRECTED' as const, corrects: 9, reason: 'x' };
    expect(await contradictionOf([...before, ...nearest, drawMade, ...nearest, wrong])).toBeNull();
  });

  it.each([
    ['none', []],
    ['not the nearest', nearest.slice(1)],
    ['in another order', nearest.toReversed()],
    ['twice', [...nearest, ...nearest]],
  ])('must be nearest first, each once: %s', async (_, opened) => {
    expect(await contradictionOf([...before, ...opened, drawMade])).toMatchObject({
      says: expect.stringMatching(/ganharia 4.50153|deixa de lado/),
    });
  });

  it('must be of their owner', async () => {
    const ofAnother = openedNumber('4.50154', 'b');
    expect(
      await contradictionOf([...before, ofAnother, ...nearest.slice(1), drawMade]),
    ).toMatchObject({
      says: expect.stringContaining('dá 4.50154 a uma pessoa'),
    });
  });

  it('come after the close', async () => {
    expect(await contradictionOf([opening, ...numbers, ...nearest])).toMatchObject({
      says: 'mostra de quem são números antes do encerramento',
    });
  });

  it('name a draw that there is', async () => {
    const ofNoDraw = { ...openedNumber('4.50154'), engine: 999 };
    expect(await contradictionOf([...before, ofNoDraw])).toMatchObject({
      says: 'mostra de quem são números de um sorteio que não há',
    });
  });
});

test('commitments of the campaign change openly, except what numbers are derived from', async () => {
  const { type: _, ...before } = opening;
  const change = {
    type: 'COMMITMENTS_CHANGED' as const,
    before,
    after: { ...before, startsAt: window.startsAt, endsAt: '2026-02-28T23:59:59-03:00' },
    reason: 'Prorrogada',
    regulationVersion: 2,
  };
  expect(await contradictionOf([opening, change])).toBeNull();
  expect(await contradictionOf([opening, change, change])).toMatchObject({ position: 3 });
  expect(await contradictionOf([opening, change, ...end])).toMatchObject({
    position: 3,
    says: 'encerra a promoção antes do fim',
  });
  const [first] = before.draws;
  const other = { ...before, draws: [{ ...first, commitment: 'ab'.repeat(32) }] };
  expect(
    await contradictionOf([opening, { ...change, after: other } as LedgerEntry]),
  ).toMatchObject({
    says: 'muda o que os compromissos prendiam',
  });
});

test('fewer prizes of a draw are no contradiction of the log, which says so with their reason', async () => {
  const rules = { alternates: 0, maxRewardsByConsumer: null, disqualified: 'NEXT' as const };
  const [draw] = opening.draws;
  const withPrizes = (...prizes: number[]) => ({
    ...opening,
    draws: [{ ...draw, rules: { ...rules, extractionAt: null, prizes } }],
  });
  const { type: _, ...before } = withPrizes(901, 901, 904);
  const { type: __, ...after } = withPrizes(901);
  const state = emptyReplayState();
  for (const entry of [
    { type: 'COMMITMENTS', ...before },
    { type: 'COMMITMENTS_CHANGED', before, after, reason: 'Faltou', regulationVersion: '2' },
  ]) {
    const read = readLedgerEntry(JSON.stringify({ at: '2026-01-31T12:00:00.000Z', ...entry }));
    expect(read && (await applyNext(state, read))).toBeNull();
  }
  expect(state.notes).toEqual([
    'O lançamento 2 muda os compromissos (prêmios do sorteio 101: de 3 para 1), pela versão 2 do regulamento: Faltou',
  ]);
});

test('the commitments are the first entry', async () => {
  expect(await contradictionOf([issued])).toEqual({
    position: 1,
    says: 'não traz os compromissos',
  });
});
