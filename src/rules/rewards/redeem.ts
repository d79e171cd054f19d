type Id = number | string;

export interface RedeemPrize {
  id: Id;
  points: number;
  description: string;
  stock: number;
  category?: { id: Id; name: string } | null | undefined;
}

export type Selection = Readonly<Record<string, number>>;

/** Prizes of the category `referenceValue` are redeemed in multiples of `value`. */
export interface CategoryRule {
  type: string;
  referenceValue: Id;
  value: number;
}

export interface PointsAccount {
  balance: number;
  status: string;
}

export type RedemptionBlocker =
  | 'NOTHING_SELECTED'
  | 'INVALID_QUANTITY'
  | 'OUT_OF_STOCK'
  | 'INSUFFICIENT_BALANCE'
  | 'WALLET_INACTIVE'
  | 'CATEGORY_MULTIPLE';

export function sortPrizes<T extends Pick<RedeemPrize, 'points' | 'description'>>(
  prizes: readonly T[],
): T[] {
  const alphabet = new Intl.Collator('pt-BR', { sensitivity: 'base' });
  return [...prizes].sort(
    (a, b) => a.points - b.points || alphabet.compare(a.description, b.description),
  );
}

export function selectedQuantity(prize: RedeemPrize, selection: Selection): number {
  return selection[String(prize.id)] ?? 0;
}

export function selectedPoints(prizes: readonly RedeemPrize[], selection: Selection): number {
  return prizes.reduce((sum, prize) => sum + selectedQuantity(prize, selection) * prize.points, 0);
}

export function canDecrease(prize: RedeemPrize, selection: Selection): boolean {
  return prize.stock > 0 && selectedQuantity(prize, selection) > 0;
}

/** `remaining` is the balance minus the selected points. */
export function canIncrease(prize: RedeemPrize, selection: Selection, remaining: number): boolean {
  return selectedQuantity(prize, selection) < prize.stock && remaining >= prize.points;
}

/** Reduced to what stock and balance still allow, cheapest prizes first. */
export function selectionWithinReach(
  prizes: readonly RedeemPrize[],
  selection: Selection,
  balance: number,
): Selection {
  let remaining = balance;
  const validItems: Record<string, number> = {};
  for (const prize of sortPrizes(prizes)) {
    const affordable = prize.points > 0 ? Math.floor(remaining / prize.points) : Infinity;
    const quantity = Math.min(selectedQuantity(prize, selection), prize.stock, affordable);
    if (quantity <= 0) continue;
    validItems[prize.id] = quantity;
    remaining -= quantity * prize.points;
  }
  return validItems;
}

/** A category whose selected prizes are no multiple of `multiple`; `missing` more complete one. */
export interface BrokenMultiple {
  categoryId: Id;
  category: string;
  multiple: number;
  missing: number;
}

export function brokenMultiples(
  prizes: readonly RedeemPrize[],
  selection: Selection,
  rules: readonly CategoryRule[],
): BrokenMultiple[] {
  return rules.filter(isMultiple).flatMap((rule) => {
    const categoryPrizes = prizes.filter((prize) => isAbout(rule, prize));
    const total = categoryPrizes.reduce(
      (sum, prize) => sum + selectedQuantity(prize, selection),
      0,
    );
    const category = categoryPrizes[0]?.category?.name ?? String(rule.referenceValue);
    const remainder = total % rule.value;
    if (remainder === 0) return [];
    const { referenceValue: categoryId, value: multiple } = rule;
    return [{ categoryId, category, multiple, missing: multiple - remainder }];
  });
}

/** How many of its category must be redeemed together; null without such a rule. */
export function multipleOf(prize: RedeemPrize, rules: readonly CategoryRule[]): number | null {
  const rule = multipleRuleOf(prize, rules);
  return rule && rule.value > 1 ? rule.value : null;
}

function multipleRuleOf(prize: RedeemPrize, rules: readonly CategoryRule[]) {
  return rules.find((rule) => isMultiple(rule) && isAbout(rule, prize));
}

/** What one more of `prize` takes at least: the cheapest in stock complete its category's multiple. */
export function leastPoints(
  prize: RedeemPrize,
  prizes: readonly RedeemPrize[],
  { selection, rules }: { selection: Selection; rules: readonly CategoryRule[] },
): number {
  const chosen = { ...selection, [prize.id]: selectedQuantity(prize, selection) + 1 };
  const rule = multipleRuleOf(prize, rules);
  if (!rule) return prize.points;
  let missing = brokenMultiples(prizes, chosen, [rule])[0]?.missing ?? 0;
  let points = prize.points;
  for (const other of sortPrizes(prizes.filter((other) => isAbout(rule, other)))) {
    const left = Math.max(other.stock - selectedQuantity(other, chosen), 0);
    const added = Math.min(missing, left);
    points += added * other.points;
    missing -= added;
  }
  return points;
}

function isMultiple({ type }: CategoryRule): boolean {
  return type === 'MULTIPLE_ITEMS_PER_CATEGORY';
}

function isAbout({ referenceValue }: CategoryRule, { category }: RedeemPrize): boolean {
  return category != null && String(category.id) === String(referenceValue);
}

export function beyondStock<P extends RedeemPrize>(
  prizes: readonly P[],
  selection: Selection,
): P[] {
  return prizes.filter((prize) => selectedQuantity(prize, selection) > Math.max(prize.stock, 0));
}

/** Null when it may be redeemed. The caller refuses ids of unknown prizes. */
export function redemptionBlocker(
  prizes: readonly RedeemPrize[],
  selection: Selection,
  { rules, wallet }: { rules: readonly CategoryRule[]; wallet: PointsAccount },
): RedemptionBlocker | null {
  const quantities = Object.values(selection);
  if (quantities.some((quantity) => !Number.isInteger(quantity) || quantity < 0)) {
    return 'INVALID_QUANTITY';
  }
  if (wallet.status !== 'ACTIVE') return 'WALLET_INACTIVE';
  if (wallet.balance <= 0) return 'INSUFFICIENT_BALANCE';
  if (!quantities.some((quantity) => quantity > 0)) return 'NOTHING_SELECTED';
  if (selectedPoints(prizes, selection) > wallet.balance) return 'INSUFFICIENT_BALANCE';
  if (beyondStock(prizes, selection).length > 0) return 'OUT_OF_STOCK';
  return brokenMultiples(prizes, selection, rules).length > 0 ? 'CATEGORY_MULTIPLE' : null;
}

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

/** The store reports ERROR itself, and nothing follows it. */
const moves: Readonly<Record<RedemptionStatus, readonly RedemptionStatus[]>> = {
  NEW_ORDER: ['REQUESTED', 'CANCELED'],
  REQUESTED: ['CONFIRMED', 'CANCELED'],
  CONFIRMED: ['BILLED', 'CANCELED'],
  BILLED: ['SHIPPED', 'AWAITING_WITHDRAW', 'CANCELED'],
  SHIPPED: ['COMPLETED'],
  AWAITING_WITHDRAW: ['COMPLETED'],
  // Only where it was recorded by mistake.
  COMPLETED: ['SHIPPED'],
  CANCELED: [],
  ERROR: [],
};

export const redemptionStatuses = Object.keys(moves) as readonly RedemptionStatus[];

export const endedRedemptions: readonly RedemptionStatus[] = ['COMPLETED', 'CANCELED', 'ERROR'];

export function canMoveRedemption(from: RedemptionStatus, to: RedemptionStatus): boolean {
  return moves[from].includes(to);
}

/** The stages of an order until it arrives, each with the store's statuses. */
const stageStatuses = {
  ordered: ['NEW_ORDER', 'REQUESTED'],
  prepared: ['CONFIRMED', 'BILLED'],
  shipped: ['SHIPPED', 'AWAITING_WITHDRAW'],
  delivered: ['COMPLETED'],
} as const satisfies Record<string, readonly RedemptionStatus[]>;

export const statusesBeforeShipment: readonly RedemptionStatus[] = [
  ...stageStatuses.ordered,
  ...stageStatuses.prepared,
];

export type RedemptionStage = keyof typeof stageStatuses;

export const redemptionStages = Object.keys(stageStatuses) as readonly RedemptionStage[];

/** How many stages an order has reached; null when it is cancelled or its status is unknown. */
export function stagesReached(status: string | null | undefined): number | null {
  const index = Object.values<readonly string[]>(stageStatuses).findIndex((statuses) =>
    statuses.includes(status ?? ''),
  );
  return index < 0 ? null : index + 1;
}
