import { describe, expect, it } from 'vitest';
import {
  deadlineBlocker,
  erasureBlocker,
  heldRewards,
  heldUntil,
  type Participation,
  participantsKeptUntil,
} from '../../../../src/rules/people/erasure.ts';

const nothing: Participation = {
  prizeReceipts: [],
  sentPrizes: [],
  withdrawals: [],
  redemptions: [],
  drawnPrizes: 0,
};

describe('an erasure', () => {
  it.each(['PENDING', 'TRANSFER_REQUESTED'] as const)('waits for a withdrawal %s', (status) => {
    expect(erasureBlocker({ ...nothing, withdrawals: [{ status, batch: null }] })).toBe(
      'WITHDRAWAL',
    );
  });

  it.each([
    'NEW_ORDER',
    'REQUESTED',
    'CONFIRMED',
    'BILLED',
    'SHIPPED',
    'AWAITING_WITHDRAW',
  ] as const)('waits for a redemption %s', (status) => {
    expect(erasureBlocker({ ...nothing, redemptions: [{ status }] })).toBe('REDEMPTION');
  });

  it('does not wait for anything that has ended', () => {
    const ended: Participation = {
      ...nothing,
      prizeReceipts: [{ status: 'IN_ANALYSIS' }],
      withdrawals: [
        { status: 'SUCCESS', batch: 3 },
        { status: 'ERROR', batch: null },
      ],
      redemptions: [{ status: 'COMPLETED' }, { status: 'CANCELED' }, { status: 'ERROR' }],
    };
    expect(erasureBlocker(ended)).toBeNull();
  });
});

describe('the accounts name a person', () => {
  it.each<[string, Participation, string[]]>([
    ['for nothing', nothing, []],
    ['for a prize of a draw', { ...nothing, drawnPrizes: 1 }, ['DRAW']],
    ['for a prize', { ...nothing, prizeReceipts: [{ status: 'APPROVED' }] }, ['INSTANT_PRIZE']],
    [
      'for no prize of a receipt that was not judged',
      { ...nothing, prizeReceipts: [{ status: 'IN_ANALYSIS' }] },
      [],
    ],
    [
      'for a prize that was sent, though its receipt was denied then',
      { ...nothing, prizeReceipts: [{ status: 'REJECTED' }], sentPrizes: ['INSTANT_PRIZE'] },
      ['INSTANT_PRIZE'],
    ],
    [
      'for a prize of a draw that was sent, though a corrected draw had another winner',
      { ...nothing, sentPrizes: ['DRAW'] },
      ['DRAW'],
    ],
    [
      'for money that was paid',
      { ...nothing, withdrawals: [{ status: 'SUCCESS', batch: null }] },
      ['CASHBACK'],
    ],
    [
      'for money that the bank was asked to pay, though a failure was recorded',
      { ...nothing, withdrawals: [{ status: 'ERROR', batch: 3 }] },
      ['CASHBACK'],
    ],
    [
      'for no money that was not',
      { ...nothing, withdrawals: [{ status: 'ERROR', batch: null }] },
      [],
    ],
    ['for what came', { ...nothing, redemptions: [{ status: 'COMPLETED' }] }, ['REDEMPTION']],
    ['for nothing that did not', { ...nothing, redemptions: [{ status: 'CANCELED' }] }, []],
  ])('%s', (_, participation, rewards) => {
    expect(heldRewards(participation)).toEqual(rewards);
  });

  it('until five years after the end', () => {
    expect(heldUntil('2025-11-30T23:59:59-03:00').toISOString()).toBe('2030-12-01T03:00:00.000Z');
  });
});

describe('after the deadlines', () => {
  const campaign = { endsAt: '2025-11-30T23:59:59-03:00', parameters: [] };

  it('data are needed until 75 days after the last day to claim a prize', () => {
    const until = (parameters: { code: string; value: string }[], ...extractions: string[]) =>
      participantsKeptUntil({ ...campaign, parameters }, extractions)
        .toISOString()
        .slice(0, 10);
    expect(until([])).toBe('2026-08-13');
    expect(until([], '2025-12-06', '2025-11-01')).toBe('2026-08-19');
    expect(until([{ code: 'ACCOUNTS_DAYS', value: '10' }])).toBe('2026-06-09');
    expect(until([{ code: 'PRIZE_CLAIM_DAYS', value: '30' }])).toBe('2026-03-16');
  });

  it('is put off for a person who waits for something', () => {
    const nothingOpen = { unjudgedReceipts: 0, openPrizes: 0, conversationsToAnswer: 0 };
    expect(deadlineBlocker(nothingOpen)).toBeNull();
    expect(deadlineBlocker({ ...nothingOpen, unjudgedReceipts: 1 })).toBe('RECEIPT');
    expect(deadlineBlocker({ ...nothingOpen, openPrizes: 1 })).toBe('PRIZE');
    expect(deadlineBlocker({ ...nothingOpen, conversationsToAnswer: 1 })).toBe('CONVERSATION');
  });
});
