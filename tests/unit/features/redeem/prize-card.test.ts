import { expect, it } from 'vitest';
import { availabilityText } from '../../../../src/features/redeem/prize-card.tsx';

it.each([
  [-1, 'Esgotado'],
  [0, 'Esgotado'],
  [1, '1 disponível'],
  [2, '2 disponíveis'],
  [40000, '40.000 disponíveis'],
])('a stock of %i reads %s', (stock, text) => {
  expect(availabilityText(stock)).toBe(text);
});
