import { describe, expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../../src/campaign/load.ts';
import type { ShownNumber } from '../../../../../src/contract/engines.ts';
import type { EngineOrder } from '../../../../../src/contract/receipts.ts';
import {
  drawDayText,
  earnings,
  earningsInLine,
  luckyNumbersOf,
  receiptsTotal,
  shownNumbersText,
} from '../../../../../src/features/receipts/result/earnings.ts';

const { campaign } = embeddedCampaign({
  window: 'live',
  variant: 'all',
  tenantId: 'teste',
  today: '2025-10-18',
});

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
    expect(shownNumbersText([number])).toBe('1 número da sorte');
  });

  it('leaves out void numbers', () => {
    expect(shownNumbersText([{ ...number, voided: true }])).toBeNull();
  });
});

describe('the day of the draw', () => {
  const drawAt = (extractionAt: string | null) => {
    const [draw] = campaign.engines.filter(({ type }) => type === 'DRAW');
    if (!draw) throw new Error('The campaign has a draw');
    return { ...draw, details: { ...draw.details, extractionAt } };
  };
  const saturday = drawAt('2025-12-06T19:00:00-03:00');

  it.each([
    ['one draw', [saturday], 'Sorteio em 06/12/2025'],
    ['draws of one day', [saturday, saturday], 'Sorteio em 06/12/2025'],
    ['draws of two days', [saturday, drawAt('2025-12-13T19:00:00-03:00')], undefined],
    ['a draw without a day beside one with it', [saturday, drawAt(null)], undefined],
    ['no draw', [], undefined],
  ])('has, for %s, the day or nothing', (_, engines, text) => {
    expect(drawDayText({ engines })?.replace(/\s/g, ' ')).toBe(text);
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
    const numbers = luckyNumbersOf([receipt(1), receipt(2)]);
    expect(numbers.map(({ generatedNumber }) => generatedNumber)).toEqual([2, 1]);
  });
});
