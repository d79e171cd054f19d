import { afterAll, expect, test } from 'vitest';
import { getTransparencyEndpoint } from '../../src/contract/transparency.ts';
import { findLogFolder } from '../../src/gateway/ledger/log-files.ts';
import { emptyChain, headAfter, readLedgerEntry } from '../../src/rules/log/ledger-entry-types.ts';
import { verification } from '../../src/rules/verification/check-promotion.ts';
import type { Check } from '../../src/rules/verification/check-result.ts';
import { changeCampaign, changeCommitments } from '../support/changed-campaign.ts';
import { drawToday, passTheEnd } from '../support/draws.ts';
import { openFiles, publishedFiles } from '../support/finished-promotion.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { sendFullReceipt, signUpWithAllFields } from '../support/gateway-actions.ts';

const site = await openGateway({ variant: 'all' });
const { database } = site.gateway;
afterAll(() => site.close());

/** Leaves the rows of a ledger that was a chain, as the tables of the tree have them. */
async function turnBack() {
  const folder = await findLogFolder(database, 19);
  const [opening] = await site.query<{ entry: string }>(
    'select entry from ledger_entries where position = 0',
  );
  const opened = readLedgerEntry(opening?.entry ?? '');
  const log = opened?.type === 'LOG_OPENED' ? opened.log : '';
  const [first] = await site.query<{ entry: string }>(
    'select entry from ledger_entries where position = 1',
  );
  const commitments = JSON.stringify({ ...JSON.parse(first?.entry ?? ''), log });
  await site.query('update ledger_entries set entry = $1 where position = 1', [commitments]);
  await site.query('delete from ledger_entries where position = 0');
  let head = emptyChain;
  for (const { entry } of await site.query<{ entry: string }>(
    'select entry from ledger_entries order by position',
  )) {
    head = headAfter(head, entry);
  }
  await site.query('update ledgers set chain_position = $1, chain_hash = $2', [
    head.position,
    head.hash,
  ]);
  await site.query("update log_heads set size = 0, open_tiles = '{}', checkpoint = ''");
  await site.gateway.storage.remove(`${folder}/checkpoint`);
  return head;
}

async function checksOf(text: string): Promise<Check[]> {
  const files = await publishedFiles(site);
  const summary = JSON.parse(String(files['summary.json']));
  const evidence = [{ name: 'antigo.txt', text }];
  const checks: Check[] = [];
  for await (const step of verification(summary, openFiles(files), { evidence })) {
    if (step.step === 'checked') checks.push(step.check);
  }
  return checks;
}

test('a promotion that began with a chain goes on as a tree that says where the chain ended', async () => {
  const ana = await signUpWithAllFields(site);
  await sendFullReceipt(site, ana);
  await site.publishLog();
  const chain = await turnBack();
  const started = await openGateway({ variant: 'all', database });
  const { body } = await started.call(getTransparencyEndpoint);
  expect(body.checkpoint.split('\n')[1]).toBe(String(chain.position + 1));
  await sendFullReceipt(site, ana);
  const [opening] = await site.query<{ entry: string }>(
    'select entry from ledger_entries where position = 0',
  );
  expect(readLedgerEntry(opening?.entry ?? '')).toMatchObject({ type: 'LOG_OPENED', chain });
  const line = `{"position":${chain.position},"hash":"${chain.hash}","entry":{}}\n`;
  const checks = await checksOf(line);
  expect(checks.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  expect(checks[1]).toMatchObject({ name: 'Comprovantes', verdict: 'right' });
  const other = line.replace(chain.hash, 'f'.repeat(64));
  expect((await checksOf(other))[1]).toMatchObject({
    sentence: `O lançamento ${chain.position} não é o do comprovante antigo.txt: o registro foi trocado.`,
  });
  // A second start leaves it as it is.
  const again = await openGateway({ variant: 'all', database });
  expect(
    await site.query<{ entry: string }>('select entry from ledger_entries where position = 0'),
  ).toEqual([opening]);
  await again.close();
});

/** Two prizes in the draw, of which a person may win one. */
async function twoPrizesOneEach(site: TestGateway): Promise<void> {
  const prizes = [904, 901].map((campaignPrizeId, index) => ({
    id: index + 1,
    campaignPrizeId,
    points: 0,
    description: '',
  }));
  await changeCampaign(site, (campaign) => ({
    ...campaign,
    engines: campaign.engines.map((engine) =>
      engine.type === 'DRAW'
        ? { ...engine, details: { ...engine.details, maxRewardsByConsumer: 1, prizes } }
        : engine,
    ),
  }));
  await site.gateway.database.transaction((queries) =>
    changeCommitments(queries, ({ draws, ...rest }) => ({
      ...rest,
      draws: draws.map(({ rules, ...draw }) => ({
        ...draw,
        ...(rules ? { rules: { ...rules, prizes: [904, 901], maxRewardsByConsumer: 1 } } : {}),
      })),
    })),
  );
}

test('a ledger that named pseudonyms continues with owners, and its draw tells people apart in both', async () => {
  const old = await openGateway({ variant: 'all' });
  const { database: tables } = old.gateway;
  await twoPrizesOneEach(old);
  const [ana, bia] = [await signUpWithAllFields(old), await signUpWithAllFields(old)];
  for (const who of [ana, ana, bia]) await sendFullReceipt(old, who);
  await tables.query(
    `update ledger_entries set entry = regexp_replace(entry, '"owner":"\\w+"', '"consumer":"' || pseudonym || '"')
     from receipts join consumers on consumers.id = consumer_id
     where ledger_entries.type = 'NUMBERS_ISSUED' and receipts.id = (entry::jsonb -> 'receipt')::bigint`,
  );
  const site = await openGateway({ variant: 'all', database: tables });
  for (const who of [ana, bia, ana]) await sendFullReceipt(site, who);
  passTheEnd(site);
  await site.operate('close');
  expect((await drawToday(site)).exitCode).toBe(0);
  const files = await publishedFiles(site);
  const checks: Check[] = [];
  for await (const step of verification(
    JSON.parse(String(files['summary.json'])),
    openFiles(files),
  )) {
    if (step.step === 'checked') checks.push(step.check);
  }
  expect(checks.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  const [{ winners, people }] = JSON.parse(String(files['summary.json'])).results;
  expect(winners).toHaveLength(2);
  expect(Object.keys(people).length).toBeLessThanOrEqual(3);
  await old.close();
});
