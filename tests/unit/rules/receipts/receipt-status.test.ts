import { describe, expect, it } from 'vitest';
import {
  canMoveReceipt,
  canReplaceImage,
  creditedStatuses,
  isUnjudged,
  judgedStatuses,
  type ReceiptStatus,
  receiptStage,
  receiptStatuses,
  rejectionOf,
} from '../../../../src/rules/receipts/receipt-status.ts';
import { canMoveRedemption, type RedemptionStatus } from '../../../../src/rules/rewards/redeem.ts';

const all = receiptStatuses;
const final: ReceiptStatus[] = ['REJECTED', 'NOT_ELIGIBLE'];

describe('status of a receipt', () => {
  it.each([
    ['IN_ANALYSIS', 'APPROVED', 'DONE'],
    ['PENDING_ANALYSIS', 'PRE_APPROVED', 'APPROVED', 'PARTIALLY_DONE'],
    ['IN_ANALYSIS', 'FRAUD_SUSPECT', 'APPROVED', 'ERROR'],
    ['IN_ANALYSIS', 'REQUESTED_NEW_IMAGE', 'IMAGE_REPLACED', 'APPROVED'],
    ['IMAGE_REPLACED', 'REQUESTED_NEW_IMAGE', 'REJECTED'],
    ['REQUESTED_NEW_IMAGE', 'APPROVED', 'DONE'],
    ['APPROVED', 'ERROR', 'PARTIALLY_DONE', 'DONE'],
    ['PRE_APPROVED', 'NOT_ELIGIBLE'],
    ['APPROVED', 'DONE', 'REJECTED'],
    ['APPROVED', 'REJECTED'],
  ] as ReceiptStatus[][])('may go %s → %s …', (...way) => {
    const steps = way.slice(1).map((to, position) => canMoveReceipt(way[position] ?? to, to));
    expect(steps).not.toContain(false);
  });

  it.each([
    ['APPROVED', 'NOT_ELIGIBLE'],
    ['DONE', 'APPROVED'],
    ['REJECTED', 'APPROVED'],
    ['IN_ANALYSIS', 'DONE'],
    ['IN_ANALYSIS', 'IMAGE_REPLACED'],
    ['IN_ANALYSIS', 'IN_ANALYSIS'],
    ['PRE_APPROVED', 'PRE_APPROVED'],
  ] as const)('may not go from %s to %s', (from, to) => {
    expect(canMoveReceipt(from, to)).toBe(false);
  });

  it('never goes back to where a receipt starts, but may begin to wait for a person', () => {
    const back = all.flatMap((from) =>
      (['IN_ANALYSIS', 'PENDING_ANALYSIS'] as const)
        .filter((to) => canMoveReceipt(from, to))
        .map((to) => [from, to]),
    );
    expect(back).toEqual([['IN_ANALYSIS', 'PENDING_ANALYSIS']]);
  });

  it('leads on from every status by a move of moderation, but for the final ones', () => {
    const ends = all.filter((from) =>
      all.every((to) => to === 'IMAGE_REPLACED' || !canMoveReceipt(from, to)),
    );
    expect(ends).toEqual(final);
  });

  it('reaches approval and rejection from every status that waits for a decision', () => {
    const waiting = all.filter((status) => !judgedStatuses.includes(status));
    expect(waiting).toHaveLength(6);
    for (const from of waiting) {
      for (const to of ['APPROVED', ...final] as const) {
        expect(canMoveReceipt(from, to), `${from} to ${to}`).toBe(true);
      }
    }
  });

  it('counts as unjudged, and is in review for its user, if only a newer version knows it', () => {
    expect(isUnjudged('OF_A_NEWER_VERSION')).toBe(true);
    expect(receiptStage('OF_A_NEWER_VERSION')).toBe('review');
    expect(canMoveReceipt('OF_A_NEWER_VERSION', 'APPROVED')).toBe(false);
    expect(all.filter(isUnjudged)).toEqual([
      'IN_ANALYSIS',
      'PENDING_ANALYSIS',
      'PRE_APPROVED',
      'FRAUD_SUSPECT',
      'REQUESTED_NEW_IMAGE',
      'IMAGE_REPLACED',
    ]);
  });

  it('stays in review for the user of a receipt whose processing failed', () => {
    expect(receiptStage('ERROR')).toBe('review');
  });

  it('credits cashback and points once approved', () => {
    expect(all.filter((status) => creditedStatuses.includes(status))).toEqual([
      'APPROVED',
      'DONE',
      'PARTIALLY_DONE',
    ]);
  });

  it('takes a new image only when one is asked for and allowed', () => {
    const replaceable = all.filter((status) =>
      canReplaceImage({ status, allowImageReplacement: true }),
    );
    expect(replaceable).toEqual(['REQUESTED_NEW_IMAGE']);
    expect(canReplaceImage({ status: 'REQUESTED_NEW_IMAGE', allowImageReplacement: false })).toBe(
      false,
    );
    expect(canReplaceImage({ status: 'REQUESTED_NEW_IMAGE' })).toBe(false);
  });

  it('finds the latest rejection, in no other status', () => {
    const moderationList = [{ rejectionReason: 'Ilegível' }, { rejectionReason: 'Repetida' }];
    expect(rejectionOf({ status: 'REJECTED', moderationList })).toBe(moderationList[0]);
    expect(rejectionOf({ status: 'REJECTED', moderationList: [] })).toBeNull();
    expect(rejectionOf({ status: 'NOT_ELIGIBLE', moderationList })).toBeNull();
  });
});

describe('status of a redemption', () => {
  const redemptions: RedemptionStatus[] = [
    'NEW_ORDER',
    'REQUESTED',
    'CONFIRMED',
    'BILLED',
    'SHIPPED',
    'AWAITING_WITHDRAW',
    'COMPLETED',
    'CANCELED',
    'ERROR',
  ];

  it.each([
    ['NEW_ORDER', ['REQUESTED', 'CANCELED']],
    ['REQUESTED', ['CONFIRMED', 'CANCELED']],
    ['CONFIRMED', ['BILLED', 'CANCELED']],
    ['BILLED', ['SHIPPED', 'AWAITING_WITHDRAW', 'CANCELED']],
    ['SHIPPED', ['COMPLETED']],
    ['AWAITING_WITHDRAW', ['COMPLETED']],
    ['COMPLETED', ['SHIPPED']],
    ['CANCELED', []],
    ['ERROR', []],
  ] as const)('goes from %s to %j only', (from, next) => {
    expect(redemptions.filter((to) => canMoveRedemption(from, to))).toEqual(next);
  });
});
