import type { Position } from '../../contract/places.ts';

const earthKm = 6371;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Kilometres in a straight line, by the haversine formula: wrong by half a percent at most, since
 * the earth is no sphere.
 */
export function distanceBetween(a: Position, b: Position): number {
  const height = radians(b.latitude - a.latitude);
  const width = radians(b.longitude - a.longitude);
  const chord =
    Math.sin(height / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(width / 2) ** 2;
  // Rounding may bring the chord of opposite points above 1.
  return 2 * earthKm * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** 'a 850 m', 'a 1,2 km', 'a 37 km': no more digits than a straight line is worth. */
export function distanceText(kilometres: number): string {
  const metres = Math.round(kilometres * 100) * 10;
  if (metres < 1000) return `a ${metres} m`;
  const digits = kilometres < 9.95 ? 1 : 0;
  const shown = kilometres.toLocaleString('pt-BR', { maximumFractionDigits: digits });
  return `a ${shown} km`;
}
