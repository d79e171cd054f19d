import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReceipt } from '../../src/contract/receipts.ts';
import { emptyLedger, headAfter } from '../../src/rules/ledger.ts';
import { formatLuckyNumber } from '../../src/rules/lucky-number-format.ts';
import { linesOf } from '../../src/rules/text.ts';
import { type Check, verification } from '../../src/rules/verification/checks.ts';
import { type PublishedFiles, publishedFiles } from '../support/finished-promotion.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { signUpTalkative } from '../support/participant.ts';
import { receiptBody } from '../support/receipt-body.ts';
import { verifierProgram } from '../support/verifier-script.ts';

let program: Awaited<ReturnType<typeof verifierProgram>>;
let site: TestGateway;
let ana: TestConsumer;

beforeAll(async () => {
  program = await verifierProgram();
  site = await openGateway({ variant: 'all', settings: { rateLimited: false } });
  ana = await signUpTalkative(site);
});
afterAll(async () => {
  await site.close();
  await program.remove();
});

const names = { ledger: 'ledger.jsonl', numbers: 'numbers.csv', schedule: 'schedule.csv' } as const;

/** What the verifier says to evidence about these files. */
async function evidenceCheck(files: PublishedFiles, text: string): Promise<Check | undefined> {
  const publication = {
    summary: async () => files['summary.json'].toString(),
    lines: async (name: keyof typeof names) => linesOf(pieces(files[names[name]])),
  };
  const checks: Check[] = [];
  for await (const check of program.verify(publication, [{ name: 'ana.txt', text }])) {
    checks.push(check);
  }
  return checks.find(({ name }) => name === 'Comprovantes');
}

async function* pieces(bytes: Buffer): AsyncGenerator<string, void> {
  yield bytes.toString();
}

async function send(idempotencyKey: string) {
  const body = receiptBody(ana, site.clock.now, { totalAmount: 30 });
  const answer = await site.call(createReceipt, { body, token: ana.token, idempotencyKey });
  const again = await site.call(createReceipt, { body, token: ana.token, idempotencyKey });
  expect(again.text).toBe(answer.text);
  return answer.body;
}

test('a receipt brings a signed note about its entry, and a replay the same one', async () => {
  const { promise = '' } = await send('first');
  expect(promise).toMatch(
    /^127\.0\.0\.1:\d+\/promocao\/19\/promise\n3\n[0-9a-f]{64}\n\n— 127\.0\.0\.1:\d+\/promocao\/19 \S+\n$/,
  );
  const files = await publishedFiles(site);
  expect(await evidenceCheck(files, promise ?? '')).toEqual({
    name: 'Comprovantes',
    verdict: 'right',
    sentence: 'O registro é o mesmo do comprovante guardado.',
  });
  const changed = promise?.replace(/\n3\n/, '\n2\n') ?? '';
  expect(await evidenceCheck(files, changed)).toMatchObject({
    sentence: 'ana.txt não foi assinado pela chave que o registro publica.',
  });
});

test('a note shows a ledger that was exchanged as a whole', async () => {
  const { promise } = await send('second');
  const [first = ''] = (await publishedFiles(site))['ledger.jsonl'].toString().split('\n');
  const other = await openGateway({ variant: 'all', settings: { rateLimited: false } });
  const exchanged = await publishedFiles(other);
  await other.close();
  expect(await evidenceCheck(exchanged, promise ?? '')).toMatchObject({
    verdict: 'wrong',
    sentence: 'ana.txt não foi assinado pela chave que o registro publica.',
  });
  expect(await evidenceCheck(exchanged, `${first}\n`)).toMatchObject({
    verdict: 'wrong',
    sentence: 'O lançamento 1 não é o do comprovante ana.txt: o registro foi trocado.',
  });
});

test('a number is looked up in the ledger, in one sentence', async () => {
  const own = async (number: string) => {
    const files = await publishedFiles(site);
    const lines = async (name: keyof typeof names) => linesOf(pieces(files[names[name]]));
    for await (const step of verification(JSON.parse(String(files['summary.json'])), lines, {
      number,
    })) {
      if (step.step === 'checked' && step.check.name === 'Seu número') return step.check;
    }
    return null;
  };
  const { engineOrders } = await send('fourth');
  const [given] = engineOrders.flatMap(({ details }) => details?.luckyNumbers ?? []);
  const number = formatLuckyNumber(given?.series ?? '', given?.generatedNumber ?? '');
  expect(await own(number)).toMatchObject({
    verdict: 'right',
    sentence: expect.stringMatching(
      `^O número ${number} foi entregue no lançamento \\d+, preso a todos os outros, e vale no sorteio.$`,
    ),
  });
  expect(await own('9.99999')).toMatchObject({
    verdict: 'wrong',
    sentence: 'O registro não tem o número 9.99999.',
  });
});

test('a chain that was computed anew with other pseudonyms does not go with the note', async () => {
  const { promise } = await send('third');
  const { database } = site.gateway;
  await database.query(
    `update ledger_entries set entry = replace(entry, '"consumer":"', '"consumer":"x')`,
  );
  const rows = await database.query<{ entry: string }>(
    'select entry from ledger_entries order by position',
  );
  let head = emptyLedger;
  for (const { entry } of rows) {
    head = headAfter(head, entry);
    const values = [head.position, head.hash];
    await database.query('update ledger_entries set hash = $2 where position = $1', values);
  }
  await database.query('update ledgers set hash = $1', [head.hash]);
  expect(await evidenceCheck(await publishedFiles(site), promise ?? '')).toMatchObject({
    verdict: 'wrong',
    sentence: expect.stringMatching(/^O lançamento \d+ não é o do comprovante ana\.txt/),
  });
});

test('a text that is no note is no evidence', async () => {
  const other = await openGateway({ variant: 'all', settings: { rateLimited: false } });
  const files = await publishedFiles(other);
  await other.close();
  expect(await evidenceCheck(files, 'nada')).toMatchObject({
    verdict: 'wrong',
    sentence: 'ana.txt não é um comprovante.',
  });
});
