import { describe, expect, it } from 'vitest';
import { receiptAdvice } from '../../../src/rules/receipt-messages.ts';

function advice(status: string, more = {}) {
  return receiptAdvice({ status, moderationList: [], ...more }, { isOver: false });
}

describe('the advice about a receipt', () => {
  it('is the first reason listed and what can be done, once it is rejected', () => {
    const moderationList = [
      {
        rejectionReason: 'A nota não tem produtos participantes.',
        rejectionCode: 'PRODUCT_MISSING',
      },
      { rejectionReason: 'Nota ilegível' },
    ];
    expect(advice('REJECTED', { moderationList })).toEqual({
      text: 'A nota não tem produtos participantes.',
      next: 'ANOTHER_RECEIPT',
    });
  });

  it('goes by the code, not by the sentence', () => {
    const rejectionReason = 'A nota não tem produtos participantes.';
    expect(advice('REJECTED', { moderationList: [{ rejectionReason }] })).toEqual({
      text: rejectionReason,
      next: 'SUPPORT',
    });
  });

  it('is nothing for a rejection without a reason', () => {
    expect(advice('REJECTED')).toBeNull();
    expect(advice('REJECTED', { moderationList: [{ rejectionReason: null }] })).toBeNull();
  });

  it.each([
    ['NOT_ELIGIBLE', 'ANOTHER_RECEIPT'],
    ['ERROR', 'SUPPORT'],
    ['FRAUD_SUSPECT', null],
    ['IMAGE_REPLACED', null],
  ])('explains %s', (status, next) => {
    expect(advice(status)).toEqual({ text: expect.stringMatching(/^\p{Lu}.+\.$/u), next });
  });

  it('never tells a reason in another status', () => {
    const moderationList = [{ rejectionReason: 'Nota ilegível' }];
    expect(advice('ERROR', { moderationList })?.text).not.toContain('ilegível');
    expect(advice('IN_ANALYSIS', { moderationList })).toBeNull();
  });

  it('never says to send another receipt once the promotion is over', () => {
    const receipt = { status: 'NOT_ELIGIBLE', moderationList: [] };
    expect(receiptAdvice(receipt, { isOver: true })?.next).toBe('SUPPORT');
  });

  it('asks for a picture only where one may be sent', () => {
    const may = advice('REQUESTED_NEW_IMAGE', { allowImageReplacement: true });
    expect(may).toEqual({ text: expect.stringContaining('Envie uma foto'), next: null });
    const mayNot = advice('REQUESTED_NEW_IMAGE', { allowImageReplacement: false });
    expect(mayNot).toEqual({ text: 'Precisamos de outra imagem desta nota.', next: 'SUPPORT' });
  });

  it('says when a receipt earns that earned nothing yet', () => {
    const engineOrders = [{ status: 'REQUESTED' }, { status: 'TO_REQUEST' }];
    expect(advice('PENDING_ANALYSIS', { engineOrders })).toEqual({
      text: 'Estamos conferindo esta nota. O que ela render aparece aqui quando for aprovada.',
      next: null,
    });
    expect(advice('PENDING_ANALYSIS', { engineOrders: [{ status: 'REQUESTED' }] })).toBeNull();
  });

  it.each([
    'IN_ANALYSIS',
    'PENDING_ANALYSIS',
    'PRE_APPROVED',
    'APPROVED',
    'PARTIALLY_DONE',
    'DONE',
  ])('is nothing for %s, whose label says enough', (status) => {
    expect(advice(status)).toBeNull();
  });
});
