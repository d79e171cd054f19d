import { describe, expect, it, vi } from 'vitest';
import {
  formatPoints,
  missingPointsText,
  pointsEarned,
  pointsRule,
} from '../../../../src/rules/rewards/cashback-and-points.ts';

describe('points', () => {
  it.each([
    [999, 5, 1],
    [1000, 5, 2],
    [499, 5, 0],
    [1099, 1, 10],
  ])('are, for %i centavos at R$ %i a point, %i', (total, factor, points) => {
    expect(pointsEarned(total, factor)).toBe(points);
  });

  it.each([0, -1, 2.5, Number.NaN])('cannot be counted at R$ %d a point', (factor) => {
    expect(() => pointsEarned(1000, factor)).toThrow(RangeError);
  });

  it.each([
    [0, '0 pontos'],
    [1, '1 ponto'],
    [2, '2 pontos'],
    [1500, '1.500 pontos'],
  ])('%i read %j', (points, text) => {
    expect(formatPoints(points, 'ponto')).toBe(text);
  });

  it('are shown without a formatter, for which a phone would wait', () => {
    const formatter = vi.spyOn(Number.prototype, 'toLocaleString');
    expect(formatPoints(1500, 'ponto')).toBe('1.500 pontos');
    expect(formatter).not.toHaveBeenCalled();
    formatter.mockRestore();
  });

  it('are missing in the singular and the plural', () => {
    const texts = [1, 2].map((points) => missingPointsText(points, 'ponto'));
    expect(texts).toEqual(['Falta 1 ponto', 'Faltam 2 pontos']);
  });

  it('have their price in reais', () => {
    expect(pointsRule(5, 'ponto')).toBe('R$\u00a05,00 = 1 ponto');
  });
});
