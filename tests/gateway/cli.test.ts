import { execFile } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { getReceiptDetailsEndpoint } from '../../src/contract/receipts.ts';
import {
  createAnonymousIncidentEndpoint,
  createIncidentEndpoint,
} from '../../src/contract/support.ts';
import { type Command, type CommandCall, runForEach } from '../../src/gateway/cli/command.ts';
import { parseUsage } from '../../src/gateway/cli/options.ts';
import { runCommand } from '../../src/gateway/cli/run-command.ts';
import { listenForCommands, sendCommand } from '../../src/gateway/cli/socket.ts';
import { Unavailable } from '../../src/gateway/failures.ts';
import { allCommands, questionBefore } from '../../src/gateway/operator.ts';
import { lockFolder } from '../../src/gateway/private-files.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openGateway } from '../support/gateway.ts';
import { incidentBody } from '../support/incident-body.ts';
import { operateOn } from '../support/operator.ts';
import { smallPicture } from '../support/receipt-body.ts';
import { serveSite } from '../support/site-process.ts';

let couponId: number;

const site = await openGateway();
const ana = await site.signUp();
afterAll(() => site.close());

beforeEach(async () => {
  couponId = Number((await site.sendReceipt(ana)).body.id);
});

async function details() {
  const parameters = { couponId };
  return (await site.call(getReceiptDetailsEndpoint, { token: ana.token, parameters })).body;
}

test('receipts are listed, with a hint if the same file was sent before', async () => {
  const rows = await site.operateRows('receipts', 'list');
  expect(rows.find(({ id }) => id === couponId)).toMatchObject({
    status: 'IN_ANALYSIS',
    total: 'R$\u00a025,90',
    consumer: ana.id,
  });
  for (let times = 0; times < 2; times += 1) {
    await site.sendReceipt(ana, { imageBase64: await smallPicture() });
  }
  const [first, second] = (await site.operateRows('receipts', 'list')).slice(-2);
  expect(second).toMatchObject({ sameFile: first?.['id'], reasons: 'SAME_FILE' });
  expect(first?.['reasons']).toBeNull();
  const { text } = await site.operate('receipts', 'show', Number(second?.['id']));
  expect(text).toMatch(/reasons +SAME_FILE/);
});

test('a status narrows the list', async () => {
  await site.operate('receipts', 'move', couponId, 'approved');
  const { text } = await site.operate('receipts', 'list', '--status', 'approved');
  expect(text.split('\n')).toHaveLength(2);
  expect((await site.operate('receipts', 'list', '--status', 'error')).text).toBe('Nothing found.');
});

test('a receipt is moved, with the reason its owner reads', async () => {
  const reason = 'Nota ilegível';
  const moved = await site.operate('receipts', 'move', couponId, 'REJECTED', '--reason', reason);
  expect(moved.exitCode).toBe(0);
  expect(await details()).toMatchObject({
    status: 'REJECTED',
    moderationList: [{ rejectionReason: reason }],
  });
  const { text } = await site.operate('receipts', 'show', couponId);
  expect(text).toMatch(/MAIN \(void\) +\d\.\d{5}/);
  expect(text).toContain('REJECTED: Nota ilegível');
});

test('a code of the list stands for the sentence that the owner reads', async () => {
  await site.operate('receipts', 'move', couponId, 'REJECTED', '--reason', 'illegible');
  expect((await details()).moderationList[0]).toEqual({
    rejectionReason: 'Não foi possível ler a imagem da nota.',
    rejectionCode: 'ILLEGIBLE',
  });
});

test('a long command dates each receipt when it reaches it', async () => {
  const other = Number((await site.sendReceipt(ana)).body.id);
  const begun = site.clock.now.getTime();
  let minutes = 0;
  const clock = {
    get now() {
      minutes += 1;
      return new Date(begun + minutes * 60_000);
    },
  };
  await operateOn({ ...site, clock }, 'receipts', 'move', couponId, other, 'APPROVED');
  const entries = await site.query<{ at: string }>(
    `select entry::json ->> 'at' as at from ledger_entries
     where type = 'RECEIPT_MODERATED' order by id desc limit 2`,
  );
  const [later, earlier] = entries.map(({ at }) => Date.parse(at));
  expect(Number(later) - Number(earlier)).toBe(60_000);
  for (const id of [couponId, other]) {
    expect((await site.operate('receipts', 'show', id)).text).toContain('APPROVED (tester)');
  }
});

test('a dry run says what the command would do, and changes nothing', async () => {
  const tried = await site.operate('receipts', 'move', couponId, 'APPROVED', '--dry-run');
  expect(tried.text).toMatch(new RegExp(`${couponId} +IN_ANALYSIS +APPROVED`));
  expect(tried.progress).toEqual(['This was a dry run: nothing was changed.']);
  expect((await details()).status).toBe('IN_ANALYSIS');
  const refused = await site.operate('receipts', 'move', couponId, 'REJECTED', '--dry-run');
  expect([refused.exitCode, refused.progress]).toEqual([1, []]);
});

test('a dry run of several records lets other calls in between them', async () => {
  const order: unknown[] = [];
  const { database } = site.gateway;
  const run = (call: CommandCall) =>
    runForEach(call, { table: null, ids: [1, 2] }, async (queries, id) => {
      order.push(id);
      await queries.query('delete from operator_acts');
      if (id === 1) void database.query('select').then(() => order.push('a call'));
      return [{ id }];
    });
  const before = await database.query('select * from operator_acts');
  await runRecords(run, '--dry-run');
  expect(order).toEqual([1, 'a call', 2]);
  expect(await database.query('select * from operator_acts')).toEqual(before);
});

test('a long command says after each hundred records how far it is, whatever they give', async () => {
  const ids = Array.from({ length: 201 }, (_, index) => index + 1);
  const said = await runRecords((call) =>
    runForEach(call, { table: null, ids }, async (_, id) => (id % 2 ? [] : [{ id }])),
  );
  expect(said).toEqual(['100 of 201', '200 of 201']);
});

/** Runs a command that only the test knows. @returns what it says meanwhile */
async function runRecords(
  run: (call: CommandCall) => ReturnType<typeof runForEach>,
  ...options: string[]
): Promise<string[]> {
  const { database, storage } = site.gateway;
  const said: string[] = [];
  await runCommand(['records', 'try', ...options], {
    commands: [{ usage: 'records try', does: '', run }],
    open: async () => ({
      database: { ...database, close: async () => {} },
      storage,
      clock: () => site.clock.now,
    }),
    user: 'tester',
    directory: '/',
    progress: (sentence) => said.push(sentence),
  });
  return said;
}

test('a new image is asked for', async () => {
  await site.operate('receipts', 'request-image', couponId);
  expect(await details()).toMatchObject({
    status: 'REQUESTED_NEW_IMAGE',
    allowImageReplacement: true,
  });
});

test('a conversation is answered, and closed without a message', async () => {
  const { name, email } = ana.consumer;
  const body = { name, email, subjectId: 2, subject: 'Entrega', description: 'Onde está?' };
  const { id } = (await site.call(createIncidentEndpoint, { body, token: ana.token })).body;
  expect((await site.operate('incidents', 'answer', id, 'A caminho.')).text).toContain(
    'A caminho.',
  );
  expect(await site.operateRows('incidents', 'show', id)).toMatchObject([
    { who: name, when: site.clock.now.toISOString(), text: 'Entrega: Onde está?' },
    { text: 'A caminho.' },
  ]);
  expect((await site.operate('incidents', 'show', id)).text, 'in São Paulo').not.toMatch(
    /\d\dT\d\d/,
  );
  expect((await site.operate('incidents', 'close', id)).exitCode).toBe(0);
  const closed = await site.operateRows('incidents', 'list', '--status', 'resolved');
  expect(closed).toMatchObject([{ id, status: 'RESOLVED' }]);
  const again = await site.operate('incidents', 'close', id);
  expect(again).toMatchObject({ exitCode: 1, text: 'NOT_ALLOWED_NOW: Atendimento Encerrado' });
});

test('a conversation that a colleague has answered since gets no second answer where --status is given', async () => {
  const { id } = (await site.call(createAnonymousIncidentEndpoint, { body: incidentBody })).body;
  const answer = (text: string, ...words: string[]) =>
    site.operate('incidents', 'answer', id, text, '--status', 'open', ...words);
  expect((await answer('A caminho.')).exitCode).toBe(0);
  const changed = 'NOT_ALLOWED_NOW: O status agora é ANSWERED, e nada foi mudado.';
  expect(await answer('Não vai sair.')).toMatchObject({ exitCode: 1, text: changed });
  const close = await site.operate('incidents', 'close', id, '--status', 'open');
  expect(close).toMatchObject({ exitCode: 1, text: changed });
  const answers = "select from emails where kind = 'SUPPORT_ANSWERED' and to_address = $1";
  expect(await site.query(answers, [incidentBody.email])).toHaveLength(1);
  expect((await site.operate('incidents', 'answer', id, 'Mais um detalhe.')).exitCode).toBe(0);
  await site.operate('incidents', 'erase', id);
});

test('a conversation of a person without an account is deleted with its words', async () => {
  const { id } = (await site.call(createAnonymousIncidentEndpoint, { body: incidentBody })).body;
  await site.operate('incidents', 'answer', id, 'A caminho.');
  expect((await site.operate('incidents', 'erase', id)).exitCode).toBe(0);
  expect((await site.operate('incidents', 'show', id)).text).toContain('NOT_FOUND');
  expect((await site.operate('incidents', 'erase', id)).text).toContain('NOT_FOUND');
  const { database } = site.gateway;
  const left = await database.query('select from incident_comments where incident_id = $1', [id]);
  expect(left).toEqual([]);
  const emails = "select from emails where kind like 'SUPPORT_%' and to_address = $1";
  expect(await database.query(emails, [incidentBody.email])).toEqual([]);
});

test('a consumer is found, exported, and erased', async () => {
  const { id, consumer } = await site.signUp();
  const found = await site.operateRows('consumers', 'find', consumer.email);
  expect(found).toMatchObject([{ id, name: consumer.name }]);
  const exported = JSON.parse((await site.operate('consumers', 'export', id)).text);
  expect(exported.profile).toMatchObject({ document: consumer.document });
  const erased = await site.operateRows('consumers', 'erase', id);
  expect(erased).toMatchObject([{ id, heldFor: null }]);
  expect((await site.operate('consumers', 'find', consumer.email)).text).toBe('Nothing found.');
  expect(await site.operateRows('consumers', 'erase', id)).toEqual(erased);
  expect((await site.operate('consumers', 'erase', id)).text, 'in São Paulo').not.toMatch(/T\d\d/);
});

test('a person is erased only under the name or e-mail that was typed, where one was', async () => {
  const { id, consumer } = await site.signUp();
  const erase = (...words: string[]) => site.operate('consumers', 'erase', id, ...words);
  const refused = await erase('--confirm', 'outra@exemplo.com.br');
  expect(refused).toMatchObject({
    exitCode: 1,
    text: `NOT_ALLOWED_NOW: A pessoa ${id} é ${consumer.name}, ${consumer.email}: --confirm "${consumer.email}".`,
  });
  expect(await erase('--confirm', 'outra@exemplo.com.br', '--dry-run')).toMatchObject(refused);
  const tried = await erase('--dry-run');
  expect(tried.progress[0]).toBe(`Consumer ${id} is ${consumer.name}, ${consumer.email}.`);
  expect(await site.operateRows('consumers', 'find', consumer.email)).toMatchObject([{ id }]);
  const upperCase = consumer.email.toUpperCase();
  expect((await erase('--confirm', upperCase)).exitCode).toBe(0);
  expect((await erase('--confirm', upperCase)).exitCode, 'repeated').toBe(0);
  expect((await site.operate('consumers', 'find', consumer.email)).text).toBe('Nothing found.');
});

test.each([
  [['receipts', 'move', 'x', 'APPROVED'], 2, 'An id is a number, not x.'],
  [['receipts', 'move', '1', 'IN_ANALYSIS'], 2, 'Expected one of PRE_APPROVED'],
  [['receipts', 'move', '1'], 2, 'Expected one of PRE_APPROVED'],
  [['consumers', 'erase', '1', '2'], 2, '2 is one word too many.'],
  [['incidents', 'answer', '1', 'Já', 'saiu'], 2, 'saiu is one word too many.'],
  [
    ['receipts', 'reject-all', '1', '--reason', 'Notas', 'falsas'],
    2,
    'falsas is one word too many.',
  ],
  [['close', 'now'], 2, 'now is one word too many.'],
  [['receipts', 'eat', '1'], 2, 'There is no command receipts eat, but list, doubted, show, move,'],
  [['receipts'], 2, 'receipts needs one of list, doubted, show, move,'],
  [['recipts', 'list'], 2, 'no command recipts. The first word is one of receipts, prizes,'],
  [['winners', 'lsit'], 2, 'There is no command winners lsit, but list, show, move, expire,'],
  [['receipts', 'list', '--colour'], 2, 'There is no option --colour.'],
  [['receipts', 'list', '-x'], 2, 'There is no option -x.'],
  [['receipts', 'list', '--limit'], 2, '--limit needs a value.'],
  [['receipts', 'list', '--limit', '-1'], 2, 'one that starts with a dash: --limit=-1.'],
  [['close', '--by', '--dry-run'], 2, '--by needs a value; one that starts with a dash:'],
  [['close', '--dry-run=no'], 2, '--dry-run takes no value.'],
  [
    ['receipts', 'move', '1', 'rejected', '--reason', 'ILLEGIBLE', '--reason', 'x'],
    2,
    '--reason is there twice.',
  ],
  [['receipts', 'list', '--key', 'a\0b'], 2, 'A word holds what no text can hold'],
  [['incidents', 'answer', '1', '\ud800'], 2, 'A word holds what no text can hold'],
  [
    ['receipts', 'move', '1', 'done', '--cpf', '1'],
    2,
    'takes --status, --doubts, --reason; not --cpf.',
  ],
  [
    ['receipts', 'show', '1', '--force'],
    2,
    'receipts show takes no option of its own; not --force',
  ],
  [['receipts', 'list', '--output', 'xml'], 2, 'Expected --output table or json, not xml.'],
  [['receipts', 'move', '1', 'REJECTED'], 1, 'rejectionReason: Campo obrigatório'],
  [['receipts', 'show', '999999'], 1, 'NOT_FOUND'],
  [['consumers', 'erase', '999999'], 1, 'NOT_FOUND'],
  [['consumers', 'find'], 2, 'A document or an e-mail is needed.'],
  [['--help'], 0, 'receipts request-image <id>'],
  [['receipts', 'list', '--from', '2026-11-01'], 0, ''],
  [['--help'], 0, 'OUTSIDE_PERIOD   A compra foi feita fora do período da promoção.'],
] as const)('%j exits with %i and says why', async (words, exitCode, text) => {
  const outcome = await site.operate(...words);
  expect(outcome.exitCode).toBe(exitCode);
  expect(outcome.text).toContain(text);
});

test.each([
  ['close', ['close'], 0, []],
  ['receipts show <id>', ['receipts', 'show'], 1, []],
  ['receipts move-all <status> --status <status>', ['receipts', 'move-all'], 1, ['status']],
  ['prizes hand-out <receipt>...', ['prizes', 'hand-out'], Infinity, []],
  [
    'consumers sign-out <id>...|all [--confirm <name>]',
    ['consumers', 'sign-out'],
    Infinity,
    ['confirm'],
  ],
  ['freeze [<file>] [--engine <id>] [--force]', ['freeze'], 1, ['engine', 'force']],
  ['winners [<folder>] [--type pdf|image]', ['winners'], 1, ['type']],
  ['export daily <file> [--day <yyyy-MM-dd>]', ['export', 'daily'], 1, ['day', 'from', 'to']],
  ['report <partner|source>, or report field <name>', ['report'], 2, []],
  ['draw --federal <five prizes>|--no-extraction', ['draw'], 0, ['federal', 'no-extraction']],
])(
  'the usage %j accepts the name %j, %d words and the options %j',
  (usage, name, maxWords, options) => {
    expect(parseUsage(usage)).toEqual({ name, maxWords, options });
  },
);

test('each command’s usage begins with its name, which no other command has', () => {
  const names = allCommands.map(({ usage }) => parseUsage(usage).name.join(' '));
  expect(names).not.toContain('');
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  [['draw', '--federal', '1,2,3,4,5', '--by', 'Rosa'], true],
  [['--by', 'Rosa', 'draw', '--federal', '1,2,3,4,5'], true],
  [['draw', '--confirm', 'Sorriso'], false],
  [['draw', '--dry-run'], false],
  [['draw', '-h'], false],
  [['draw', '--confirmed'], false],
  [['winners', 'list', '--key', '--confirm'], false],
  [['close'], true],
  [['freeze', 'lista.csv', '--force'], true],
  [['winners', 'disqualify', '4.00153', '--reason', 'x'], true],
  [['consumers', 'erase', '41'], true],
  [['consumers', 'erase', '41', '--confirm', 'ana@exemplo.com.br'], false],
  [['consumers', 'show', '41'], false],
])('whether a terminal asks for a name before %j: %s', (words, isAsked) => {
  expect(questionBefore(words) !== null).toBe(isAsked);
});

test.runIf(process.platform === 'linux')('a full disk is named in words', async () => {
  expect(await site.operate('consumers', 'export', String(ana.id), '/dev/full')).toMatchObject({
    exitCode: 1,
    text: 'The disk is full: make room, and run the command again.',
  });
});

test('every command has a help text of its own', async () => {
  const { text, exitCode } = await site.operate('incidents', 'answer', '--help');
  expect(exitCode).toBe(0);
  expect(text).toContain('answers a message');
  expect(text).not.toContain('receipts list');
});

test('the help fits a terminal of 100 columns, and breaks no optional part of a usage', async () => {
  const { text } = await site.operate('--help');
  expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  expect(text).toContain('\n        [--key <access key or number>] [--limit <rows>]');
});

/** Runs the command as its own process. */
function operator(words: readonly string[], environment: Record<string, string>) {
  return promisify(execFile)(process.execPath, ['src/gateway/operator.ts', ...words], {
    env: { ...process.env, DATABASE_URL: '', ...environment },
  });
}

test('a command says so and ends while another process has the embedded database', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, 'database'));
  const unlock = lockFolder(join(folder.path, 'database'));
  await expect(operator(['receipts', 'list'], { DATA_DIR: folder.path })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is in use by another process, such as the gateway. Stop it'),
  });
  unlock();
  expect((await operator(['--help'], {})).stdout).toContain('Usage: npm run operator');
  await folder.remove();
});

test('a command without the gateway’s variables says so, rather than find nothing in a new database', async () => {
  const folder = await temporaryFolder();
  const backup = operator(['backup', join(folder.path, 'copia')], { DATA_DIR: folder.path });
  await expect(backup).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('holds no campaign: set DATABASE_URL or DATA_DIR'),
  });
  expect(await readdir(folder.path)).toEqual([]);
  await folder.remove();
});

test('a running gateway carries out the commands on its embedded database', async () => {
  const served = await serveSite({ quiet: true, brief: true });
  try {
    const own = { DATA_DIR: served.dataDirectory };
    const list = ['receipts', 'list', '--output', 'json'];
    expect(JSON.parse((await operator(list, own)).stdout)).toEqual([]);
    await expect(operator(['receipts', 'show', '7'], own)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('NOT_FOUND'),
    });
    const { mode } = await stat(join(served.dataDirectory, 'database.operator'));
    expect(mode & 0o077).toBe(0);
    const folder = join(served.dataDirectory, 'copia');
    expect(await served.operator('backup', folder)).toMatchObject([{ files: 0 }]);
    expect((await stat(join(folder, 'backup.json'))).isFile()).toBe(true);
  } finally {
    await served.close();
  }
});

/** Takes commands of a test's own, as a running gateway takes its commands. */
async function serveCommands(name: string, commands: Command[]) {
  const path = join(site.gateway.settings.dataDirectory, `${name}.operator`);
  const server = await listenForCommands(path, commands, site.gateway);
  const request = (...words: string[]) => ({ words, directory: '/', user: 'tester' });
  return {
    path,
    request,
    send: (...words: string[]) => sendCommand(path, request(...words), () => {}),
    close: () => server.close(),
  };
}

test('a command that the operator leaves ends with the record at hand', async () => {
  const done: number[] = [];
  const ids = Array.from({ length: 2000 }, (_, index) => index);
  const client = new Socket();
  let ended = '';
  const move = (call: CommandCall) =>
    runForEach(call, { table: null, ids }, async (_, id) => {
      done.push(id);
      if (id === 3) client.destroy();
      await setImmediate();
      return [{ id }];
    }).catch((error: unknown) => {
      ended = String(error);
      throw error;
    });
  const served = await serveCommands('left', [{ usage: 'records move', does: '', run: move }]);
  client.connect(served.path);
  client.write(`${JSON.stringify(served.request('records', 'move'))}\n`);
  await expect.poll(() => ended).toMatch(/Stopped after \d+ of 2000\./);
  expect(done.length).toBeLessThan(2000);
  expect(site.lines.join(), 'no failure of the gateway').not.toContain('"during":"command"');
  served.close();
});

test('a running gateway shows a list of very many rows', async () => {
  const list = async () => Array.from({ length: 200_000 }, (_, id) => ({ id }));
  const served = await serveCommands('long', [{ usage: 'records list', does: '', run: list }]);
  const listed = await served.send('records', 'list');
  expect(listed?.text.split('\n')).toHaveLength(200_001);
  served.close();
});

test('a command that fails in a running gateway names the unavailable service, and the log says what failed', async () => {
  const fail = (error: Error) => () => Promise.reject(error);
  const served = await serveCommands('failing', [
    { usage: 'storage read', does: '', run: fail(new Unavailable('file storage')) },
    { usage: 'storage list', does: '', run: fail(new RangeError('A mistake of ours')) },
  ]);
  expect(await served.send('storage', 'read')).toEqual({
    text: 'The file storage does not answer',
    exitCode: 1,
  });
  expect(site.lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'unavailable', during: 'command', kind: 'Unavailable' }),
  );
  expect(await served.send('storage', 'list')).toEqual({
    text: 'The gateway broke the command off: its own lines say why, and acts list what was done.',
    exitCode: 1,
  });
  expect(site.lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'failure', during: 'command', kind: 'RangeError' }),
  );
  served.close();
});

test('a gateway that dies in the middle of its answer leaves the operator with one sentence', async () => {
  const path = join(site.gateway.settings.dataDirectory, 'dying.operator');
  const server = createServer((connection) => connection.end('{"text":"id  stat')).listen(path);
  const request = { words: ['receipts', 'list'], directory: '/', user: 'tester' };
  expect(await sendCommand(path, request, () => {})).toMatchObject({ exitCode: 1 });
  server.close();
});
