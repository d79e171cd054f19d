/** Frames of the product itself; those of packages fill a stack and tell little. */
const ours = /^\s+at (?!.*(?:node_modules|wasm:|node:))/;

/**
 * What may be written down of a failure: its kind and where it happened. Messages stay out, since
 * those of databases and parsers quote what people sent.
 */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => ours.test(line));
  return {
    kind: error.name,
    ...('code' in error ? { code: error.code } : {}),
    at: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause ? { cause: describeFailure(error.cause) } : {}),
  };
}
