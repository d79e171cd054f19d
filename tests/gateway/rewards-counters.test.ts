import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeCounters } from '../../src/gateway/rewards/lucky-numbers.ts';
import { passTheEnd } from '../support/draws.ts';
import { openFiles, publishedFiles } from '../support/finished-promotion.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { sendFullReceipt, signUpWithAllFields } from '../support/gateway-actions.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { readLedger } from '../support/read-ledger.ts';
import { verifierProgram } from '../support/verifier-script.ts';

const wanted = { campaignId: 19, engineId: 101, quantity: 3, isProven: false };
let site: TestGateway;

beforeAll(async () => {
  const databaseUrl = await createPostgresDatabase();
  site = await openGateway({ variant: 'all', databaseUrl });
});
afterAll(() => site.close());

test('a receipt gets its positions while others that have theirs are not committed yet', async () => {
  const { database } = site.gateway;
  const firsts = await database.transaction(async (queries) => {
    const own = await takeCounters(queries, wanted);
    const others = Array.from({ length: 6 }, () =>
      database.transaction((other) => takeCounters(other, wanted)),
    );
    return [own, ...(await Promise.all(others))];
  });
  expect(firsts.toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 3, 6, 9, 12, 15, 18]);
});

test('positions of receipts that failed are declared at the close, and the verifier accepts that', async () => {
  const ana = await signUpWithAllFields(site);
  await sendFullReceipt(site, ana);
  const { database } = site.gateway;
  const lost = database.transaction(async (queries) => {
    await takeCounters(queries, wanted);
    throw new Error('broken off');
  });
  await expect(lost).rejects.toThrow('broken off');
  await sendFullReceipt(site, ana);
  passTheEnd(site);
  expect(await site.operate('close')).toMatchObject({ exitCode: 0 });
  const unused = (await readLedger(site)).filter(({ type }) => type === 'NUMBERS_UNUSED');
  expect(unused).toMatchObject([
    {
      engine: 101,
      ranges: [
        { first: 0, quantity: 21 },
        { first: 22, quantity: 3 },
      ],
    },
  ]);
  const program = await verifierProgram();
  const sentences: string[] = [];
  for await (const check of program.verify(openFiles(await publishedFiles(site)))) {
    expect(check.verdict, check.sentence).not.toBe('wrong');
    sentences.push(check.sentence);
  }
  await program.remove();
  expect(sentences.join('\n')).toContain(
    'declara que 24 posições da sequência do sorteio 101 não foram de ninguém.',
  );
});

test('the last ones go to as many receipts as there are, those of the last tenth to proven ones alone', async () => {
  const { database } = site.gateway;
  const take = (isProven: boolean) =>
    database.transaction((queries) => takeCounters(queries, { ...wanted, isProven }));
  const atOnce = async (isProven: boolean) => {
    const firsts = await Promise.all(Array.from({ length: 5 }, () => take(isProven)));
    return firsts.filter((first) => first !== null).toSorted((a, b) => a - b);
  };
  await database.query('update lucky_number_sequences set issued = 900000 - 7');
  expect(await atOnce(false)).toEqual([899_993, 899_996]);
  expect(await atOnce(true)).toEqual([899_999, 900_002, 900_005, 900_008, 900_011]);
  await database.query('update lucky_number_sequences set issued = space - 7');
  expect(await atOnce(true)).toEqual([999_993, 999_996]);
});
