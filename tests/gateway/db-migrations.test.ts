import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { assertUpToDate, migrate, WrongVersion } from '../../src/gateway/db/open.ts';
import { openPglite } from '../../src/gateway/db/pglite.ts';
import { testKeyring } from '../support/database.ts';
import { emptyDatabase } from '../support/empty-database.ts';

const folder = new URL('../../src/gateway/db/migrations/', import.meta.url);
const scripts = (await readdir(folder)).sort();
const baseline = scripts.filter((name) => name < '0042');

/** Some of the scripts that changed tables step by step before there was a baseline. */
const steps = ['0001-promotion.sql', '0013-draw-rules.sql', '0040-phones-and-expired-counters.sql'];
const lastStep = '0041-questions-by-office.sql';

const database = await openPglite('memory://', testKeyring(), { copyOf: await emptyDatabase() });
const made = await recorded();
beforeEach(() => record(made));
afterAll(() => database.close());

async function recorded(): Promise<string[]> {
  const rows = await database.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** All that the tables consist of. */
function shape(): Promise<{ part: string }[]> {
  return database.query(
    `select concat_ws(' ', attrelid::regclass, attname, attnum, atttypid) as part
     from pg_attribute where attrelid in (
       select oid from pg_class where relnamespace = 'public'::regnamespace
     )
     union all select pg_get_constraintdef(oid) from pg_constraint
     order by part`,
  );
}

async function record(names: readonly string[]): Promise<void> {
  await database.query('delete from migrations');
  await database.query('insert into migrations (name) select unnest($1::text[])', [names]);
}

const afterBaseline = scripts.filter((name) => !baseline.includes(name));
const recordSteps = (names: readonly string[]) => record([...names, ...afterBaseline]);

test('a new database records every script, and a second start finds nothing to do', async () => {
  expect(made).toEqual(scripts);
  const before = await shape();
  await migrate(database);
  await assertUpToDate(database);
  expect(await recorded()).toEqual(scripts);
  expect(await shape()).toEqual(before);
});

test('a database that was brought to the tables of the baseline step by step is up to date, and keeps its record', async () => {
  await recordSteps([...steps, lastStep]);
  const [names, before] = [await recorded(), await shape()];
  await assertUpToDate(database);
  await migrate(database);
  expect(await recorded()).toEqual(names);
  expect(await shape()).toEqual(before);
});

test('a database that was not brought that far is refused with what to do, and left as it is', async () => {
  await recordSteps(steps);
  for (const open of [migrate, assertUpToDate]) {
    const opening = open(database);
    await expect(opening).rejects.toBeInstanceOf(WrongVersion);
    await expect(opening).rejects.toThrow(
      'too old for this version, since it has not run 0041-questions-by-office.sql: start once a gateway of a version that has this file',
    );
  }
  expect(await recorded()).toEqual([...steps, ...afterBaseline]);
});

test('a script that only a newer version has is refused, however the database got its first tables', async () => {
  const newer = '9999-of-tomorrow.sql';
  for (const names of [made, [...steps, lastStep, ...afterBaseline]]) {
    await record([...names, newer]);
    for (const open of [migrate, assertUpToDate]) {
      await expect(open(database)).rejects.toThrow(`of a newer version, which has run ${newer} on`);
    }
  }
});

test('the baseline still says what released databases have', async () => {
  const texts = await Promise.all(baseline.map((name) => readFile(new URL(name, folder), 'utf8')));
  const withoutComments = texts.join('\n').replaceAll(/--.*$/gm, '');
  const statements = withoutComments.replaceAll(/\s+/g, ' ').trim();
  const advice = 'Leave the baseline as it is, and change tables by a script with the next number.';
  expect(hash('sha256', statements, 'hex'), advice).toBe(
    '93d109831bc3215f9804856e930c0bdbf1dcc0d79c92e75d7e0e2f593b43b1f0',
  );
});
