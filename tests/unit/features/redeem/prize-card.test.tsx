import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { pointsTerms } from '../../../../src/features/redeem/points-terms.ts';
import { availabilityText, PrizeCard } from '../../../../src/features/redeem/prize-card.tsx';

it.each([
  [-1, 'Esgotado'],
  [0, 'Esgotado'],
  [1, '1 disponível'],
  [2, '2 disponíveis'],
  [40000, '40.000 disponíveis'],
])('a stock of %i reads %s', (stock, text) => {
  expect(availabilityText(stock)).toBe(text);
});

it('a prize that costs the whole balance lacks no points once it is chosen', () => {
  const prize = { id: 1, points: 100, description: 'Kit Escova', stock: 4, imageUrl: null };
  const shown = (quantity: number, available: number) =>
    renderToStaticMarkup(
      <PrizeCard
        prize={prize}
        terms={pointsTerms({ engines: [] })}
        selection={{ 1: quantity }}
        available={available}
        broken={[]}
        isSoldOut={false}
      />,
    );
  expect(shown(0, 60)).toContain('40 pontos');
  expect(shown(1, 0)).not.toContain('Falta');
});
