import {
  integer,
  is,
  literal,
  min,
  nullable,
  number,
  object,
  optional,
  record,
  string,
} from 'superstruct';
import { draftOf } from '../../client/storage.ts';
import type { CheckoutRule } from '../../contract/engines.ts';
import { environment } from '../../environment.ts';
import {
  type BrokenMultiple,
  brokenMultiples,
  type RedemptionBlocker,
  redemptionBlocker,
  type Selection,
  selectedPoints,
  selectedQuantity,
} from '../../rules/rewards/redeem.ts';
import type { Catalogue, CataloguePrize } from './prize-catalogue.store.ts';

export interface Cart {
  readonly selection: Selection;
  /** Sending again with this key redeems only once, even after a reload. */
  readonly key: string | null;
  readonly keyMadeAt?: number | undefined;
}

const SavedCart = object({
  version: literal(1),
  selection: record(string(), min(integer(), 0)),
  key: nullable(string()),
  keyMadeAt: optional(number()),
});

export const emptyCart: Cart = { selection: {}, key: null };

const draft = draftOf('resgate');

/** The gateway forgets a key after 48 hours. */
const keyLifetimeMs = 47 * 3_600_000;

/** Empty if it may have been redeemed so long ago that sending it again would redeem it twice. */
export function readCart(): Cart {
  try {
    const saved: unknown = JSON.parse(draft.get() ?? '');
    return is(saved, SavedCart) && !isOutdated(saved) ? saved : emptyCart;
  } catch {
    return emptyCart;
  }
}

function isOutdated({ key, keyMadeAt }: Cart): boolean {
  const age = environment().now().getTime() - (keyMadeAt ?? 0);
  return key !== null && age >= keyLifetimeMs;
}

export function storeCart(cart: Cart): void {
  draft.set(JSON.stringify({ version: 1, ...cart }));
}

export interface ChosenPrize extends CataloguePrize {
  quantity: number;
}

export function chosenPrizes(
  prizes: readonly CataloguePrize[],
  selection: Selection,
): ChosenPrize[] {
  return prizes
    .map((prize) => ({ ...prize, quantity: selectedQuantity(prize, selection) }))
    .filter(({ quantity }) => quantity > 0);
}

export interface CartTotals {
  chosen: readonly ChosenPrize[];
  selected: number;
  available: number;
  hasBalance: boolean;
  isSoldOut: boolean;
  broken: readonly BrokenMultiple[];
  blocker: RedemptionBlocker | null;
  isUnanswered: boolean;
}

/** @param isUnanswered a cart that may be sent again even if stock or balance no longer allow it */
export function cartTotals(
  { prizes, wallet }: Catalogue,
  selection: Selection,
  { rules, isUnanswered }: { rules: readonly CheckoutRule[]; isUnanswered: boolean },
): CartTotals {
  const selected = selectedPoints(prizes, selection);
  const remaining = wallet.balance - selected;
  return {
    chosen: chosenPrizes(prizes, selection),
    selected,
    available: isUnanswered ? Math.max(remaining, 0) : remaining,
    hasBalance: wallet.balance !== 0,
    isSoldOut: prizes.every(({ stock }) => stock <= 0),
    broken: brokenMultiples(prizes, selection, rules),
    blocker: isUnanswered ? null : redemptionBlocker(prizes, selection, { rules, wallet }),
    isUnanswered,
  };
}
