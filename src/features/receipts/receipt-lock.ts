import { environment } from '../../environment.ts';

/** The promotion is over, and no debug mode passes the lock (PHASE-11, PHASE-12). */
export function isReceiptLocked(): boolean {
  const { phase, debug } = environment();
  return phase() === 'over' && !debug();
}
