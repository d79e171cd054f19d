import type { CheckoutRule } from '../../contract/engines.ts';
import {
  brokenMultiples,
  type RedemptionRefusal,
  redemptionRefusal,
  type Selection,
  selectedPoints,
} from '../../rules/redeem.ts';
import type { Catalogue } from './prize-catalogue.store.ts';

/** What the checkout bar shows, in points. */
export interface CartTotals {
  selected: number;
  available: number;
  hasBalance: boolean;
  /** Categories whose rule the selection breaks. */
  broken: readonly { category: string; multiple: number }[];
  /** Why the checkout button is disabled; null when it is enabled. */
  refusal: RedemptionRefusal | null;
  /** The selection was sent, and no response arrived. */
  unanswered: boolean;
}

/** @param unanswered the request may be repeated, even if stock or balance no longer allow it. */
export function cartTotals(
  { prizes, wallet }: Catalogue,
  selection: Selection,
  { rules, unanswered }: { rules: readonly CheckoutRule[]; unanswered: boolean },
): CartTotals {
  const selected = selectedPoints(prizes, selection);
  return {
    selected,
    available: Math.max(wallet.balance - selected, 0),
    hasBalance: wallet.balance !== 0,
    broken: brokenMultiples(prizes, selection, rules),
    refusal: unanswered ? null : redemptionRefusal(prizes, selection, { rules, wallet }),
    unanswered,
  };
}
