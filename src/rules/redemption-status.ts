/** The life of a redeemed order at the store that delivers it. */
export type RedemptionStatus =
  | 'NEW_ORDER'
  | 'REQUESTED'
  | 'CONFIRMED'
  | 'BILLED'
  | 'SHIPPED'
  | 'AWAITING_WITHDRAW'
  | 'COMPLETED'
  | 'CANCELED'
  | 'ERROR';

/** ENT-19; an order that failed (ERROR) is told by the store and goes nowhere from there. */
const moves: Readonly<Record<RedemptionStatus, readonly RedemptionStatus[]>> = {
  NEW_ORDER: ['REQUESTED', 'CANCELED'],
  REQUESTED: ['CONFIRMED', 'CANCELED'],
  CONFIRMED: ['BILLED', 'CANCELED'],
  BILLED: ['SHIPPED', 'AWAITING_WITHDRAW', 'CANCELED'],
  SHIPPED: ['COMPLETED'],
  AWAITING_WITHDRAW: ['COMPLETED'],
  COMPLETED: [],
  CANCELED: [],
  ERROR: [],
};

/** ENT-19: any move that is not listed is refused. */
export function canMoveRedemption(from: RedemptionStatus, to: RedemptionStatus): boolean {
  return moves[from].includes(to);
}
