import { describe, expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../../src/campaign/load.ts';
import type { ShownNumber } from '../../../../../src/contract/engines.ts';
import type { EngineOrder } from '../../../../../src/contract/receipts.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import {
  drawDayText,
  earnings,
  earningsInLine,
  engineResult,
  highlights,
  luckyNumbersNewestFirst,
  numbersCountText,
  receiptsTotal,
} from '../../../../../src/features/receipts/result/earnings.ts';
import { siteProps } from '../../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';

const snapshot = embeddedCampaign({
  window: 'live',
  variant: 'all',
  tenantId: 'teste',
  today: '2025-10-18',
});
const { campaign } = snapshot;

const number = { series: 4, generatedNumber: 153 };
const done = { status: 'REQUESTED', rewarded: true, events: [] };
const orders: EngineOrder[] = [
  {
    ...done,
    engineType: 'DRAW',
    campaignEngineId: 101,
    details: { luckyNumbers: [number, { ...number, voided: true }, number] },
  },
  {
    ...done,
    engineType: 'INSTANT_PRIZE',
    campaignEngineId: 102,
    details: { luckyNumbers: [], winner: { campaignPrizeId: 902 } },
  },
  {
    ...done,
    engineType: 'CASHBACK',
    campaignEngineId: 103,
    details: { luckyNumbers: [], transaction: { value: 5.49 } },
  },
  {
    ...done,
    engineType: 'COLLECT_TO_WIN',
    campaignEngineId: 104,
    details: { luckyNumbers: [], transaction: { value: 1 } },
  },
];

const lines = (status: string) =>
  earnings({ engineOrders: orders, status }, campaign).map(({ text }) => text);

describe('what a receipt earned', () => {
  it('is a line for each engine', () => {
    expect(lines('DONE')).toEqual([
      '2 números da sorte',
      'prêmio na hora',
      'R$\u00a05,49 de cashback',
      '1 ponto',
    ]);
  });

  it('does not promise a prize that is still under review', () => {
    expect(lines('IN_ANALYSIS')).toContain('provável prêmio na hora');
  });

  it('is in one line the number itself where it is the only one', () => {
    const inLine = (luckyNumbers: ShownNumber[]) => {
      const draw = { ...done, engineType: 'DRAW', campaignEngineId: 101 } as const;
      const receipt = { engineOrders: [{ ...draw, details: { luckyNumbers } }], status: 'DONE' };
      return earningsInLine(receipt, campaign).map(({ text }) => text);
    };
    expect(inLine([number])).toEqual(['nº 4.00153']);
    expect(inLine([number, number])).toEqual(['2 números da sorte']);
  });

  it('is nothing when no engine gave anything', () => {
    expect(earnings({ engineOrders: [], status: 'DONE' }, campaign)).toEqual([]);
  });
});

describe('a count of lucky numbers', () => {
  it('is in the singular for one', () => {
    expect(numbersCountText([number])).toBe('1 número da sorte');
  });

  it('has a point between its thousands', () => {
    const numbers = Array.from({ length: 1234 }, () => number);
    expect(numbersCountText(numbers)).toBe('1.234 números da sorte');
  });

  it('leaves out void numbers', () => {
    expect(numbersCountText([{ ...number, voided: true }])).toBeNull();
  });
});

describe('the day of the draw', () => {
  const drawAt = (extractionAt: string | null) => {
    const [draw] = campaign.engines.filter(({ type }) => type === 'DRAW');
    if (!draw) throw new Error('The campaign has a draw');
    return { ...draw, details: { ...draw.details, extractionAt } };
  };
  const saturday = drawAt('2025-12-06T19:00:00-03:00');
  const textAt = (now: string, engines: typeof campaign.engines) => {
    setEnvironment(pageEnvironment({ site: siteProps(snapshot), now: () => new Date(now) }));
    return drawDayText({ engines })?.replace(/\s/g, ' ');
  };

  it.each([
    ['one draw', [saturday], 'Sorteio em 06/12/2025'],
    ['draws of one day', [saturday, saturday], 'Sorteio em 06/12/2025'],
    ['draws of two days', [saturday, drawAt('2025-12-13T19:00:00-03:00')], undefined],
    ['a draw without a day beside one with it', [saturday, drawAt(null)], undefined],
    ['no draw', [], undefined],
  ])('has, for %s, the day or nothing', (_, engines, text) => {
    expect(textAt('2025-12-06T23:59:59-03:00', engines)).toBe(text);
  });

  it('lies no longer ahead once it is past', () => {
    expect(textAt('2025-12-07T00:00:00-03:00', [saturday])).toBe('Sorteio de 06/12/2025');
  });
});

describe('what all receipts brought', () => {
  it('counts valid numbers and receipts that wait, and says on which receipt a prize is, newest first', () => {
    const receipt = (status: string) => ({ status, engineOrders: orders });
    expect(receiptsTotal([receipt('DONE'), receipt('IN_ANALYSIS'), receipt('REJECTED')])).toEqual({
      numbers: 6,
      prizes: [
        { kind: 'prize', outcome: 'likely', campaignPrizeId: 902, number: 2 },
        { kind: 'prize', outcome: 'won', campaignPrizeId: 902, number: 1 },
      ],
      waiting: 1,
    });
  });

  it('lists valid numbers, those of the newest receipt first', () => {
    const receipt = (generatedNumber: number) => {
      const details = {
        luckyNumbers: [
          { ...number, generatedNumber },
          { ...number, voided: true },
        ],
      };
      return {
        status: 'DONE',
        engineOrders: [{ ...done, engineType: 'DRAW' as const, campaignEngineId: 101, details }],
      };
    };
    const numbers = luckyNumbersNewestFirst([receipt(1), receipt(2)]);
    expect(numbers.map(({ generatedNumber }) => generatedNumber)).toEqual([2, 1]);
  });
});

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
      text: 'Não foi dessa vez',
      face: ':-(',
    });
  });

  it.each(['IN_ANALYSIS', 'DONE', 'REJECTED', 'ERROR'])(
    'was not won by one that is %s',
    (status) => {
      expect(engineResult(lost, status)).toEqual({
        kind: 'text',
        text: 'Não foi dessa vez',
        face: ':-(',
      });
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

describe('the result of an engine', () => {
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
      text: 'Nenhum número da sorte para esse cupom',
      face: ':-(',
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
