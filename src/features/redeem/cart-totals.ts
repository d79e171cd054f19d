import type { CheckoutRule } from '../../contract/engines.ts';
import {
  brokenMultiples,
  type RedemptionRefusal,
  redemptionRefusal,
  type Selection,
  selectedPoints,
} from '../../rules/redeem.ts';
import type { OpenCatalogue } from './prize-catalogue.store.ts';

/** What the footer of the page says of a selection; points. */
export interface CartTotals {
  selected: number;
  /** REDEEM-10. */
  available: number;
  hasBalance: boolean;
  /** The categories whose rule the selection breaks, a banner each. */
  broken: readonly { category: string; multiple: number }[];
  /** Why nothing can be redeemed; null when Resgatar is enabled (REDEEM-11, REDEEM-12). */
  refusal: RedemptionRefusal | null;
  /** This selection was sent, and nobody knows what came of it. */
  unanswered: boolean;
}

/** @param unanswered such a selection may be sent again whatever it looks like from here. */
export function cartTotals(
  { prizes, wallet }: OpenCatalogue,
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
