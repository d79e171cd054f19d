// Apart from lucky-numbers.ts, whose hash functions pages that only show numbers need not load.

/** 4.00153: without the five digits 4.153 would read as another number and sort wrong. */
export function formatLuckyNumber(series: number | string, number: number | string): string {
  return `${series}.${String(number).padStart(5, '0')}`;
}
