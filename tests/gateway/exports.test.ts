import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawConsentEndpoint } from '../../src/contract/personal-data.ts';
import { getPointsWalletEndpoint } from '../../src/contract/wallets.ts';
import { csvText } from '../../src/gateway/cli/csv.ts';
import { Unavailable } from '../../src/gateway/failures.ts';
import { formatCpf } from '../../src/rules/people/cpf-cnpj.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import {
  enterTexts,
  redeemKits,
  sendApproved,
  sendFullReceipt,
  withdraw,
} from '../support/gateway-actions.ts';
import { operateOn } from '../support/operator.ts';

const site = await openGateway({ variant: 'all' });
afterAll(() => site.close());

let ana: TestConsumer;
let bia: TestConsumer;

beforeAll(async () => {
  await query("update instant_prizes set moment = '2999-01-01T00:00:00Z' where position > 0");
  await query('update instant_prizes set moment = $1 where position = 0', site.clock.now);
  const optIns = ['PRIVACY', 'BRAND'];
  ana = await site.signUp({ optIns });
  bia = await site.signUp({ optIns, mgmCode: ana.consumer.mgmCode ?? '' });
  await sendApproved(site, ana);
  await sendFullReceipt(site, bia);
  await withdraw(site, ana);
  await redeemKits(site, ana);
});

const csvModule = new URL('../../src/gateway/cli/csv.ts', import.meta.url).href;

const query = (text: string, ...values: unknown[]) => site.query(text, values);

/** The lines of an export, cell by cell, and its headings. */
async function exportedFile(...words: string[]) {
  const [kind = '', ...options] = words;
  const [written] = await site.operateRows('export', kind, 'saida.csv', ...options);
  const csv = await readFile(String(written?.['file']), 'utf8');
  const [headings = [], ...lines] = csv
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'));
  expect(lines).toHaveLength(Number(written?.['rows']));
  return lines.map((cells) =>
    Object.fromEntries(headings.map((name, index) => [name, cells[index]])),
  );
}

test('a spreadsheet in Portuguese reads it, and runs no cell as a formula', () => {
  const cells = [
    '=1+1',
    '+55',
    '-2',
    '@SOMA(A1)',
    '\t=1',
    '\r\n=1',
    '\u202E=1',
    'a;b "c"',
    'Ana - Bia',
    -2.5,
    null,
  ];
  const [line = ''] = csvText(['x'], [cells]).split('\r\n').slice(1);
  expect(line).toBe(`'=1+1;'+55;'-2;'@SOMA(A1);'=1;'=1;'=1;"a;b ""c""";Ana - Bia;-2,5;`);
  expect(csvText(['x'], [])).toBe('\uFEFFx\r\n');
  expect(csvText([], [[new Date('2026-11-23T02:59:59Z')]])).toContain('22/11/2026 23:59:59');
  expect(csvText([], [[{ exact: '+5541' }]])).toContain('\n+5541');
});

test('people, receipts and opt-ins are written as they are, with the filters of lists', async () => {
  const people = await exportedFile('consumers');
  expect(people).toMatchObject([
    { pessoa: String(ana.id), indicada_por: '' },
    { pessoa: String(bia.id), indicada_por: String(ana.id) },
  ]);
  expect(people[0]).toMatchObject({
    nome: ana.consumer.name,
    cpf_cnpj: formatCpf(ana.consumer.document),
    email: ana.consumer.email,
    campos: 'ADDRESS_STATE=PR',
    saldo_cashback: '0',
  });
  const { balance } = (await site.call(getPointsWalletEndpoint, { token: ana.token })).body;
  expect(people[0]?.['saldo_pontos']).toBe(String(balance));
  await query(
    'insert into cashback_entries (campaign_id, consumer_id, type, status, value_centavos, created_at) values (19, $1, $2, $3, 1250, now())',
    bia.id,
    'CREDIT',
    'SUCCESS',
  );
  expect((await exportedFile('consumers'))[1]).toMatchObject({
    saldo_cashback: '12,5',
    saldo_pontos: '0',
  });
  await query('delete from cashback_entries where consumer_id = $1', bia.id);
  const receipts = await exportedFile('receipts', '--status', 'approved,done');
  expect(receipts).toMatchObject([{ situacao: 'APPROVED', valor: '100', pessoa: String(ana.id) }]);
  expect(receipts[0]?.['codigo']).toMatch(/^(?:\w{4} ){10}\w{4}$/);
  expect(receipts[0]?.['produtos']).toMatch(/^1 \D+/);
  expect(receipts[0]?.['campos']).toMatch(/=Loja física$/);
  expect(await exportedFile('receipts', '--cpf', bia.consumer.document)).toHaveLength(1);
  expect(await exportedFile('receipts', '--status', 'unjudged')).toMatchObject([
    { situacao: 'IN_ANALYSIS', pessoa: String(bia.id) },
  ]);
  expect(await exportedFile('receipts', '--to', '2001-01-01')).toEqual([]);
  expect(await exportedFile('receipts', '--to', '9999-12-31')).toHaveLength(2);

  const optIns = await exportedFile('opt-ins', '--key', 'brand');
  expect(optIns).toHaveLength(2);
  const token = await site.signIn(bia);
  await site.call(withdrawConsentEndpoint, { token, parameters: { code: 'BRAND' } });
  const standing = await exportedFile('opt-ins', '--key', 'brand', '--status', 'given');
  expect(standing).toMatchObject([{ pessoa: String(ana.id), retirado: '' }]);

  const rename = (from: string, to: string) =>
    query('update consents set code = $2 where code = $1', from, to);
  await rename('BRAND', 'news-letter');
  expect(await exportedFile('opt-ins', '--key', 'news-letter')).toHaveLength(2);
  await rename('news-letter', 'NEWS_LETTER');
  expect(await exportedFile('opt-ins', '--key', 'news-letter')).toHaveLength(2);
  await rename('NEWS_LETTER', 'BRAND');
});

test('withdrawals, orders, winners and days too', async () => {
  const { email } = ana.consumer;
  expect(await exportedFile('withdrawals')).toMatchObject([
    { situacao: 'PENDING', tipo_chave: 'EMAIL', chave: email, pessoa: String(ana.id) },
  ]);
  expect(await exportedFile('withdrawals', '--key', email.toUpperCase())).toHaveLength(1);
  expect(await exportedFile('redemptions')).toMatchObject([
    { situacao: 'NEW_ORDER', pessoa: String(ana.id) },
  ]);
  expect(await exportedFile('winners')).toMatchObject([
    {
      situacao: 'TO_NOTIFY',
      numero_sorteado: '',
      pessoa: String(ana.id),
      mudado: '',
      valor: '100',
    },
  ]);
  const [day] = await exportedFile('daily');
  expect(day).toMatchObject({
    cadastros: '2',
    notas: '2',
    aprovadas: '1',
    por_julgar: '1',
    premios_na_hora: '1',
    resgates: '1',
  });
  expect(await exportedFile('daily', '--day', '2001-01-01')).toEqual([]);
});

test('the list for the warehouse says which orders are held, and the bank’s which withdrawals', async () => {
  const held = async (kind = 'redemptions') =>
    (await exportedFile(kind)).map(({ retido }) => retido);
  expect([await held(), await held('withdrawals')]).toEqual([[''], ['']]);
  await site.operate('wallets', 'block', ana.id);
  expect([await held(), await held('withdrawals')]).toEqual([['BLOCKED'], ['BLOCKED']]);
  await site.operate('wallets', 'unblock', ana.id);
  await query('update points_entries set points = points - 100 where consumer_id = $1', ana.id);
  expect(await held()).toEqual(['OWES']);
  await query('update points_entries set points = points + 100 where consumer_id = $1', ana.id);
});

test('a code of digits and a house number are not rounded, nor taken for a day', async () => {
  const asExported = async (number: string, code: string) => {
    await query(
      `update consumers set address = address || jsonb_build_object('number', $1::text) where id = $2`,
      number,
      ana.id,
    );
    const [before] = await exportedFile('winners');
    await site.operate('winners', 'move', before?.['nota'] ?? '', 'sent', '--code', code);
    const [row] = await exportedFile('winners');
    return [row?.['numero'], row?.['rastreio']];
  };
  expect(await asExported('10-12', '88812345678901')).toEqual(['nº 10-12', 'nº 88812345678901']);
  expect(await asExported('1000', 'BR123456785BR')).toEqual(['1000', 'BR123456785BR']);
});

test('an export that cannot be recorded is not written', async () => {
  const { database } = site.gateway;
  const transaction = () => Promise.reject(new Unavailable('database'));
  const gateway = { ...site.gateway, database: { ...database, transaction } };
  const outcome = await operateOn({ ...site, gateway }, 'export', 'consumers', 'nunca.csv');
  expect(outcome.exitCode).toBe(1);
  const path = join(site.gateway.settings.dataDirectory, 'nunca.csv');
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

test('an exported file is readable by its user alone, and the export is recorded', async () => {
  await site.operate('export', 'daily', 'propria.csv');
  const path = join(site.gateway.settings.dataDirectory, 'propria.csv');
  expect((await stat(path)).mode & 0o077).toBe(0);
  const acts = await site.operate('acts', 'list', '--limit', 1);
  expect(acts.text).toMatch(/tester +export daily/);
});

test('a dry run of an export counts the rows, writes no file and is not recorded', async () => {
  const newestAct = async () => (await site.operate('acts', 'list', '--limit', 1)).text;
  const before = await newestAct();
  const tried = await site.operate('export', 'consumers', 'outra.csv', '--dry-run');
  expect(tried.text).toContain('2');
  const path = join(site.gateway.settings.dataDirectory, 'outra.csv');
  await expect(stat(path)).rejects.toThrow('ENOENT');
  expect(await newestAct()).toBe(before);
});

test.each([
  [['export', 'people', 'x.csv'], 'There is no command export people, but consumers,'],
  [['export', 'consumers'], 'The name of a file or folder is needed.'],
  [
    ['export', 'consumers', 'x.csv', '--status', 'new'],
    'Expected one of ACTIVE, BLOCKED, not new.',
  ],
  [
    ['export', 'daily', 'x.csv', '--email', 'a@b.co'],
    'export daily takes --day, --from, --to; not --email.',
  ],
] as const)('%j is refused with what would be right', async (words, why) => {
  const { text, exitCode } = await site.operate(...words);
  expect([exitCode, text]).toEqual([2, expect.stringContaining(why)]);
});

test('answers to polls are written question by question', async () => {
  await enterTexts(site, ana);
  const answers = await exportedFile('polls');
  expect(answers.length).toBeGreaterThan(1);
  for (const answer of answers) expect(answer).toMatchObject({ pessoa: String(ana.id) });
  expect(answers.map(({ resposta }) => resposta)).toContain('Sim');
  expect(await exportedFile('polls', '--key', '9999')).toEqual([]);
});

test('a number keeps its zeros, and a key of which digits are missing is not rounded', async () => {
  const codes = ['000123', '4125'.repeat(9)];
  for (const code of codes) {
    const { id } = await sendFullReceipt(site, bia);
    await query('update receipts set identifier = $1 where id = $2', code, id);
  }
  const [short, long] = (await exportedFile('receipts', '--cpf', bia.consumer.document)).slice(-2);
  expect([short?.['codigo'], long?.['codigo']]).toEqual(['nº 000123', '4125 '.repeat(9).trim()]);
});

test('figures of days say what was taken back too', async () => {
  const eva = await site.signUp();
  const { id } = await sendApproved(site, eva);
  const { id: failed } = await sendFullReceipt(site, eva);
  const [before] = await exportedFile('daily');
  await site.operate('receipts', 'move', String(id), 'rejected', '--reason', 'ILLEGIBLE');
  await query("update receipts set status = 'ERROR' where id = $1", failed);
  const [after] = await exportedFile('daily');
  expect(after?.['cashback_creditado']).toBe(before?.['cashback_creditado']);
  expect(after).toMatchObject({ cashback_estornado: '10', com_erro: '1', recusadas: '1' });
  expect(Number(after?.['numeros_anulados'])).toBeGreaterThan(0);
});

test('a person who was paid is named for the accounts after their data were erased, and no one else', async () => {
  const leo = await site.signUp();
  await sendApproved(site, leo);
  const paid = await withdraw(site, leo);
  await site.operate('withdrawals', 'settle', paid, 'success');
  await site.operate('consumers', 'erase', leo.id);
  const rows = await exportedFile('withdrawals', '--status', 'success');
  expect(rows).toMatchObject([
    { nome: leo.consumer.name, cpf_cnpj: formatCpf(leo.consumer.document), email: '' },
  ]);
  const receipts = (await exportedFile('receipts')).filter(
    ({ pessoa }) => pessoa === String(leo.id),
  );
  expect(receipts).toMatchObject([{ nome: `erased-${leo.id}`, cpf_cnpj: `erased-${leo.id}` }]);
});

test('an export of many pages has every row once', async () => {
  await query(
    `insert into consents (consumer_id, code, text, text_sha256, given_at, withdrawn_at)
     select $1, 'OLD', '', '', $2, $2 from generate_series(1, 10001)`,
    ana.id,
    site.clock.now,
  );
  expect(await exportedFile('opt-ins', '--key', 'old')).toHaveLength(10_001);
});

test('a company is listed with who represents it', async () => {
  const { consumer } = await site.signUp({ type: 'CORPORATE' });
  expect(await exportedFile('consumers', '--cpf', consumer.document)).toMatchObject([
    {
      tipo: 'CORPORATE',
      representante: consumer.representativeName,
      cpf_representante: formatCpf(consumer.representativeDocument ?? ''),
    },
  ]);
});

test('a file of which only a part fits is a failure, and the part is removed', async () => {
  const { path, remove } = await temporaryFolder();
  const list = join(path, 'saida.csv');
  const script = `import { writeCsv } from ${JSON.stringify(csvModule)};
    const pages = [[['x'.repeat(50_000)]]];
    await writeCsv(${JSON.stringify(list)}, { headings: ['a'], pages }, () => {}).catch(({ code }) => {
      process.exitCode = code === 'EFBIG' ? 7 : 8;
    });`;
  // A limit on the size of files ends a write in its middle, as a full disk does.
  const limited = [
    'ulimit -f 16; exec "$0" "$@"',
    process.execPath,
    '--input-type=module',
    '--eval',
  ];
  const writer = spawn('sh', ['-c', ...limited, script], {
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: 'inherit',
  });
  expect(await once(writer, 'exit')).toEqual([7, null]);
  await expect(stat(list)).rejects.toThrow('ENOENT');
  await expect(stat(`${list}.part`)).rejects.toThrow('ENOENT');
  await remove();
});
