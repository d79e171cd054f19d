export interface Check {
  name: string;
  /** `note`: no error, but worth knowing. */
  verdict: 'right' | 'wrong' | 'later' | 'note';
  sentence: string;
}

export type VerificationStep =
  | { step: 'checking'; name: string; done: number; total: number }
  | { step: 'checked'; check: Check };

export type Found = Omit<Check, 'name'>;
/** Reports the progress of a long check. */
export type SlowSteps = AsyncGenerator<VerificationStep, Found>;

export function checking(name: string, done: number, total: number): VerificationStep {
  return { step: 'checking', name, done, total };
}

export function checked(name: string, found: Found): VerificationStep {
  return { step: 'checked', check: { name, ...found } };
}

export function right(sentence: string): Found {
  return { verdict: 'right', sentence };
}

export function wrong(sentence: string): Found {
  return { verdict: 'wrong', sentence };
}

export function later(sentence: string): Found {
  return { verdict: 'later', sentence };
}
