import { boolean, create, number, object, optional, record, string } from 'superstruct';
import budgets from './budgets.json' with { type: 'json' };
import type { Figure } from './figure.ts';

/** What a figure is to be, and may be at most; at least, where the limit is below the budget. */
export interface Budget {
  readonly budget: number;
  readonly limit: number;
  /** What others have, in words: `Typeform 12.2 KB`. */
  readonly peer?: string;
  /** A count that is the same on every machine, and fails the bench as bytes do. */
  readonly exact?: boolean;
}

/** Budgets by the name of their figure, `area: name`, in which `*` is any text. */
export type Budgets = Readonly<Record<string, Budget>>;

const BudgetEntry = object({
  budget: number(),
  limit: number(),
  peer: optional(string()),
  exact: optional(boolean()),
});

/** The budgets in `budgets.json`. @throws StructError for an entry that is none. */
export const ownBudgets = create(budgets, record(string(), BudgetEntry)) as Budgets;

/** The budget of a figure's own name, else the one with most of it: the longest with a `*`. */
export function budgetOf(
  { area, name }: Pick<Figure, 'area' | 'name'>,
  budgets: Budgets,
): Budget | null {
  const fullName = `${area}: ${name}`;
  const [nearest] = Object.keys(budgets)
    .filter((pattern) => fits(fullName, pattern))
    .sort((a, b) => b.length - a.length);
  return budgets[fullName] ?? budgets[nearest ?? ''] ?? null;
}

function fits(name: string, pattern: string): boolean {
  const texts = pattern.split('*').map((text) => text.replace(/[^\w\s]/g, '\\$&'));
  return new RegExp(`^${texts.join('.*')}$`).test(name);
}

/** Whether a value is beyond a bound of its budget. */
export function isBeyond(value: number, bound: 'budget' | 'limit', budget: Budget): boolean {
  const moreIsBetter = budget.limit < budget.budget;
  return moreIsBetter ? value < budget[bound] : value > budget[bound];
}

/** The figures that fail the bench: bytes and exact counts beyond their limits. Times never do. */
export function brokenLimits(figures: readonly Figure[], budgets: Budgets): Figure[] {
  return figures.filter((figure) => {
    const budget = budgetOf(figure, budgets);
    const counts = figure.unit === 'B' || budget?.exact;
    return budget && counts && isBeyond(figure.value, 'limit', budget);
  });
}
