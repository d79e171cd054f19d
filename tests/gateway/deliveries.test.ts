import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getPersonalDataEndpoint } from '../../src/contract/personal-data.ts';
import { getReceiptDetailsEndpoint } from '../../src/contract/receipts.ts';
import { formatReais } from '../../src/rules/money.ts';
import { lastDayToClaim } from '../../src/rules/rewards/prize-delivery.ts';
import { drawToday, giveNumber, passTheEnd } from '../support/draws.ts';
import { readEmail } from '../support/email.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { makePrizeDue, postponePrizes, sendFullReceipt } from '../support/gateway-actions.ts';
import { confirmByOffice, moderate } from '../support/moderation.ts';
import { readLedger } from '../support/read-ledger.ts';

let site: TestGateway;
let ana: TestConsumer;
let bia: TestConsumer;
/** Ana's instant prize. */
let receipt: number;

beforeEach(async () => {
  site = await openGateway({ variant: 'all' });
  [ana, bia] = [await site.signUp(), await site.signUp()];
  await postponePrizes(site);
  await makePrizeDue(site, 0);
  receipt = Number((await sendFullReceipt(site, ana)).id);
  await site.query(
    "update instant_prizes set moment = '2999-01-01T00:00:00Z' where receipt_id is null",
  );
});
afterEach(() => site.close());

const move = (...words: (string | number)[]) => site.operate('winners', 'move', ...words);

const list = (...words: (string | number)[]) => site.operateRows('winners', 'list', ...words);

async function subjectsOfSent() {
  const subjects = (await site.emails()).map((email) => readEmail(email).subject);
  return subjects.filter((subject) => subject.includes('caminho'));
}

async function freedInLog() {
  return (await readLedger(site)).filter(({ type }) => type === 'PRIZE_FREED');
}

/** Bia has the draw's prize, Ana's second receipt is the alternate. */
async function makeDraw() {
  await giveNumber(site, bia, [4, 50_153]);
  await giveNumber(site, ana, [4, 50_160]);
  passTheEnd(site);
  await site.operate('close');
  const { exitCode, text } = await drawToday(site);
  if (exitCode !== 0) throw new Error(text);
}

test('prizes and receipts name other people with the winner’s phone, or who won at the same address', async () => {
  const phone = '41988776655';
  const [eva, ivo] = [await site.signUp({ phone }), await site.signUp({ phone })];
  const own = Number((await sendFullReceipt(site, eva)).id);
  const shared = async () => {
    const rows = await site.operateRows('receipts', 'show', own);
    return rows.find(({ what }) => what === 'sharedWith')?.['value'];
  };
  await site.query('update consumers set address = null');
  expect(await shared()).toBe(String(ivo.id));
  const address = { postcode: '80010000', number: '12', complement: 'Apto 3' };
  await site.query('update consumers set address = $1 where id = any($2)', [
    JSON.stringify({ ...address, complement: 'apto 3 ' }),
    [ana.id],
  ]);
  await site.query('update consumers set address = $1 where id = $2', [
    JSON.stringify(address),
    eva.id,
  ]);
  expect(await shared()).toBe(`${ana.id}, ${ivo.id}`);
  await site.query('update consumers set phone = $1, address = null where id = $2', [
    phone,
    ana.id,
  ]);
  const expected = { consumer: ana.id, sharedWith: `${eva.id}, ${ivo.id}` };
  expect(await site.operateRows('prizes', 'list')).toMatchObject([expected]);
  expect(await list()).toMatchObject([expected]);
});

test('an instant prize goes from its receipt’s approval to its winner, step by step', async () => {
  expect(await list()).toMatchObject([
    { win: String(receipt), kind: 'INSTANT_PRIZE', status: 'WAITING', name: ana.consumer.name },
  ]);
  expect((await move(receipt, 'sent')).text).toContain('ainda não foi aprovada');
  await moderate(site, receipt, { to: 'APPROVED' });
  expect(await list('--status', 'to_notify')).toHaveLength(1);
  expect((await move(receipt, 'delivered')).text).toContain(
    'Um prêmio TO_NOTIFY não pode passar a DELIVERED.',
  );
  await move(receipt, 'waiting_documents', '--by', 'Rosa');
  await move(receipt, 'confirmed', '--by', 'Rosa');
  const sent = await move(receipt, 'sent', '--code', 'BR123', '--by', 'Davi', '--output', 'json');
  expect(JSON.parse(sent.text)).toMatchObject([
    { from: 'CONFIRMED', status: 'SENT', code: 'BR123' },
  ]);
  await move(receipt, 'sent', '--code', 'BR124');
  expect(await subjectsOfSent()).toEqual([
    'Seu prêmio está a caminho: BR123',
    'Seu prêmio está a caminho: BR124',
  ]);
  await move(receipt, 'delivered');
  expect(await list('--key', receipt)).toMatchObject([{ status: 'DELIVERED', code: 'BR124' }]);
  const { text: shown } = await site.operate('winners', 'show', receipt);
  expect(shown).toMatch(/CONFIRMED to SENT \(Davi\)/);
  expect(shown).toMatch(/TO_NOTIFY to WAITING_DOCUMENTS \(Rosa\)/);
  expect(shown).toMatch(/SENT to DELIVERED \(tester\)/);
  expect((await move(receipt, 'sent')).exitCode, 'delivered by mistake').toBe(0);
  expect(await list('--key', receipt)).toMatchObject([{ status: 'SENT', code: 'BR124' }]);
  expect(await subjectsOfSent(), 'no email says it again').toHaveLength(2);
  await move(receipt, 'delivered');
  expect((await site.operate('acts', 'list')).text, 'who only looked').not.toContain(
    'winners show',
  );
  expect((await move(receipt, 'confirmed')).exitCode).toBe(1);
});

test('a prize is shown without a lock, so that an approval of its receipt need not wait', async () => {
  const { database } = site.gateway;
  // The database refuses to lock a row for a reader, as it refuses to write.
  const allow = (access: 'read only' | 'read write') =>
    database.query(`set session characteristics as transaction ${access}`);
  await allow('read only');
  const shown = await site.operate('winners', 'show', receipt).finally(() => allow('read write'));
  expect(shown.text).toContain('INSTANT_PRIZE');
});

test('a list of codes that is read again sends no prize by a code that it had before another', async () => {
  await moderate(site, receipt, { to: 'APPROVED' });
  const shipList = async () => {
    const path = join(site.gateway.settings.dataDirectory, 'codigos.csv');
    await writeFile(path, `nota;rastreio\n${receipt};BR1`);
    return (await site.operate('winners', 'ship', 'codigos.csv')).text;
  };
  await shipList();
  await move(receipt, 'confirmed');
  expect(await shipList()).toContain('O pacote com este código voltou');
  await move(receipt, 'sent', '--code', 'BR2');
  expect(await shipList()).toContain('Este código é de antes de uma correção ou de uma volta');
  await move(receipt, 'confirmed');
  expect(await shipList()).toContain('Este código é de antes de uma correção ou de uma volta');
  expect(await list()).toMatchObject([{ status: 'CONFIRMED', code: null }]);
  expect(await subjectsOfSent()).toHaveLength(2);
  await move(receipt, 'sent', '--code', 'BR3');
  await move(receipt, 'delivered');
  expect(await shipList(), 'once it has arrived').toContain('Este prêmio já foi entregue');
});

test('the winner sees where the prize is, one of the draw only once the result is published', async () => {
  const shown = async (who: TestConsumer, couponId: unknown) => {
    const token = await site.signIn(who);
    const parameters = { couponId: Number(couponId) };
    const { body } = await site.call(getReceiptDetailsEndpoint, { token, parameters });
    return body.engineOrders.flatMap(({ details }) => details?.deliveries ?? []);
  };
  expect(await shown(ana, receipt)).toEqual([]);
  await moderate(site, receipt, { to: 'APPROVED' });
  await move(receipt, 'sent', '--code', 'BR1');
  const instant = { number: null, status: 'SENT', trackingCode: 'BR1' };
  expect(await shown(ana, receipt)).toMatchObject([instant]);
  await makeDraw();
  const [drawn] = await site.query(
    `select receipt_id as id from lucky_numbers where number = 50153`,
  );
  expect(await shown(bia, drawn?.['id'])).toEqual([]);
  await move('4.50153', 'waiting_documents');
  expect(await shown(bia, drawn?.['id'])).toMatchObject([
    { number: '4.50153', status: 'WAITING_DOCUMENTS', trackingCode: null },
  ]);
  const token = await site.signIn(ana);
  const { deliveries } = (await site.call(getPersonalDataEndpoint, { token })).body;
  expect(deliveries).toMatchObject([instant]);
  expect((await site.operate('consumers', 'erase', ana.id)).exitCode).toBe(0);
  expect(await site.query("select from prize_deliveries where tracking_code = 'BR1'")).toEqual([]);
});

test('prizes list and hand-out say the same, and what comes back can be won again', async () => {
  await moderate(site, receipt, { to: 'APPROVED' });
  await site.operate('prizes', 'hand-out', receipt);
  expect(await list()).toMatchObject([{ status: 'SENT' }]);
  await move(receipt, 'confirmed');
  expect(await site.operateRows('prizes', 'list')).toMatchObject([
    { receipt, status: 'READY', handedOutAt: null },
  ]);
  await moderate(site, receipt, { to: 'REJECTED', reason: 'Compra devolvida' });
  expect(await list()).toEqual([]);
  expect(await site.query('select from instant_prizes where receipt_id is not null')).toEqual([]);
});

test('a prize that was sent stays with a denied receipt, is said so, and can be won again if it comes back', async () => {
  await moderate(site, receipt, { to: 'APPROVED' });
  await site.operate('prizes', 'hand-out', receipt);
  const refused = await site.operate(
    'receipts',
    'move',
    receipt,
    'rejected',
    '--reason',
    'OUT_OF_PERIOD',
  );
  expect(refused.progress).toEqual([
    `The prize of receipt ${receipt} had been sent, or had expired: it is not taken back.`,
  ]);
  expect((await site.operate('receipts', 'release', receipt)).progress).toEqual([
    `The prize of receipt ${receipt} is gone: sent again, it may win another.`,
  ]);
  expect((await move(receipt, 'confirmed')).exitCode).toBe(0);
  expect(await list()).toEqual([]);
  expect(await site.query('select from instant_prizes where receipt_id is not null')).toEqual([]);
  expect(await freedInLog()).toEqual([]);
  passTheEnd(site);
  await site.operate('close');
  expect(await freedInLog()).toMatchObject([{ receipt, index: 0 }]);
  expect((await move(receipt, 'sent')).text).toContain('NOT_FOUND');
});

test('a returned prize that earlier versions did not free is freed by confirming its return again', async () => {
  await moderate(site, receipt, { to: 'APPROVED' });
  await site.operate('prizes', 'hand-out', receipt);
  await site.operate('receipts', 'move', receipt, 'rejected', '--reason', 'OUT_OF_PERIOD');
  await site.query("update prize_deliveries set status = 'CONFIRMED'");
  await site.query('update instant_prizes set handed_out_at = null');
  for (const to of ['sent', 'delivered']) {
    expect((await move(receipt, to)).text).toContain('A nota deste prêmio foi recusada');
  }
  passTheEnd(site);
  await site.operate('close');
  expect((await move(receipt, 'confirmed')).exitCode).toBe(0);
  expect(await site.query('select from instant_prizes where receipt_id is not null')).toEqual([]);
  expect(await freedInLog()).toMatchObject([{ receipt, index: 0 }]);
});

test('a winner of the draw is confirmed before the prize is sent', async () => {
  await makeDraw();
  expect(await list('--cpf', bia.consumer.document)).toMatchObject([
    { win: '4.50153', kind: 'DRAW', status: 'TO_NOTIFY', consumer: bia.id },
  ]);
  expect((await move('4.50153', 'sent')).exitCode).toBe(1);
  expect((await move('4.50153', 'confirmed')).exitCode).toBe(0);
  expect((await move('4.50153', 'sent', '--code', 'BR9')).exitCode).toBe(0);
  const refused = await site.operate('winners', 'disqualify', '4.50153', '--reason', 'x');
  expect(refused.text).toContain('está em SENT e não pode passar a outro');
});

test('a disqualified winner’s prize is passed on, and the next one begins anew', async () => {
  await makeDraw();
  await move('4.50153', 'waiting_documents');
  expect((await move('4.50153', 'passed_on')).text).toContain('winners disqualify 4.50153');
  await site.operate(
    'winners',
    'disqualify',
    '4.50153',
    '--reason',
    'Sem documentos',
    '--by',
    'Rosa',
  );
  const states = (await list()).filter(({ kind }) => kind === 'DRAW');
  expect(states).toMatchObject([
    { win: '4.50153', status: 'PASSED_ON', consumer: bia.id },
    { win: '4.50160', status: 'TO_NOTIFY', consumer: ana.id },
  ]);
  expect((await site.operate('winners', 'show', '4.50153')).text).toMatch(
    /WAITING_DOCUMENTS to PASSED_ON \(Rosa\)/,
  );
  const [written] = await site.operateRows('export', 'winners', 'ganhadores.csv');
  const [headings, ...lines] = (await readFile(String(written?.['file']), 'utf8'))
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'));
  const worthOf = (number: string) =>
    lines.find((cells) => cells.includes(`nº ${number}`))?.at(headings?.indexOf('valor') ?? 0);
  expect([worthOf('4.50153'), worthOf('4.50160')]).toEqual(['', expect.stringMatching(/^\d/)]);
});

test('a prize not claimed within 180 days expires, a claimed one does not', async () => {
  await moderate(site, receipt, { to: 'APPROVED' });
  await makeDraw();
  expect((await move(receipt, 'expired')).text).toContain('pode ser reclamado até');
  const { campaign } = site.gateway.snapshot;
  const last = lastDayToClaim(campaign, { kind: 'INSTANT_PRIZE', extraction: null });
  expect(await list('--key', receipt)).toMatchObject([{ claimUntil: last, overdue: null }]);
  await move('4.50153', 'confirmed');
  site.clock.now = new Date(`${last}T23:59:59-03:00`);
  expect((await site.operate('winners', 'expire')).text).toBe('Nothing found.');
  site.passTime(60 * 24 * 3_600_000);
  expect(await list('--key', receipt)).toMatchObject([{ overdue: 'yes' }]);
  expect((await site.operate('winners', 'expire', '--dry-run')).text).toContain('EXPIRED');
  expect(await list('--status', 'expired')).toEqual([]);
  await site.operate('winners', 'expire');
  expect((await list('--status', 'expired')).map(({ win }) => win)).toEqual([String(receipt)]);
  expect((await move(receipt, 'confirmed')).exitCode, 'expired by mistake').toBe(0);
  expect(await list('--key', receipt)).toMatchObject([{ status: 'CONFIRMED' }]);
});

test('an expired prize stays one though its receipt is denied later, and is counted once', async () => {
  await moderate(site, receipt, { to: 'APPROVED' });
  await makeDraw();
  site.passTime(400 * 24 * 3_600_000);
  await site.operate('winners', 'expire');
  const before = await site.operateRows('prizes', 'unwon');
  await site.operate('receipts', 'move', receipt, 'rejected', '--reason', 'OUT_OF_PERIOD');
  expect(await list('--key', receipt)).toMatchObject([{ status: 'EXPIRED' }]);
  expect(await site.operateRows('prizes', 'unwon')).toEqual(before);
  expect(await freedInLog()).toEqual([]);
  expect((await move(receipt, 'confirmed')).exitCode, 'expired by mistake').toBe(0);
  expect(await list('--key', receipt)).toEqual([]);
  expect(await freedInLog()).toMatchObject([{ receipt }]);
});

test('prizes that no one won are counted by kind, with what they are worth', async () => {
  const { prizes } = site.gateway.snapshot;
  const [won] = await list();
  const kinds = await site.operateRows('prizes', 'unwon');
  expect(kinds.length).toBeGreaterThan(0);
  for (const row of kinds) {
    const prize = prizes.find(({ id }) => Number(id) === row['prize']);
    const unwon = Number(row['scheduled']) - (row['prize'] === won?.['prize'] ? 1 : 0);
    const value = prize?.unitaryValue ?? Number.NaN;
    expect(row).toMatchObject({
      description: prize?.description,
      unwon,
      value: formatReais(value),
      valueInAll: formatReais(unwon * value),
    });
  }
});

test('expired prizes among several that are confirmed come back only where --status names them', async () => {
  await moderate(site, receipt, { to: 'APPROVED' });
  await makeDraw();
  site.passTime(365 * 24 * 3_600_000);
  expect((await move(receipt, 'expired')).exitCode).toBe(0);
  const { text, progress } = await move(receipt, '4.50153', 'confirmed');
  expect(progress).toEqual(['1 of 2 were refused.']);
  expect(text).toContain('O status agora é EXPIRED, e nada foi mudado.');
  const both = await move('4.50153', receipt, 'expired');
  expect(both.text, 'of several').toContain('O status agora é CONFIRMED, e nada foi mudado.');
  await move(receipt, '4.50153', 'confirmed', '--status', 'expired');
  expect((await list()).map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED']);
});

test('a delivered prize among several that are sent stays delivered, save where --status names it', async () => {
  await moderate(site, receipt, { to: 'APPROVED' });
  await makeDraw();
  for (const to of ['sent', 'delivered']) await move(receipt, to);
  await move('4.50153', 'confirmed');
  const { text, progress } = await move(receipt, '4.50153', 'sent');
  expect(progress).toEqual(['1 of 2 were refused.']);
  expect(text).toContain('O status agora é DELIVERED, e nada foi mudado.');
  await move(receipt, 'sent', '--status', 'delivered');
  expect((await list()).map(({ status }) => status)).toEqual(['SENT', 'SENT']);
});

test('a prize whose winner sends documents does not expire with the others, but is named', async () => {
  await makeDraw();
  await move('4.50153', 'waiting_documents');
  site.passTime(365 * 24 * 3_600_000);
  const { text, progress } = await site.operate('winners', 'expire');
  expect(text).toBe('Nothing found.');
  expect(progress).toEqual([
    expect.stringMatching(/^Not expired, since documents are awaited: 4\.50153 --engine \d+\.$/),
  ]);
  expect((await move('4.50153', 'expired')).exitCode).toBe(0);
});

test('a prize whose parcel came back from a winner out of reach is named, and expires once its id is typed', async () => {
  await makeDraw();
  await move('4.50153', 'confirmed');
  await move('4.50153', 'sent', '--code', 'BR9');
  await move('4.50153', 'confirmed');
  expect((await move('4.50153', 'expired')).text).toContain('pode ser reclamado até');
  site.passTime(365 * 24 * 3_600_000);
  const { text, progress } = await site.operate('winners', 'expire');
  expect(text).toBe('Nothing found.');
  expect(progress).toEqual([
    expect.stringMatching(
      /^Not expired, since they are confirmed, and not sent: 4\.50153 --engine/,
    ),
  ]);
  await move('4.50153', 'to_notify');
  await move('4.50153', 'confirmed');
  const again = await move('4.50153', 'sent', '--code', 'BR9');
  expect(again.text, 'the code of the parcel that came back').toContain('voltou');
  expect((await move('4.50153', 'expired')).exitCode).toBe(0);
});

test('a confirmed prize of which nothing was sent does not expire, in a list either', async () => {
  await makeDraw();
  await move('4.50153', 'confirmed');
  site.passTime(365 * 24 * 3_600_000);
  for (const words of [[], ['--status', 'confirmed']]) {
    expect((await move('4.50153', 'expired', ...words)).text).toContain('nada foi enviado ainda');
  }
  expect(await list('--key', '4.50153')).toMatchObject([{ status: 'CONFIRMED' }]);
});

test('a prize of the draw that came back is not sent again by an old list of codes', async () => {
  await makeDraw();
  const name = join(site.gateway.settings.dataDirectory, 'codigos.csv');
  const ship = async (code: string) => {
    await writeFile(name, `numero_sorteado;rastreio\r\n4.50153;${code}\r\n`);
    return site.operate('winners', 'ship', name);
  };
  await move('4.50153', 'confirmed');
  expect((await ship('BR1')).exitCode).toBe(0);
  await move('4.50153', 'confirmed');
  expect(await list('--key', '4.50153')).toMatchObject([{ status: 'CONFIRMED', code: null }]);
  expect((await ship('BR1')).text).toContain('O pacote com este código voltou');
  expect((await ship('BR2')).exitCode).toBe(0);
  await move('4.50153', 'confirmed');
  expect((await move('4.50153', 'sent')).exitCode).toBe(0);
  expect(await list('--key', '4.50153')).toMatchObject([{ status: 'SENT', code: null }]);
  expect(await subjectsOfSent()).toHaveLength(3);
});

test('a list of codes changes no prize that has arrived, and those beside it are sent', async () => {
  await moderate(site, receipt, { to: 'APPROVED' });
  await makeDraw();
  await move(receipt, 'sent', '--code', 'BR1');
  await move(receipt, 'delivered');
  await move('4.50153', 'confirmed');
  const name = join(site.gateway.settings.dataDirectory, 'codigos.csv');
  await writeFile(name, `nota;rastreio\r\n${receipt};BR1\r\n4.50153;BR2\r\n`);
  const { text, progress } = await site.operate('winners', 'ship', name);
  expect(progress).toEqual(['1 of 2 were refused.']);
  expect(text).toContain('NOT_ALLOWED_NOW: Este prêmio já foi entregue.');
  expect((await move(receipt, 'sent', '--code', 'BR3')).text).toContain('já foi entregue');
  expect(await list('--status', 'delivered')).toMatchObject([
    { win: String(receipt), code: 'BR1' },
  ]);
  expect(await list('--status', 'sent')).toMatchObject([{ win: '4.50153', code: 'BR2' }]);
});

test('a prize that waits for the winner’s documents is not listed as ready to be sent', async () => {
  await moderate(site, receipt, { to: 'APPROVED' });
  await move(receipt, 'waiting_documents');
  const listed = async (status: string) =>
    (await site.operate('prizes', 'list', '--status', status)).text;
  expect(await listed('ready')).toBe('Nothing found.');
  expect(await listed('waiting_documents')).toContain(String(receipt));
  expect((await move(receipt, 'confirmed', '--status', 'to_notify')).text).toBe(
    'NOT_ALLOWED_NOW: O status agora é WAITING_DOCUMENTS, e nada foi mudado.',
  );
});

test('the prize of a receipt that its tax office confirmed waits while a moderator doubts it', async () => {
  await confirmByOffice(site, receipt);
  const states = async () => (await list()).map(({ status }) => status);
  expect(await states()).toEqual(['TO_NOTIFY']);
  await move(receipt, 'waiting_documents');
  expect(await states()).toEqual(['WAITING_DOCUMENTS']);
  await moderate(site, receipt, { to: 'FRAUD_SUSPECT' });
  expect(await states()).toEqual(['WAITING']);
  expect((await move(receipt, 'confirmed')).text).toContain('ainda não foi aprovada');
  expect((await site.operate('prizes', 'hand-out', receipt)).exitCode).toBe(1);
  await moderate(site, receipt, { to: 'APPROVED' });
  expect(await states()).toEqual(['WAITING_DOCUMENTS']);
});

test('the prize of a receipt that its tax office confirmed over plain http waits for a moderator', async () => {
  await confirmByOffice(site, receipt, { isEncrypted: false });
  expect((await list()).map(({ status }) => status)).toEqual(['WAITING']);
  expect((await site.operate('prizes', 'hand-out', receipt)).text).toContain(
    'ainda não foi aprovada',
  );
});

test('the prize of a confirmed receipt waits while one without its key may be the same paper', async () => {
  await confirmByOffice(site, receipt);
  const [purchase] = await site.query<{ day: string; total: number }>(
    'select purchase_date::text as day, total_centavos as total from receipts where id = $1',
    [receipt],
  );
  const { day: purchaseDate = '', total = 0 } = purchase ?? {};
  const same = { identifier: '4712', purchaseDate, totalAmount: total / 100 };
  const lookAlike = Number((await site.sendReceipt(bia, same)).body.id);
  const handOut = () => site.operate('prizes', 'hand-out', receipt);
  expect((await handOut()).text).toContain('ainda não foi aprovada');
  await moderate(site, lookAlike, { to: 'REJECTED', reason: 'ILLEGIBLE' });
  expect((await handOut()).exitCode).toBe(0);
});

test('the prize of an approved receipt waits while its tax office doubts that, and a moderator has not judged', async () => {
  await moderate(site, receipt, { to: 'APPROVED' });
  await site.query("update receipts set open_doubts = '{CANCELLED}' where id = $1", [receipt]);
  const listed = async (status: string) =>
    (await site.operate('prizes', 'list', '--status', status)).text;
  expect(await listed('ready')).toBe('Nothing found.');
  expect(await listed('waiting')).toContain(String(receipt));
  expect((await site.operate('prizes', 'hand-out', receipt)).text).toContain(
    `A Sefaz pôs a nota deste prêmio em dúvida: receipts show ${receipt}.`,
  );
  await site.operate('receipts', 'keep', receipt);
  expect((await site.operate('prizes', 'hand-out', receipt)).exitCode).toBe(0);
});

test('a prize of the draw is not confirmed or sent while the tax office doubts its receipt', async () => {
  const doubted = await giveNumber(site, bia, [4, 50_153]);
  await giveNumber(site, ana, [4, 50_160]);
  await site.operate('receipts', 'move', doubted, 'approved');
  await site.query("update receipts set open_doubts = '{CANCELLED}' where id = $1", [doubted]);
  passTheEnd(site);
  await site.operate('close');
  const named = 'Receipts of the draw that the tax office doubts: 1 (receipts doubted).';
  const freeze = await site.operate('freeze', '--unjudged', 'Em análise', '--force', '--dry-run');
  expect(freeze.progress).toContain(named);
  expect((await drawToday(site)).progress).toContain(named);
  const { text } = await move('4.50153', 'confirmed');
  expect(text).toContain(`A Sefaz pôs a nota deste prêmio em dúvida: receipts show ${doubted}.`);
  expect((await move('4.50153', 'waiting_documents')).exitCode).toBe(0);
  await site.operate('receipts', 'keep', doubted);
  expect((await move('4.50153', 'confirmed')).exitCode).toBe(0);
  await move('4.50153', 'sent', '--code', 'BR1');
  await site.query("update receipts set open_doubts = '{TOTAL}' where id = $1", [doubted]);
  expect((await move('4.50153', 'confirmed')).exitCode, 'a parcel that came back').toBe(0);
  expect((await move('4.50153', 'sent')).exitCode).toBe(1);
  await site.operate('receipts', 'keep', doubted);
  expect((await move('4.50153', 'delivered')).exitCode).toBe(0);
});

test('a winner with a doubted receipt can be disqualified', async () => {
  await makeDraw();
  await site.query("update receipts set open_doubts = '{CANCELLED}'");
  const { exitCode } = await site.operate(
    'winners',
    'disqualify',
    '4.50153',
    '--reason',
    'Cancelada',
  );
  expect(exitCode).toBe(0);
});

/** Another draw, with the same number as winner. */
async function addSecondDraw() {
  await makeDraw();
  for (const [table, key] of [
    ['draws', '{"engine_id": 999}'],
    ['lucky_numbers', '{"engine_id": 999, "id": 999999}'],
    ['winners', '{"engine_id": 999, "lucky_number_id": 999999}'],
  ]) {
    await site.query(
      `insert into ${table} overriding system value
       select (jsonb_populate_record(original, $1::jsonb)).* from ${table} as original
       where ${table === 'lucky_numbers' ? 'series = 4 and number = 50153' : 'true'}`,
      [key],
    );
  }
  site.clock.now = new Date(site.clock.now.getTime() + 365 * 24 * 3_600_000);
}

test('a number is of the draw in which it won, where that was one', async () => {
  await addSecondDraw();
  const drawSql = `jsonb_path_query_first(snapshot, '$.campaign.engines[*] ? (@.type == "DRAW")')`;
  await site.query(`update campaigns set snapshot = jsonb_insert(snapshot,
    '{campaign,engines,0}', jsonb_set(${drawSql}, '{id}', '999'))`);
  expect((await move('4.50153', 'confirmed')).text).toContain('em mais de um sorteio');
  expect((await site.operate('winners', 'show', '4.50153')).text).toContain('em mais de um');
  expect((await site.operate('winners', 'show', '4.50153', '--engine', 999)).exitCode).toBe(0);
  await site.query('delete from winners where lucky_number_id = 999999');
  expect((await move(receipt, '4.50153', 'confirmed')).progress).toEqual(['1 of 2 were refused.']);
});

test('prizes of two draws that gave out the same number both expire', async () => {
  await addSecondDraw();
  const expired = await site.operateRows('winners', 'expire');
  expect(expired.filter(({ win }) => win === '4.50153')).toHaveLength(2);
});

test('a prize that is moved while the others expire is named as refused', async () => {
  await addSecondDraw();
  await site.query(`
    create function confirm_others() returns trigger language plpgsql as $$ begin
      insert into prize_deliveries
        (campaign_id, lucky_number_id, consumer_id, campaign_prize_id, status)
      select campaign_id, lucky_number_id, consumer_id, campaign_prize_id, 'CONFIRMED'
      from winners where lucky_number_id <> new.lucky_number_id;
      return null;
    end $$`);
  await site.query(`create trigger confirm_others after insert on prize_deliveries for each row
    when (new.status = 'EXPIRED') execute function confirm_others()`);
  const { text, progress } = await site.operate('winners', 'expire');
  expect(progress).toContain('1 of 2 were refused.');
  expect(text).toMatch(
    /4\.50153 --engine \d+ +NOT_ALLOWED_NOW: O status agora é CONFIRMED, e nada foi mudado/,
  );
  await site.query('drop function confirm_others cascade');
});

test('impossible steps are refused, with the right ones named', async () => {
  const wrong: [line: string, why: string][] = [
    ['winners list --status new', 'Expected one of WAITING, TO_NOTIFY'],
    ['winners move 1 confirmed --code x', '--code is of one prize that is sent.'],
    ['winners move sent', 'The receipt, or the lucky number, is needed.'],
    ['winners show', 'is needed'],
    [
      'prizes list --status sent',
      'Expected one of WAITING, READY, WAITING_DOCUMENTS, HANDED_OUT, EXPIRED',
    ],
  ];
  for (const [line, why] of wrong) {
    const { text, exitCode } = await site.operate(...line.split(' '));
    expect.soft([exitCode, text]).toEqual([2, expect.stringContaining(why)]);
  }
});
