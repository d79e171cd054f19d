import type { Queries } from '../database.ts';

/** @returns false when there is a secret of that name; it stays */
export async function insertSecret(
  queries: Queries,
  { name, value }: { name: string; value: string },
): Promise<boolean> {
  const rows = await queries.query(
    'insert into secrets (name, value) values ($1, $2) on conflict do nothing returning name',
    [name, value],
  );
  return rows.length === 1;
}

/** @throws Error for a secret that was never made. */
export async function findSecret(queries: Queries, name: string): Promise<string> {
  const [kept] = await queries.query<{ value: string }>(
    'select value from secrets where name = $1',
    [name],
  );
  if (!kept) throw new Error(`There is no secret ${name}`);
  return kept.value;
}

export async function getOrCreateSecret(
  queries: Queries,
  name: string,
  make: () => string,
): Promise<string> {
  const find = () =>
    queries.query<{ value: string }>('select value from secrets where name = $1', [name]);
  const [kept] = await find();
  if (kept) return kept.value;
  await insertSecret(queries, { name, value: make() });
  const [made] = await find();
  if (!made) throw new Error(`The secret ${name} was not kept`);
  return made.value;
}
