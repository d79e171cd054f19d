import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveEntry } from '../../src/gateway/ledger/log-files.ts';
import { findMilestones } from '../../src/gateway/ledger/queries.ts';
import { formatLuckyNumber } from '../../src/rules/rewards/lucky-number-format.ts';
import { verification } from '../../src/rules/verification/check-promotion.ts';
import type { Check } from '../../src/rules/verification/check-result.ts';
import { openFiles, type PublishedFiles, publishedFiles } from '../support/finished-promotion.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { signUpWithAllFields } from '../support/gateway-actions.ts';
import { receiptBody } from '../support/receipt-body.ts';
import { verifierProgram } from '../support/verifier-script.ts';

let program: Awaited<ReturnType<typeof verifierProgram>>;
let site: TestGateway;
let ana: TestConsumer;

beforeAll(async () => {
  program = await verifierProgram();
  site = await openGateway({ variant: 'all' });
  ana = await signUpWithAllFields(site);
});
afterAll(async () => {
  await site.close();
  await program.remove();
});

/** What the verifier says to evidence about these files. */
async function evidenceCheck(
  files: PublishedFiles,
  text: string,
  now = site.clock.now,
): Promise<Check | undefined> {
  const checks: Check[] = [];
  for await (const check of program.verify(openFiles(files), [{ name: 'ana.txt', text }], now)) {
    checks.push(check);
  }
  return checks.find(({ name }) => name === 'Comprovantes');
}

/** When every promise is over that was given until now. */
function muchLater(): Date {
  return new Date(site.clock.now.getTime() + 11 * 60_000);
}

async function sendReceiptTwice(idempotencyKey: string) {
  const body = receiptBody(ana, site.clock.now, { totalAmount: 30 });
  const answer = await site.sendReceipt(ana, body, { idempotencyKey });
  const again = await site.sendReceipt(ana, body, { idempotencyKey });
  expect(again.text).toBe(answer.text);
  return answer.body;
}

test('a receipt gets a signed promise of its entries, and a replay the same one', async () => {
  const { promise = '' } = await sendReceiptTwice('first');
  expect(promise).toMatch(
    /^127\.0\.0\.1:\d+\/promocao\/19\/promise\n2\n\S+Z\n(\S{44}\n){2}\n— 127\.0\.0\.1:\d+\/promocao\/19 \S+\n$/,
  );
  const files = await publishedFiles(site);
  expect(await evidenceCheck(files, promise ?? '')).toEqual({
    subject: 'evidence',
    name: 'Comprovantes',
    verdict: 'right',
    sentence: 'O registro é o mesmo do comprovante guardado.',
  });
  const changed = promise?.replace(/\n2\n/, '\n3\n') ?? '';
  expect(await evidenceCheck(files, changed)).toMatchObject({
    sentence: 'ana.txt não foi assinado pela chave que o registro publica.',
  });
});

test('a note exposes a ledger that was swapped as a whole', async () => {
  const { promise } = await sendReceiptTwice('second');
  const { checkpoint } = JSON.parse(String((await publishedFiles(site))['summary.json']));
  const other = await openGateway({ variant: 'all' });
  const exchanged = await publishedFiles(other);
  await other.close();
  expect(await evidenceCheck(exchanged, promise ?? '')).toMatchObject({
    verdict: 'wrong',
    sentence: 'ana.txt não foi assinado pela chave que o registro publica.',
  });
  expect(await evidenceCheck(exchanged, checkpoint)).toMatchObject({
    verdict: 'wrong',
    sentence: 'ana.txt não foi assinado pela chave que o registro publica.',
  });
});

test('a number is looked up in the ledger, in one sentence', async () => {
  const own = async (number: string) => {
    const files = await publishedFiles(site);
    const summary = JSON.parse(String(files['summary.json']));
    for await (const step of verification(summary, openFiles(files), { number })) {
      if (step.step === 'checked' && step.check.name === 'Seu número') return step.check;
    }
    return null;
  };
  const { engineOrders } = await sendReceiptTwice('fourth');
  const [luckyNumber] = engineOrders.flatMap(({ details }) => details?.luckyNumbers ?? []);
  const number = formatLuckyNumber({
    series: luckyNumber?.series ?? '',
    number: luckyNumber?.generatedNumber ?? '',
  });
  expect(await own(number)).toMatchObject({
    verdict: 'right',
    sentence: expect.stringMatching(
      `^O número ${number} está no registro assinado \\(linha \\d+\\) e vale no sorteio.$`,
    ),
  });
  expect(await own('9.99999')).toMatchObject({
    verdict: 'wrong',
    sentence: 'O registro não tem o número 9.99999.',
  });
});

test('a promise is listed until it is due, and then shows that it was broken', async () => {
  const files = await publishedFiles(site);
  const { promise } = await sendReceiptTwice('fifth');
  expect(await evidenceCheck(files, promise ?? '')).toMatchObject({
    verdict: 'later',
    sentence: expect.stringMatching(/^Uma nota sua entra no registro até .*: confira de novo\.$/),
  });
  expect(await evidenceCheck(files, promise ?? '', muchLater())).toMatchObject({
    verdict: 'wrong',
    sentence: 'O registro não tem o lançamento do comprovante ana.txt: o registro foi trocado.',
  });
});

test('a tree rebuilt with other owners contradicts all evidence', async () => {
  const { promise } = await sendReceiptTwice('third');
  const { database, storage } = site.gateway;
  const { checkpoint } = JSON.parse(String((await publishedFiles(site))['summary.json']));
  const [row] = await findMilestones(database, 19);
  const log = { database, storage, campaignId: 19 };
  const { proof } = await proveEntry(log, row ?? { position: 0, entry: '' });
  for (const kept of [promise, checkpoint, proof]) {
    expect(await evidenceCheck(await publishedFiles(site), kept)).toMatchObject({
      verdict: 'right',
    });
  }
  await database.query(
    `update ledger_entries set entry = regexp_replace(entry, '"owner":"........', '"owner":"00000000')`,
  );
  await database.query(`update log_heads set size = 0, open_tiles = '{}'`);
  const exchanged = await publishedFiles(site);
  expect(await evidenceCheck(exchanged, promise ?? '', muchLater())).toMatchObject({
    verdict: 'wrong',
    sentence: 'O registro não tem o lançamento do comprovante ana.txt: o registro foi trocado.',
  });
  for (const kept of [checkpoint, proof]) {
    expect(await evidenceCheck(exchanged, kept)).toMatchObject({
      verdict: 'wrong',
      sentence: expect.stringMatching(
        /^Os primeiros \d+ lançamentos não são os do comprovante ana\.txt: o registro foi trocado\.$/,
      ),
    });
  }
});

test('text that is no note is no evidence', async () => {
  const other = await openGateway({ variant: 'all' });
  const files = await publishedFiles(other);
  await other.close();
  expect(await evidenceCheck(files, 'nada')).toMatchObject({
    verdict: 'wrong',
    sentence: 'ana.txt não é um comprovante.',
  });
});
