/** An operation, with the ticks of one clock at its call and its answer. */
export interface Operation<Done> {
  readonly called: number;
  readonly answered: number;
  readonly done: Done;
}

/** The behaviour of an object that runs one operation after the other. */
export interface Model<State, Done> {
  readonly start: State;
  /** The state afterwards; null where that answer is impossible. */
  apply(state: State, done: Done): State | null;
}

/**
 * Whether what was done at the same time can be put in one order that explains every answer, and in
 * which nothing stands before what was answered before it was called.
 * Wing and Gong, "Testing and Verifying Concurrent Objects" (JPDC 17, 1993), which sees no state
 * twice with the same operations left, as Lowe does, "Testing for Linearizability" (CCPE 29, 2017).
 */
export function isLinearizable<State, Done>(
  history: readonly Operation<Done>[],
  { start, apply }: Model<State, Done>,
): boolean {
  const seen = new Set<string>();
  const explains = (left: readonly Operation<Done>[], state: State): boolean => {
    if (left.length === 0) return true;
    const configuration = JSON.stringify([state, left.map(({ called }) => called)]);
    if (seen.has(configuration)) return false;
    seen.add(configuration);
    const firstAnswer = Math.min(...left.map(({ answered }) => answered));
    return left.some((each) => {
      const next = each.called < firstAnswer ? apply(state, each.done) : null;
      return next !== null && explains(without(left, each), next);
    });
  };
  return explains(history, start);
}

function without<Item>(items: readonly Item[], item: Item): Item[] {
  return items.filter((each) => each !== item);
}
