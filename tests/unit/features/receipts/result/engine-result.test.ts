import { describe, expect, it } from 'vitest';
import type { EngineOrder } from '../../../../../src/contract/receipts.ts';
import { engineResult, highlights } from '../../../../../src/features/receipts/result/earnings.ts';

function order(overrides: Partial<EngineOrder>): EngineOrder {
  return {
    engineType: 'DRAW',
    campaignEngineId: 101,
    status: 'REQUESTED',
    rewarded: true,
    events: [],
    details: { luckyNumbers: [] },
    ...overrides,
  };
}

const won = order({
  engineType: 'INSTANT_PRIZE',
  details: { luckyNumbers: [], winner: { campaignPrizeId: 902 } },
});
const lost = order({ engineType: 'INSTANT_PRIZE', rewarded: false });

describe('an instant prize', () => {
  it.each(['IN_ANALYSIS', 'PENDING_ANALYSIS', 'PRE_APPROVED', 'FRAUD_SUSPECT', 'IMAGE_REPLACED'])(
    'is only probable while the receipt is %s',
    (status) => {
      expect(engineResult(won, status)).toEqual({
        kind: 'prize',
        outcome: 'likely',
        campaignPrizeId: 902,
      });
    },
  );

  it.each(['APPROVED', 'DONE', 'PARTIALLY_DONE'])('is won once the receipt is %s', (status) => {
    expect(engineResult(won, status)).toMatchObject({ outcome: 'won' });
  });

  it('is lost with a rejected receipt, even when it had been won', () => {
    expect(engineResult(won, 'REJECTED')).toEqual({
      kind: 'text',
      text: 'Não foi dessa vez :-(',
    });
  });

  it.each(['IN_ANALYSIS', 'DONE', 'REJECTED', 'ERROR'])(
    'was not won by one that is %s',
    (status) => {
      expect(engineResult(lost, status)).toEqual({ kind: 'text', text: 'Não foi dessa vez :-(' });
    },
  );

  it.each(['ERROR', 'NOT_ELIGIBLE'])(
    'shows only the engine’s message for a receipt that is %s',
    (status) => {
      expect(engineResult(won, status)).toEqual({ kind: 'nothing' });
      const refused = { ...won, events: [{ status: 'ERROR', message: 'Falha no sorteio' }] };
      expect(engineResult(refused, status)).toEqual({ kind: 'text', text: 'Falha no sorteio' });
      expect(highlights({ engineOrders: [refused], status }).lostOrder, 'it had been won').toBe(
        undefined,
      );
    },
  );

  it('is shown first if it was lost', () => {
    expect(highlights({ engineOrders: [lost], status: 'DONE' }).lostOrder).toBe(lost);
  });
});

describe('an engine that waits for the approval of the receipt', () => {
  it.each(['DRAW', 'INSTANT_PRIZE', 'CASHBACK', 'COLLECT_TO_WIN'] as const)(
    '%s says so, and not that nothing was won',
    (engineType) => {
      const waiting = order({ engineType, status: 'TO_REQUEST', rewarded: false });
      const message = 'Chega quando a nota for aprovada.';
      const events = [{ status: 'TO_REQUEST', message }];
      expect(engineResult({ ...waiting, events }, 'PENDING_ANALYSIS')).toEqual({
        kind: 'text',
        text: message,
      });
      expect(engineResult(waiting, 'PENDING_ANALYSIS')).toEqual({ kind: 'nothing' });
    },
  );
});

describe('an engine that found the receipt not eligible', () => {
  it.each([
    ['CASHBACK', 'Não elegível a ganhar cashback'],
    ['DRAW', 'Não elegível ao sorteio'],
    ['INSTANT_PRIZE', 'Não elegível ao prêmio instantâneo'],
    ['COLLECT_TO_WIN', 'Não elegível a ganhar pontos'],
  ] as const)('says so by its own words: %s', (engineType, text) => {
    expect(engineResult(order({ engineType, status: 'NOT_ELIGIBLE' }), 'DONE')).toEqual({
      kind: 'text',
      text,
    });
  });

  it('shows the message of its event instead', () => {
    const refused = order({
      status: 'NOT_ELIGIBLE',
      events: [{ status: 'NOT_ELIGIBLE', message: 'As séries se esgotaram.' }],
    });
    expect(engineResult(refused, 'IN_ANALYSIS')).toEqual({
      kind: 'text',
      text: 'As séries se esgotaram.',
    });
  });

  it.each([
    ['CEC-008', 'Devido ao sucesso da promoção, a modalidade de cashback esgotou.'],
    ['CEC-004', 'Você não receberá mais cashback, pois você já atigiu a quantidade máxima.'],
    ['CEC-005', 'Você não receberá mais cashback, pois você já atigiu a quantidade máxima.'],
  ])('explains the cashback limit %s', (code, text) => {
    const limited = order({
      engineType: 'CASHBACK',
      status: 'NOT_ELIGIBLE',
      details: { luckyNumbers: [], error: { code } },
    });
    expect(engineResult(limited, 'IN_ANALYSIS')).toEqual({ kind: 'text', text });
  });
});

describe('what was earned', () => {
  it('lists the lucky numbers, void ones too', () => {
    const numbers = [{ series: 4, generatedNumber: 153, voided: true }];
    expect(engineResult(order({ details: { luckyNumbers: numbers } }), 'REJECTED')).toEqual({
      kind: 'numbers',
      numbers,
    });
  });

  it('says when there are no numbers', () => {
    expect(engineResult(order({}), 'DONE')).toEqual({
      kind: 'text',
      text: 'Nenhum número da sorte para esse cupom :-(',
    });
  });

  it('is cashback in reais, or none', () => {
    const cashback = order({
      engineType: 'CASHBACK',
      details: { luckyNumbers: [], transaction: { value: 2.59 } },
    });
    expect(engineResult(cashback, 'DONE')).toEqual({ kind: 'cashback', value: 2.59 });
    expect(engineResult({ ...cashback, status: 'CANCELLED' }, 'REJECTED')).toEqual({
      kind: 'text',
      text: 'Sem cashback a receber',
    });
  });

  it('is points, unless they were taken back', () => {
    const points = order({
      engineType: 'COLLECT_TO_WIN',
      details: { luckyNumbers: [], transaction: { value: 5 } },
    });
    expect(engineResult(points, 'DONE')).toEqual({ kind: 'points', points: 5 });
    expect(engineResult({ ...points, status: 'CANCELLED' }, 'REJECTED')).toEqual({
      kind: 'nothing',
    });
  });
});
