export const checkNames = {
  log: 'Registro',
  ownNumber: 'Seu número',
  evidence: 'Comprovantes',
  stamps: 'Carimbos de tempo',
  counts: 'Contagens',
  numbers: 'Números da sorte',
  numberList: 'Lista de números',
  schedule: 'Cronograma',
  draw: 'Sorteio',
  note: 'Aviso',
} as const;

type CheckSubject = keyof typeof checkNames;

export interface Check {
  subject: CheckSubject;
  name: string;
  /** `note`: no error, but worth knowing. */
  verdict: 'right' | 'wrong' | 'later' | 'note';
  sentence: string;
  /** Where a list differs from what it should be; absent for any other fault. */
  line?: number;
}

export type VerificationStep =
  | { step: 'checking'; name: string; done: number; total: number }
  | { step: 'checked'; check: Check };

export type Found = Omit<Check, 'subject' | 'name'>;
export type SlowSteps = AsyncGenerator<VerificationStep, Found>;

/** Entries, numbers or lines between two reports of progress. */
export const progressEvery = 5000;

export function checking(subject: CheckSubject, done: number, total: number): VerificationStep {
  return { step: 'checking', name: checkNames[subject], done, total };
}

export function checked(subject: CheckSubject, found: Found): VerificationStep {
  return { step: 'checked', check: { subject, name: checkNames[subject], ...found } };
}

export function right(sentence: string): Found {
  return { verdict: 'right', sentence };
}

export function wrong(sentence: string): Found {
  return { verdict: 'wrong', sentence };
}

export function wrongLine(line: number, sentence: string): Found {
  return { verdict: 'wrong', sentence, line };
}

export function later(sentence: string): Found {
  return { verdict: 'later', sentence };
}
