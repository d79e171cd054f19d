/** The middle one of some numbers; the upper of two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Rounded to so many decimals. */
export function rounded(value: number, decimals = 0): number {
  return Number(value.toFixed(decimals));
}
