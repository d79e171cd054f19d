import { describe, expect, it } from 'vitest';
import {
  parseRejectionReason,
  rejectionReasons,
  stepAfterRejection,
} from '../../../../src/rules/receipts/moderation-reasons.ts';

describe('the reason of a rejection', () => {
  it.each(['ILLEGIBLE', 'illegible', ' Illegible '])('given as %j is a plain sentence', (text) => {
    expect(parseRejectionReason(text)).toEqual({
      code: 'ILLEGIBLE',
      sentence: 'Não foi possível ler a imagem da nota.',
    });
  });

  it('may be in words of one’s own', () => {
    expect(parseRejectionReason(' Nota de outra loja ')).toEqual({
      code: null,
      sentence: 'Nota de outra loja',
    });
  });

  it('is none in an empty text', () => {
    expect(parseRejectionReason('  ')).toBeNull();
  });

  it('has a sentence of its own for each code', () => {
    const sentences = rejectionReasons.map(({ sentence }) => sentence);
    expect(new Set(sentences).size).toBe(rejectionReasons.length);
    expect(sentences.every((sentence) => /^\p{Lu}.+\.$/u.test(sentence))).toBe(true);
  });
});

describe('after a rejection', () => {
  it('another receipt may be sent, where the purchase itself did not count', () => {
    expect(stepAfterRejection('PRODUCT_MISSING')).toBe('ANOTHER_RECEIPT');
  });

  it('support is asked to release a receipt whose picture could not be read', () => {
    expect(stepAfterRejection('ILLEGIBLE')).toBe('RELEASE');
  });

  it('support is asked where the purchase may count, and where moderation used other words', () => {
    expect(stepAfterRejection('DATA_MISMATCH')).toBe('SUPPORT');
    expect(stepAfterRejection(null)).toBe('SUPPORT');
    expect(stepAfterRejection('A_NEWER_CODE')).toBe('SUPPORT');
  });
});
