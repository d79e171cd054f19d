import type { Queries } from '../../src/gateway/db/database.ts';

interface Watch {
  /** Is waited for before the statement runs. */
  before?: (text: string) => unknown;
  after?: (text: string, rows: readonly unknown[]) => void;
}

/** The same queries; a test hears of each statement, and may do something just before it. */
export function watchQueries<Kind extends Pick<Queries, 'query'>>(
  queries: Kind,
  { before, after }: Watch,
): Kind {
  return {
    ...queries,
    query: async <Row>(text: string, values?: readonly unknown[]) => {
      await before?.(text);
      const rows = await queries.query<Row>(text, values);
      after?.(text, rows);
      return rows;
    },
  };
}
