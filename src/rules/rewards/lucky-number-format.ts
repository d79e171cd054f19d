import type { LuckyNumber } from './lucky-numbers.ts';

// Apart from lucky-numbers.ts, whose hash functions pages that only show numbers need not load.

/** 4.00153: without padding, 4.153 would read as another number and sort wrong. */
export function formatLuckyNumber({
  series,
  number,
}: Record<keyof LuckyNumber, number | string>): string {
  return `${series}.${String(number).padStart(5, '0')}`;
}

/** The inverse; null for a text that is not exactly as shown. */
export function parseLuckyNumber(text: string): LuckyNumber | null {
  const [, series = '', number = ''] = /^(\d{1,9})\.(\d{5,15})$/.exec(text) ?? [];
  const luckyNumber = { series: Number(series), number: Number(number) };
  return formatLuckyNumber(luckyNumber) === text ? luckyNumber : null;
}

export const luckyNumberNames = ['número da sorte', 'números da sorte'] as const;

export function luckyNumberName(count: number): string {
  return luckyNumberNames[count === 1 ? 0 : 1];
}
