import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getReceiptDetailsEndpoint } from '../../src/contract/receipts.ts';
import { insertDraw } from '../../src/gateway/draws/draw-queries.ts';
import { drawToday, giveNumber, givePrizesOneEach, passTheEnd } from '../support/draws.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';

let site: TestGateway;
let ana: TestConsumer;
/** Of the number 4.50153. */
let receipt: number;

/** Until the correction, Ana's number has prize 901, and from then on 904. */
beforeEach(async () => {
  site = await openGateway({ variant: 'all' });
  ana = await site.signUp();
  await givePrizesOneEach(site);
  receipt = await giveNumber(site, ana, [4, 50_153]);
  await giveNumber(site, await site.signUp(), [5, 50_153]);
  passTheEnd(site);
  await site.operate('close');
  await drawToday(site, '--federal', '12355,67890,11121,31415,92653');
});
afterEach(() => site.close());

const winners = (...words: string[]) => site.operate('winners', ...words);
const move = (...words: string[]) => winners('move', '4.50153', ...words);
const winsOf = (number: string) => site.operateRows('winners', 'list', '--key', number);
const correct = () => drawToday(site, '--correct', 'Digitado errado');

test('a corrected draw gives a number another prize, which is not on its way as the former one was', async () => {
  await move('confirmed');
  expect((await move('sent', '--code', 'BR1')).exitCode).toBe(0);
  const { progress } = await correct();
  expect(progress).toContain(
    'Prize 901 of 4.50153 is SENT, and the draw gives it to another. Once it is back: winners move 4.50153 confirmed --prize 901.',
  );
  const deliveries = await site.operateRows('winners', 'list');
  const sent = { win: '4.50153', prize: 901, status: 'SENT', code: 'BR1' };
  expect(deliveries.filter(({ kind }) => kind === 'DRAW')).toMatchObject([
    sent,
    { win: '4.50153', prize: 904, status: 'TO_NOTIFY', code: null },
    { win: '5.50153', prize: 901, status: 'TO_NOTIFY' },
  ]);
  expect((await move('confirmed')).exitCode).toBe(0);
  expect(await winsOf('4.50153')).toMatchObject([sent, { prize: 904, status: 'CONFIRMED' }]);
  site.passTime(300 * 86_400_000);
  expect((await move('expired')).text).toContain('nada foi enviado ainda');
});

test.each(['delivered', 'confirmed'])(
  'a prize that left and is another number’s by a correction is moved by its id: %s',
  async (end) => {
    await move('confirmed');
    await move('sent', '--code', 'BR1');
    await correct();
    expect((await move(end, '--prize', '904')).exitCode).toBe(end === 'confirmed' ? 0 : 1);
    expect((await move(end, '--prize', '901')).text).toMatch(/SENT +4\.50153/);
    const standing = { prize: 904, status: end === 'confirmed' ? 'CONFIRMED' : 'TO_NOTIFY' };
    expect(await winsOf('4.50153')).toMatchObject(
      end === 'delivered' ? [{ prize: 901, status: 'DELIVERED' }, standing] : [standing],
    );
    expect((await move('delivered', '--prize', '777')).text).toContain('NOT_FOUND');
  },
);

test('no list of codes, of before a correction or after it, sends the number’s new prize by the former one’s code', async () => {
  await move('confirmed');
  await move('sent', '--code', 'BR1');
  const folder = site.gateway.settings.dataDirectory;
  const [before, after] = [join(folder, 'antes.csv'), join(folder, 'depois.csv')];
  await site.operate('export', 'winners', before);
  await correct();
  await move('confirmed');
  const former = { prize: 901, status: 'SENT', code: 'BR1' };
  expect((await winners('ship', before)).text).toContain('Este código é de antes de uma correção');
  expect(await winsOf('4.50153')).toMatchObject([former, { prize: 904, status: 'CONFIRMED' }]);
  await site.operate('export', 'winners', after);
  expect((await winners('ship', after)).text).toContain('No line has a code.');
  const list = await readFile(after, 'utf8');
  const filledIn = list.replace(/(CONFIRMED;"?)(?=;)/, '$1BR2');
  await writeFile(after, filledIn);
  expect((await winners('ship', after)).exitCode).toBe(0);
  expect(await winsOf('4.50153')).toMatchObject([former, { status: 'SENT', code: 'BR2' }]);
});

test('a code of a parcel that came back before a correction does not send the number’s new prize', async () => {
  const list = join(site.gateway.settings.dataDirectory, 'codigos.csv');
  await writeFile(list, 'numero_sorteado;rastreio\n4.50153;BR1');
  await move('confirmed');
  expect((await winners('ship', list)).exitCode).toBe(0);
  await move('confirmed');
  await correct();
  await move('confirmed');
  expect((await winners('ship', list)).text).toContain('Este código é de antes de uma correção');
  expect(await winsOf('4.50153')).toMatchObject([{ prize: 904, status: 'CONFIRMED' }]);
});

test('a draw that was made is not made once more beside a correction', async () => {
  const draw = {
    campaignId: 19,
    engineId: 101,
    federalPrizes: [],
    extraction: '2025-12-06',
    drawnSeries: 4,
    drawnNumber: 0,
    passedOver: [],
    madeAt: site.clock.now,
  };
  const { database } = site.gateway;
  const again = database.transaction((queries) => insertDraw(queries, draw));
  await expect(again).rejects.toThrow('draws_pkey');
});

test('a prize that a correction exchanges before it has left is not said to be lost', async () => {
  await move('confirmed');
  await correct();
  expect(await winsOf('4.50153')).toMatchObject([{ prize: 904, status: 'TO_NOTIFY' }]);
  const call = { token: await site.signIn(ana), parameters: { couponId: receipt } };
  const { body } = await site.call(getReceiptDetailsEndpoint, call);
  expect(body.engineOrders.flatMap(({ details }) => details?.deliveries ?? [])).toEqual([]);
});
