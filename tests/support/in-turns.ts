/** Runs so many tasks, `workers` at a time; the results in the order in which they end. */
export async function inTurns<Result>(
  { pieces, workers }: { pieces: number; workers: number },
  work: (piece: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < pieces) {
      next += 1;
      results.push(await work(next));
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return results;
}
