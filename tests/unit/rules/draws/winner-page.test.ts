import { expect, test } from 'vitest';
import { winnerPage } from '../../../../src/rules/draws/published-winners.ts';

const page = (enabled: string, type: string, url: string) =>
  winnerPage({
    parameters: [
      { code: 'WINNER_PAGE_ENABLED', value: enabled },
      { code: 'WINNER_PAGE_TYPE', value: type },
      { code: 'WINNER_PDF_URL', value: url },
    ],
  });

test.each([
  ['true', 'PDF', { type: 'PDF', url: '/g.pdf' }],
  ['1', 'IMAGE', { type: 'IMAGE', url: '/g.pdf' }],
])('enabled %s, type %s', (enabled, type, expected) => {
  expect(page(enabled, type, '/g.pdf')).toEqual(expected);
});

test.each([
  ['', 'PDF', '/g.pdf'],
  ['false', 'PDF', '/g.pdf'],
  ['true', '', '/g.pdf'],
  ['true', 'HTML', '/g.pdf'],
  ['true', 'PDF', ''],
])('enabled %j, type %j, file %j: no page', (...parameters) => {
  expect(page(...parameters)).toBeNull();
});
