import { vi } from 'vitest';

/** Waits until `check` no longer throws, for ten seconds: a busy machine takes more than Vitest's one. */
export function waitFor<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 10_000 });
}
