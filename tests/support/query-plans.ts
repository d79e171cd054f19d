import type { Database, Queries } from '../../src/gateway/db/database.ts';

/**
 * The database, and the plans of all statements that run on it from now on. In them a table is read
 * whole (`Seq Scan`) only where no index can answer: of a table as small as a test's, the planner
 * would read all rows anyway.
 */
export function watchPlans(database: Database): { database: Database; plans: string[] } {
  const plans: string[] = [];
  const watched = ({ query, ...queries }: Queries): Queries => ({
    ...queries,
    query: async (text, values) => {
      if (/^(?:select|with|update|delete)\b/.test(text.trim())) {
        await query('set local enable_seqscan = off');
        const rows = await query<Record<string, string>>(`explain ${text}`, values);
        plans.push([text, ...rows.map((row) => row['QUERY PLAN'])].join('\n'));
        await query('set local enable_seqscan = on');
      }
      return query(text, values);
    },
  });
  const transaction: Database['transaction'] = (work) =>
    database.transaction((queries) => work(watched(queries)));
  return {
    database: {
      ...database,
      transaction,
      withLock: (_, work) => transaction(work),
      query: (text, values) => transaction(({ query }) => query(text, values)),
    },
    plans,
  };
}

/** Statements, with their plans, that read all rows of one of these tables. */
export function readingWhole(plans: readonly string[], tables: readonly string[]): string[] {
  const whole = new RegExp(`Seq Scan on (?:${tables.join('|')})\\b`);
  return plans.filter((plan) => whole.test(plan));
}
