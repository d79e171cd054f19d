/**
 * What was read, for so many milliseconds; then it is read anew. Callers that come together share
 * one reading, and one that failed is not kept.
 */
export function memoize<Value>(
  read: () => Promise<Value>,
  { now, milliseconds }: { now: () => Date; milliseconds: number },
): () => Promise<Value> {
  let readAt = -Infinity;
  let kept: Promise<Value> | null = null;
  return () => {
    const time = now().getTime();
    if (kept && Math.abs(time - readAt) < milliseconds) return kept;
    readAt = time;
    const reading = read();
    kept = reading;
    reading.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading;
  };
}
