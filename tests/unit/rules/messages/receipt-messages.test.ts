import { describe, expect, it } from 'vitest';
import {
  cashbackMessage,
  receiptAdvice,
  receiptViolationMessage,
} from '../../../../src/rules/messages/receipt-messages.ts';

describe('sentence of a violation', () => {
  it.each([
    ['REQUIRED', 'Campo obrigatório'],
    ['NAME', 'Não são permitidos números ou carateres especiais'],
    ['EMAIL', 'Email inválido'],
    ['PASSWORD_LENGTH', 'A senha deve ter no mínimo 6 caracteres'],
    ['PASSWORD_LOWERCASE', 'A senha deve ter no mínimo uma letra minúscula'],
    ['PASSWORD_UPPERCASE', 'A senha deve ter no mínimo uma letra maiúscula'],
    ['CNPJ', 'CNPJ Inválido'],
    ['DATE', 'Data inválida'],
    ['POSTCODE', 'CEP inválido'],
    ['DATE_BEFORE_CAMPAIGN', 'Data não pode ser anterior à data de início da campanha'],
    ['DATE_AFTER_TODAY', 'Data não pode ser posterior à data de hoje'],
    ['FILE_TYPE', 'Formato de arquivo inválido'],
    ['SPECIAL_CHARACTERS', 'Não é permitido caratéres especiais'],
    ['CPF', 'CPF Inválido'],
    ['PHONE', 'Celular Inválido'],
    ['UNDER_AGE', 'Você deve ser maior de 18 anos'],
    ['TOTAL_MINIMUM', 'Valor mínimo de R$ 10,00'],
    ['FILE_SIZE', 'O arquivo deve ter no máximo 5MB'],
    ['FILE_BROKEN', 'Não foi possível abrir o arquivo. Escolha de novo ou fotografe a nota'],
    [
      'FILE_ENCRYPTED',
      'O arquivo está protegido por senha. Tire a senha ou envie uma foto da nota',
    ],
  ] as const)('of %s is %j', (violation, sentence) => {
    expect(receiptViolationMessage(violation)).toBe(sentence);
  });

  it('names the minimum of the campaign', () => {
    expect(receiptViolationMessage('TOTAL_MINIMUM', { minimumTotal: 123_456 })).toBe(
      'Valor mínimo de R$ 1.234,56',
    );
  });
});

describe('sentence of a cashback that is not given', () => {
  it.each([
    ['CEC-008', 'Devido ao sucesso da promoção, a modalidade de cashback esgotou.'],
    ['CEC-004', 'Você não receberá mais cashback, pois você já atigiu a quantidade máxima.'],
    ['CEC-005', 'Você não receberá mais cashback, pois você já atigiu a quantidade máxima.'],
    ['CEC-001', null],
    [undefined, null],
  ])('is known for %s, or absent', (code, sentence) => {
    expect(cashbackMessage(code)).toBe(sentence);
  });
});

function advice(status: string, more = {}) {
  return receiptAdvice({ status, moderationList: [], ...more }, { isClosed: false });
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
    expect(receiptAdvice(receipt, { isClosed: true })?.next).toBe('SUPPORT');
  });

  it('asks for a picture only where one may be sent', () => {
    const may = advice('REQUESTED_NEW_IMAGE', { allowImageReplacement: true });
    expect(may).toEqual({ text: expect.stringContaining('Mostre a nota inteira'), next: null });
    const mayNot = advice('REQUESTED_NEW_IMAGE', { allowImageReplacement: false });
    expect(mayNot).toEqual({ text: 'Precisamos de outra foto desta nota.', next: 'SUPPORT' });
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
