import type { AutocommitQueries, Database, Queries } from '../../../src/gateway/db/database.ts';

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
  // Receipts that share it also share its statements, so each transaction gets the same one.
  let shared: AutocommitQueries | undefined;
  const notingAutocommit = ({ query }: AutocommitQueries): AutocommitQueries => {
    shared ??= {
      query: (text, values) => {
        noted?.unshift({ text, values: values ?? [] });
        return query(text, values);
      },
    };
    return shared;
  };
  const noting = ({ autocommit, query, ...surroundings }: Queries): Queries => ({
    ...surroundings,
    ...(autocommit && { autocommit: notingAutocommit(autocommit) }),
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
