import { budgetOf, ownBudgets } from './tests/bench/budgets.ts';
import { shippedFiles } from './tests/bench/shipped-files.ts';

export default shippedFiles().flatMap(({ name, files }) => {
  const budget = budgetOf({ area: 'Bytes', name }, ownBudgets);
  return budget && files.length > 0 ? [{ name, path: files, limit: `${budget.limit} B` }] : [];
});
