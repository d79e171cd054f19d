import { type Budget, type Budgets, budgetOf, isBeyond } from './budgets.ts';
import type { Figure } from './figure.ts';

const columns = 160;
const gap = '  ';
const headings = ['', 'area', 'figure', 'value', 'budget', 'limit', 'peer', 'how'];
/** Columns of numbers, which end under each other. */
const alignedRight = new Set(['value', 'budget', 'limit']);

/** All figures as one table of text, 160 columns at most; `!` is beyond the limit, `~` the budget. */
export function figureTable(figures: readonly Figure[], budgets: Budgets): string {
  const rows = [headings, ...figures.map((figure) => cellsOf(figure, budgets))];
  const widths = headings.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const lines = rows.map((cells) => {
    const padded = cells.map((cell, column) =>
      alignedRight.has(headings[column] ?? '')
        ? cell.padStart(widths[column] ?? 0)
        : cell.padEnd(widths[column] ?? 0),
    );
    return fitted(padded.join(gap).trimEnd());
  });
  return [...lines, '! beyond the limit, ~ beyond the budget'].join('\n');
}

function cellsOf(figure: Figure, budgets: Budgets): string[] {
  const { area, name, value, unit, how } = figure;
  const budget = budgetOf(figure, budgets);
  const bounds = [budget?.budget, budget?.limit].map((bound) =>
    bound === undefined ? '' : shown(bound),
  );
  const measured = `${shown(value)} ${unit}`.trim();
  return [markOf(value, budget), area, name, measured, ...bounds, budget?.peer ?? '', how];
}

function markOf(value: number, budget: Budget | null): string {
  if (!budget) return '';
  if (isBeyond(value, 'limit', budget)) return '!';
  return isBeyond(value, 'budget', budget) ? '~' : '';
}

/** Three significant digits below a hundred, whole above. */
function shown(value: number): string {
  const digits =
    Math.abs(value) < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 };
  return value.toLocaleString('en', digits);
}

function fitted(line: string): string {
  return line.length > columns ? `${line.slice(0, columns - 1)}…` : line;
}
