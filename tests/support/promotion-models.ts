import type { Model } from './linearizable.ts';

/** What moves or shows a wallet; amounts in centavos, or in points. */
export type WalletDone =
  | { did: 'credit' | 'reverse' | 'give back' | 'spend' | 'withdraw' | 'read'; amount: number }
  /** There was nothing to withdraw. */
  | { did: 'withdraw nothing' }
  /** There was too little for that much. */
  | { did: 'spend too much'; amount: number };

/** The balance is what came in less what went out; only a reversal can make it negative. */
export const walletModel: Model<number, WalletDone> = {
  start: 0,
  apply(balance, done) {
    switch (done.did) {
      case 'credit':
      case 'give back':
        return balance + done.amount;
      case 'reverse':
        return balance - done.amount;
      case 'spend':
        return balance >= done.amount ? balance - done.amount : null;
      case 'spend too much':
        return balance < done.amount ? balance : null;
      case 'withdraw':
        return balance > 0 && balance === done.amount ? 0 : null;
      case 'withdraw nothing':
        return balance <= 0 ? balance : null;
      case 'read':
        return balance === done.amount ? balance : null;
      default:
        return done satisfies never;
    }
  },
};

/** Places in a draw's sequence that one receipt got. */
export interface Issued {
  first: number;
  quantity: number;
}

/** Numbers are given out in one row from that place on. */
export function sequenceModel(start: number): Model<number, Issued> {
  return { start, apply: (next, { first, quantity }) => (next === first ? next + quantity : null) };
}
