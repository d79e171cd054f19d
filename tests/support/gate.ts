/** Closed at first: work that comes to it waits there until the test opens it. */
export interface Gate {
  /** Awaited by the work. */
  pass: () => Promise<void>;
  /** Settles once work waits at the gate. */
  reached: Promise<void>;
  open: () => void;
}

export function closedGate(): Gate {
  const [coming, opening] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pass = () => {
    coming.resolve();
    return opening.promise;
  };
  return { pass, reached: coming.promise, open: opening.resolve };
}
