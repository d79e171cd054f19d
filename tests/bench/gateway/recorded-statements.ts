import type { Database, OutsideQueries, Queries } from '../../../src/gateway/db/database.ts';

/** A statement that was run, with the values of its parameters; `begin` and `commit` among them. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** A database that notes what is asked of it, from the first call of `record` on. */
interface RecordingDatabase extends Database {
  /** Statements of some work, in their order; first those that commit by themselves. */
  record(work: () => Promise<unknown>): Promise<Statement[]>;
}

export function recording(database: Database): RecordingDatabase {
  let noted: Statement[] | null = null;
  // Receipts share what they reserve outside by its identity, so each transaction gets the same one.
  let shared: OutsideQueries | undefined;
  const notingOutside = ({ query }: OutsideQueries): OutsideQueries => {
    shared ??= {
      query: (text, values) => {
        noted?.unshift({ text, values: values ?? [] });
        return query(text, values);
      },
    };
    return shared;
  };
  const noting = ({ keyring, outside, query }: Queries): Queries => ({
    keyring,
    ...(outside && { outside: notingOutside(outside) }),
    query: (text, values) => {
      noted?.push({ text, values: values ?? [] });
      return query(text, values);
    },
  });
  return {
    ...database,
    ...noting(database),
    transaction: async (work) => {
      noted?.push({ text: 'begin', values: [] });
      const result = await database.transaction((queries) => work(noting(queries)));
      noted?.push({ text: 'commit', values: [] });
      return result;
    },
    record: async (work) => {
      const statements: Statement[] = [];
      noted = statements;
      await work();
      noted = null;
      return statements;
    },
  };
}
