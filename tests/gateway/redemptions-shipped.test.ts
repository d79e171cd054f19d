import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { updateConsumerEndpoint } from '../../src/contract/consumer.ts';
import { getPersonalDataEndpoint } from '../../src/contract/personal-data.ts';
import { getPointsWalletEndpoint } from '../../src/contract/wallets.ts';
import { readEmail } from '../support/email.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import {
  makePrizeDue,
  postponePrizes,
  redeemKits,
  sendApproved,
} from '../support/gateway-actions.ts';

const site = await openGateway({ variant: 'all' });
afterAll(() => site.close());

let ana: TestConsumer;
let order: number;

beforeEach(async () => {
  await site.query('update prize_stock set quantity = 100');
  await postponePrizes(site);
  ana = await site.signUp();
  await sendApproved(site, ana);
  order = await redeemKits(site, ana);
});

const move = (...words: (string | number)[]) =>
  site.operate('redemptions', 'move', order, ...words);
const listed = async (...words: string[]) => {
  const cpf = ana.consumer.document;
  return site.operateRows('redemptions', 'list', '--cpf', cpf, ...words);
};
const newestEmail = async () => {
  const emails = (await site.emails()).map(readEmail);
  return emails.findLast(({ to }) => to.includes(ana.consumer.email));
};

async function ship(code = 'BR1') {
  for (const status of ['requested', 'confirmed', 'billed']) await move(status);
  await move('shipped', '--code', code);
}

async function changeAddress(street: string) {
  const token = await site.signIn(ana);
  const { address } = ana.consumer;
  if (!address) throw new Error('The person has no address');
  await site.call(updateConsumerEndpoint, { token, body: { address: { ...address, street } } });
}

describe('a shipped order', () => {
  test('keeps its code for those who answer its owner, until an erasure', async () => {
    await ship();
    expect(await listed()).toMatchObject([{ status: 'SHIPPED', code: 'BR1', returnedAt: null }]);
    const { body } = await site.call(getPersonalDataEndpoint, { token: await site.signIn(ana) });
    expect(body.redemptions).toMatchObject([{ trackingCode: 'BR1', returnedAt: null }]);
    await move('completed');
    expect(await listed()).toMatchObject([{ status: 'COMPLETED', code: 'BR1' }]);
    await site.operate('consumers', 'erase', ana.id);
    const [row] = await site.query('select tracking_code, address from redemptions where id = $1', [
      order,
    ]);
    expect(row).toEqual({ tracking_code: null, address: {} });
  });

  test('gets another code when the first was wrong, even of a blocked wallet', async () => {
    await ship();
    await site.operate('wallets', 'block', ana.id);
    expect((await move('shipped', '--code', 'BR1')).text).toContain('já foi enviado');
    expect((await move('shipped')).text).toContain('já foi enviado');
    expect((await move('shipped', '--code', 'BR2')).exitCode).toBe(0);
    expect(await listed()).toMatchObject([{ code: 'BR2' }]);
    expect((await newestEmail())?.subject).toContain('BR2');
  });

  test('that came back is found, its owner hears of it, and it goes to their address of now', async () => {
    await ship();
    const [returned] = await site.operateRows('redemptions', 'returned', order);
    expect(returned).toEqual({
      id: order,
      consumer: ana.id,
      code: 'BR1',
      returnedAt: site.clock.now.toISOString(),
    });
    const email = await newestEmail();
    expect(email?.subject).toContain('Seu resgate voltou: confira o endereço');
    expect(email?.text).toContain('/perfil');
    expect(await listed('--status', 'returned')).toMatchObject([{ id: order, status: 'SHIPPED' }]);
    expect(await listed('--status', 'shipped')).toEqual([]);
    expect((await site.operate('redemptions', 'returned', order)).text).toContain(
      'A volta deste resgate já está registrada.',
    );

    await changeAddress('Rua Nova');
    const [readdressed] = await site.operateRows('redemptions', 'address', order);
    expect(readdressed?.['address']).toContain('Rua Nova, ');
    await move('shipped', '--code', 'BR1');
    expect(await listed()).toMatchObject([{ status: 'SHIPPED', code: 'BR1', returnedAt: null }]);
    expect((await newestEmail())?.subject).toContain('BR1');
    expect((await site.operate('redemptions', 'address', order)).text).toContain(
      'não muda mais de endereço',
    );
  });

  test('that came back can be cancelled, and holds up no erasure any more', async () => {
    await ship();
    expect((await move('canceled')).exitCode, 'under way').toBe(1);
    await site.operate('redemptions', 'returned', order);
    const token = await site.signIn(ana);
    const before = (await site.call(getPointsWalletEndpoint, { token })).body.balance;
    expect((await move('canceled')).exitCode).toBe(0);
    expect((await site.call(getPointsWalletEndpoint, { token })).body.balance).toBeGreaterThan(
      before,
    );
    expect(await listed()).toMatchObject([{ status: 'CANCELED', returnedAt: null }]);
    expect((await site.operate('consumers', 'erase', ana.id)).exitCode).toBe(0);
  });

  test('that was completed by mistake is shipped again, without an email, and can come back', async () => {
    await ship();
    await move('completed');
    expect((await move('shipped')).text).toContain('Se foi concluído por engano');
    const emails = (await site.emails()).length;
    expect((await move('shipped', '--status', 'completed')).exitCode).toBe(0);
    expect(await listed()).toMatchObject([{ status: 'SHIPPED', code: 'BR1' }]);
    expect(await site.emails()).toHaveLength(emails);
    await site.operate('redemptions', 'returned', order);
    const token = await site.signIn(ana);
    const balance = async () => (await site.call(getPointsWalletEndpoint, { token })).body.balance;
    const before = await balance();
    expect((await move('canceled')).exitCode).toBe(0);
    expect(await balance()).toBeGreaterThan(before);
    expect((await move('canceled')).exitCode, 'the points come back once').toBe(1);
  });

  test('is listed as doubted while the tax office doubts what paid for it', async () => {
    expect(await listed()).toMatchObject([{ doubted: null }]);
    const doubt = "update receipts set open_doubts = '{CANCELLED}' where consumer_id = $1";
    await site.query(doubt, [ana.id]);
    expect(await listed()).toMatchObject([{ doubted: 'yes', held: null }]);
    await move('canceled');
    expect(await listed()).toMatchObject([{ status: 'CANCELED', doubted: null }]);
  });

  test('that came back waits while the wallet is blocked', async () => {
    await ship();
    await site.operate('redemptions', 'returned', order);
    await site.operate('wallets', 'block', ana.id);
    expect((await move('shipped', '--code', 'BR2')).text).toContain('bloqueada');
    await site.operate('wallets', 'unblock', ana.id);
    expect((await move('completed')).exitCode).toBe(0);
    expect(await listed()).toMatchObject([{ status: 'COMPLETED', returnedAt: null }]);
  });
});

test('an order that no one collected is returned, then cancelled, and holds up no erasure', async () => {
  for (const status of ['requested', 'confirmed', 'billed', 'awaiting_withdraw'])
    await move(status);
  expect((await move('canceled')).exitCode).toBe(1);
  const before = (await site.emails()).length;
  expect((await site.operate('redemptions', 'returned', order)).exitCode).toBe(0);
  expect(await site.emails(), 'nothing was on its way to an address').toHaveLength(before);
  expect((await move('canceled')).exitCode).toBe(0);
  expect(await listed()).toMatchObject([{ status: 'CANCELED', returnedAt: null }]);
  expect((await newestEmail())?.subject).toContain('cancelado');
  expect((await site.operate('consumers', 'erase', ana.id)).exitCode).toBe(0);
});

describe('an order that has not left', () => {
  test('cannot come back, and takes a corrected address', async () => {
    expect((await site.operate('redemptions', 'returned', order)).text).toContain(
      'Um resgate NEW_ORDER não foi enviado.',
    );
    await changeAddress('Rua Corrigida');
    await site.operate('redemptions', 'address', order);
    const [row] = await site.query<{ street: string }>(
      "select address ->> 'street' as street from redemptions where id = $1",
      [order],
    );
    expect(row?.street).toBe('Rua Corrigida');
    await site.query('update consumers set address = null where id = $1', [ana.id]);
    expect((await site.operate('redemptions', 'address', order)).text).toContain(
      'O cadastro da pessoa não tem endereço.',
    );
  });
});

describe('a file of tracking codes', () => {
  const file = () => join(site.gateway.settings.dataDirectory, 'codigos.csv');
  const shipFile = async (text: string | Uint8Array, ...words: string[]) => {
    await writeFile(file(), text);
    return site.operate('redemptions', 'ship', 'codigos.csv', ...words);
  };

  test('that was exported and filled in ships its orders, once', async () => {
    const second = await redeemKits(site, ana);
    await site.operate('export', 'redemptions', 'codigos.csv', '--cpf', ana.consumer.document);
    const csv = await readFile(file(), 'utf8');
    const [headings = '', ...lines] = csv.trimEnd().split('\r\n');
    const column = headings.split(';').indexOf('rastreio');
    const filled = lines.map((line) => {
      const cells = line.split(';');
      cells[column] = cells[0] === String(order) ? 'nº 88812345678901' : '';
      return cells.join(';');
    });
    const text = [headings, ...filled, ''].join('\r\n');
    const tried = await shipFile(text, '--dry-run');
    expect(tried.text).toContain('88812345678901');
    const shipped = await shipFile(text, '--output', 'json');
    expect(JSON.parse(shipped.text)).toEqual([
      { id: order, from: 'NEW_ORDER', to: 'SHIPPED', code: '88812345678901' },
    ]);
    expect(await listed()).toMatchObject([
      { id: second, status: 'NEW_ORDER', code: null },
      { id: order, status: 'SHIPPED', code: '88812345678901' },
    ]);
    expect((await newestEmail())?.subject).toContain('88812345678901');
    expect((await shipFile(text)).text).toContain('já foi enviado');
    await site.operate('redemptions', 'returned', order);
    expect((await shipFile(text)).text).toContain('O pacote com este código voltou');
    expect((await shipFile(`resgate;rastreio\n00${order};BR9`)).exitCode).toBe(0);
    expect(await listed()).toMatchObject([{ id: second }, { id: order, code: 'BR9' }]);
    await move('completed');
    expect((await shipFile(text)).text).toContain(
      'Um resgate COMPLETED não pode passar a SHIPPED.',
    );
  });

  test('that is read again puts no code back that was corrected, or whose parcel came back', async () => {
    const first = `resgate;rastreio\n${order};BR1`;
    expect((await shipFile(first)).exitCode).toBe(0);
    expect((await move('shipped', '--code', 'BR2')).exitCode).toBe(0);
    const emails = (await site.emails()).length;
    expect((await shipFile(first)).text).toContain('Este código é de antes de uma correção');
    expect(await listed()).toMatchObject([{ code: 'BR2' }]);
    await site.operate('redemptions', 'returned', order);
    expect((await shipFile(first)).text).toContain('Este código é de antes de uma correção');
    expect(await listed()).toMatchObject([{ code: 'BR2', returnedAt: expect.any(String) }]);
    expect(await site.emails()).toHaveLength(emails + 1);
    const { body } = await site.call(getPersonalDataEndpoint, { token: await site.signIn(ana) });
    expect(body.redemptions).toMatchObject([{ trackingCode: 'BR2', formerCodes: ['BR1'] }]);
    expect((await move('shipped', '--code', 'BR1')).exitCode, 'typed on purpose').toBe(0);
  });

  test('is read as Excel writes it: quotation marks, commas, its own letters', async () => {
    const quoted = `"resgate","rastreio","rua"\n"${order}"," BR ""7"" ","Rua A, 1\nfundos"\n\n`;
    expect((await shipFile(quoted)).exitCode).toBe(0);
    expect(await listed()).toMatchObject([{ code: 'BR "7"' }]);
    const latin = Buffer.from(`rastreio;situação;resgate\r\nnº 9;x;${order}`, 'latin1');
    expect((await shipFile(latin)).exitCode).toBe(0);
    expect(await listed()).toMatchObject([{ code: '9' }]);
  });

  test.each([
    ['resgate;codigo\n1;BR1', 'The first line has to name the columns resgate, and rastreio.'],
    ['resgate;rastreio\n;BR1', 'Line 2 has a code, and names no record.'],
    ['resgate;rastreio\n1;BR1\n1;BR2', 'Line 3: 1 is there twice.'],
    ['resgate;rastreio\n1;8,88E+13', 'Line 2: the spreadsheet has rounded the code to 8,88E+13.'],
    ['resgate;rastreio\n1;', 'No line has a code.'],
    ['resgate;rastreio\nabc;BR1', 'An id is a number, not abc.'],
    ['resgate;rastreio\n1;"BR', 'Line 2 is no CSV.'],
  ])('%j is refused, and nothing is shipped', async (text, why) => {
    const refused = await shipFile(text);
    expect([refused.exitCode, refused.text]).toEqual([2, expect.stringContaining(why)]);
  });

  test('of prizes sends them to their winners', async () => {
    await makePrizeDue(site, 0);
    const { id } = await sendApproved(site, ana);
    const text = `nota;numero_sorteado;rastreio\n${id};;BR77\n99999;;BR78\n`;
    await writeFile(file(), text);
    const rows = await site.operateRows('winners', 'ship', 'codigos.csv');
    expect(rows).toMatchObject([
      { win: String(id), status: 'SENT', code: 'BR77' },
      { id: '99999', refused: expect.stringContaining('NOT_FOUND') },
    ]);
  });
});
