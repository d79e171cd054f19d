import { describe, expect, it } from 'vitest';
import {
  rejectionSentence,
  rejectionSentences,
  stepAfterRejection,
} from '../../../src/rules/rejection.ts';

describe('the reason of a rejection', () => {
  it.each(['ILLEGIBLE', 'illegible', ' Illegible '])('given as %j is a plain sentence', (code) => {
    expect(rejectionSentence(code)).toBe('Não foi possível ler a imagem da nota.');
  });

  it('may be in words of one’s own', () => {
    expect(rejectionSentence('Nota de outra loja')).toBe('Nota de outra loja');
  });

  it('has a sentence of its own for each code', () => {
    const sentences = rejectionSentences.map(([, sentence]) => sentence);
    expect(new Set(sentences).size).toBe(rejectionSentences.length);
    expect(sentences.every((sentence) => /^\p{Lu}.+\.$/u.test(sentence))).toBe(true);
  });
});

describe('after a rejection', () => {
  it('another receipt may be sent, where the purchase itself did not count', () => {
    expect(stepAfterRejection(rejectionSentence('PRODUCT_MISSING'))).toBe('ANOTHER_RECEIPT');
  });

  it('support is asked where the purchase may count, and where moderation used other words', () => {
    expect(stepAfterRejection(rejectionSentence('ILLEGIBLE'))).toBe('SUPPORT');
    expect(stepAfterRejection('Nota de outra loja')).toBe('SUPPORT');
  });
});
