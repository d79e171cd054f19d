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
export type SlowSteps = AsyncGenerator<VerificationStep, Found>;

/** Entries, numbers or lines between two reports of progress. */
export const progressEvery = 5000;

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

export function countText(value: number): string {
  return value.toLocaleString('pt-BR');
}
