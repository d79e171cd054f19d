import { expect, test, vi } from 'vitest';
import {
  countdownText,
  counted,
  homeFacts,
  lastWinText,
  parseNews,
  timeLeftText,
} from '../../../../src/rules/campaign/news.ts';

const noon = (day: string) => new Date(`${day}T12:00:00-03:00`);
const endsAt = '2025-11-30T23:59:59-03:00';

test.each([
  ['2025-11-01', '29 dias'],
  ['2025-11-28', '2 dias'],
  ['2025-11-29', '1 dia'],
  ['2025-11-30', 'só hoje'],
  ['2025-12-01', 'encerrada'],
])('a promotion until 30 November says on %s: %s', (day, text) => {
  expect(timeLeftText(endsAt, noon(day))).toBe(text);
});

test('the last second of the last day still counts', () => {
  expect(timeLeftText(endsAt, new Date('2025-11-30T23:59:59.900-03:00'))).toBe('só hoje');
});

test.each([
  ['2025-09-20T12:00:00-03:00', 'Faltam 11 dias'],
  ['2025-09-30T00:10:00-03:00', 'É amanhã!'],
  ['2025-10-01T07:30:00-03:00', 'É hoje! Faltam 3 horas'],
  ['2025-10-01T09:30:00-03:00', 'É hoje! Falta menos de 1 hora'],
])('the countdown to 1 October, 10 h, says at %s: %s', (now, text) => {
  expect(countdownText('2025-10-01T10:00:00-03:00', new Date(now))).toBe(text);
});

test.each([
  ['2025-10-10T14:50:00Z', 'PR', 'O último prêmio saiu agora há pouco, no Paraná.'],
  ['2025-10-10T15:10:00Z', 'SC', 'O último prêmio saiu há 1 hora, em Santa Catarina.'],
  ['2025-10-10T17:59:00Z', null, 'O último prêmio saiu há 3 horas.'],
  ['2025-10-11T02:30:00Z', 'RS', 'O último prêmio saiu hoje, no Rio Grande do Sul.'],
  ['2025-10-11T15:00:00Z', 'RS', 'O último prêmio saiu ontem, no Rio Grande do Sul.'],
  ['2025-10-14T15:00:00Z', 'XX', 'O último prêmio saiu em 10/10/2025, em XX.'],
])('a win of 14 h UTC on 10 October is announced at %s: %s, %s', (now, state, text) => {
  expect(lastWinText({ at: '2025-10-10T14:00:00.000Z', state }, new Date(now))).toBe(text);
});

const known = { prizes: 8, lastDay: '30/11/2025', drawDay: '06/12/2025' };
const draw = ['06/12', 'é o dia do sorteio'];
const waiting = (...left: number[]) => ({
  instantPrizes: left.map((each) => ({ total: 4, left: each })),
  timeLeft: '29 dias',
});

test('the page as built says only what is true on any day', () => {
  expect(homeFacts(known)).toEqual({
    open: [['8', 'prêmios restantes'], ['30/11', 'é o último dia'], draw],
    closed: [
      ['30/11', 'foi o último dia'],
      ['06/12', 'dia do sorteio'],
    ],
  });
  expect(homeFacts({ ...known, prizes: null, drawDay: null }).open).toHaveLength(1);
});

test.each([
  [
    [2, 3],
    ['5', 'prêmios restantes'],
  ],
  [
    [1, 0],
    ['1', 'prêmio restante'],
  ],
  [
    [0, 0],
    ['0', 'prêmios restantes'],
  ],
])('prizes of all kinds that wait are summed up: %j', (left, fact) => {
  const { open } = homeFacts(known, waiting(...left));
  expect(open).toEqual([fact, ['29 dias', 'para enviar, até 30/11'], draw]);
});

test('the page after the end shows the results, except zeros', () => {
  const total = { receipts: 1234, luckyNumbers: 1 };
  expect(homeFacts(known, { ...waiting(2, 3), total }).closed).toEqual([
    ['1.234', 'notas no total'],
    ['1', 'número da sorte'],
    ['3', 'prêmios na hora'],
  ]);
  const none = { receipts: 0, luckyNumbers: 0 };
  expect(homeFacts(known, { ...waiting(4, 4), total: none }).closed).toEqual([
    ['30/11', 'foi o último dia'],
    ['06/12', 'dia do sorteio'],
  ]);
});

test('a promotion whose prizes are gone before its last day does not say that the day is past', () => {
  const { closed } = homeFacts({ ...known, drawDay: null, isSoldOut: true });
  expect(closed).toEqual([['0', 'prêmios restantes']]);
});

test.each([null, 'news', { instantPrizes: [{ total: '5', left: 2 }] }, {}])(
  'an answer that is none of ours is left aside: %j',
  (answer) => {
    expect(parseNews(answer)).toBeNull();
  },
);

test('a win without a readable time and a total without counts are left aside, the rest stays', () => {
  expect(parseNews({ instantPrizes: [], lastWin: { at: 'hoje' }, total: 5 })).toEqual({
    instantPrizes: [],
    lastWin: null,
    total: null,
  });
});

test('figures are shown without a formatter, for which a phone would wait', () => {
  const formatter = vi.spyOn(Number.prototype, 'toLocaleString');
  expect(counted(12_345, 'nota enviada', 'notas enviadas')).toEqual(['12.345', 'notas enviadas']);
  expect(formatter).not.toHaveBeenCalled();
  formatter.mockRestore();
});
