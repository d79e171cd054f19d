/** The middle of some values; of an even number of them, the upper one. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

/** Rounded to so many decimals. */
export function rounded(value: number, decimals = 0): number {
  return Number(value.toFixed(decimals));
}
