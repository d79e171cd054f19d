/**
 * CONST-04: series.number with the number in five digits, 4.00153; without them 4.153 would read
 * as another number and sort wrong.
 */
export function formatLuckyNumber(series: number | string, number: number | string): string {
  return `${series}.${String(number).padStart(5, '0')}`;
}
