import { describe, expect, test } from 'vitest';
import { getPersonalDataEndpoint } from '../../src/contract/personal-data.ts';
import { getReceiptDetailsEndpoint } from '../../src/contract/receipts.ts';
import { eraseRowsAbout } from '../../src/gateway/privacy/queries.ts';
import { isProvenByOffice } from '../../src/gateway/receipts/tax-office-finding.ts';
import { offices } from '../../src/gateway/tax-office/offices.ts';
import { moderate } from '../support/moderation.ts';
import { acceleratedProducts, otherCnpj } from '../support/receipt-body.ts';
import { qrPicture } from '../support/receipts/qr-picture.ts';
import { officePage, officeReceipt, printedBuyer } from '../support/tax-office-pages.ts';
import {
  actAs,
  ana,
  buyersCode,
  hour,
  knownReceipt,
  minute,
  notInBooks,
  office,
  passTimeAndAsk,
  readAndSend,
  readNew,
  readPicture,
  sendKnown,
  sendReceipt,
  shareTaxOffice,
  shop,
  site,
  start,
  statesOf,
  storedAnswer,
  withParameter,
} from '../support/tax-office-site.ts';

shareTaxOffice();

/** The page comes over https, but a redirect on the way to it does not. */
function replyOverPlainHttp(page: string): void {
  const [first = '', other = ''] = offices.PR.hosts;
  const hops = [`http://${other}/nfce/qrcode`, `https://${first}/nfce/qrcode?visto=1`];
  office.reply = () => {
    const location = hops.shift();
    return location ? { status: 302, headers: { location } } : page;
  };
}

function isProven({ key: identifier, day: purchaseDate }: { key: string; day: string }) {
  const receipt = { identifier, totalCentavos: 5490, purchaseDate, cnpj: shop.cnpj };
  return isProvenByOffice(site.gateway, site.gateway.database, receipt);
}

describe('after the receipt was entered', () => {
  test('a confirmed receipt says so, and keeps what the office said without the buyer', async () => {
    const { id, status } = await readAndSend();
    expect(status).toBe('IN_ANALYSIS');
    const answer = await storedAnswer(id);
    expect(answer).toMatchObject({ total: 5490, time: '10:20:30' });
    expect(JSON.stringify(answer)).not.toContain(printedBuyer.name);
    expect(JSON.stringify(answer)).not.toContain(printedBuyer.document);
    const { body } = await site.call(getReceiptDetailsEndpoint, {
      parameters: { couponId: id },
      token: ana.token,
    });
    expect(body).toMatchObject({ status: 'IN_ANALYSIS', taxOffice: 'CONFIRMED' });
  });

  test.each([
    ['total', { totalAmount: 55.9 }],
    ['day', { purchaseDate: '2026-03-16' }],
    ['shop', { cnpj: otherCnpj }],
  ])('another %s than the office’s sends it to a person, numbers stay', async (field, typed) => {
    const { id, status, page } = await readAndSend({ reply: { status: 500 }, typed });
    const numbers = () => site.query('select * from lucky_numbers order by id');
    const before = await numbers();
    office.reply = () => page;
    await passTimeAndAsk(6 * minute);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
    expect(await numbers()).toEqual(before);
    // A CNPJ that is not the key's waits for a person from the start.
    expect(status).toBe(field === 'shop' ? 'PENDING_ANALYSIS' : 'IN_ANALYSIS');
  });

  test('a receipt that was issued after it was sent waits for a moderator, except for a fast clock', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const issuedAt = async (time: string) => {
        const receipt = await knownReceipt();
        office.reply = () => ({ status: 500 });
        const { id } = await sendKnown(receipt);
        await site.settle();
        office.reply = () => officePage({ ...receipt.known, time });
        await passTimeAndAsk(6 * minute);
        return id;
      };
      const sentAt = site.clock.now.getTime();
      const timeAfter = (minutes: number) =>
        new Date(sentAt + minutes * minute - 3 * hour).toISOString().slice(11, 19);
      const inTime = await issuedAt(timeAfter(9));
      expect(await statesOf(inTime)).toEqual(['CONFIRMED', 'APPROVED']);
      const later = await issuedAt(timeAfter(30));
      expect(await statesOf(later)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
      const { text } = await site.operate('receipts', 'show', Number(later));
      expect(text).toMatch(/^doubts +LATER$/m);
      expect(text).toMatch(/^differs +LATER/m);
    }));

  test('a receipt whose difference is known when it is entered waits for a moderator', async () => {
    const { status } = await readAndSend({ typed: { totalAmount: 60 } });
    expect(status).toBe('PENDING_ANALYSIS');
  });

  test('the operator sees both readings of a receipt that differs', async () => {
    const { id } = await readAndSend({ typed: { totalAmount: 60 } });
    const { text } = await site.operate('receipts', 'show', Number(id));
    expect(text).toMatch(/^total +R\$.60,00/m);
    expect(text).toMatch(/^officeTotal +R\$.54,90/m);
    expect(text).toMatch(/^differs +TOTAL/m);
    expect(text).toMatch(/^reasons +TAX_OFFICE/m);
    expect(text).toContain('CR DENT BRISAL CARV 90G');
  });

  test('the office’s answer is in the consumer’s data, and is erased with it', async () => {
    actAs(await site.signUp());
    const { id } = await readAndSend();
    const { body } = await site.call(getPersonalDataEndpoint, { token: ana.token });
    expect(body.receipts[0]).toMatchObject({
      purchaseTime: '10:20:30',
      items: [{ description: 'CR DENT BRISAL CARV 90G', total: 12.99 }, { total: 41.91 }],
    });
    const { key, ...unsent } = await knownReceipt();
    office.reply = () => unsent.page;
    await readPicture(unsent.picture);
    const { readings } = (await site.call(getPersonalDataEndpoint, { token: ana.token })).body;
    expect(readings).toMatchObject([
      { outcome: 'confirmed' },
      { accessKey: key, outcome: 'confirmed', items: [{ total: 12.99 }, { total: 41.91 }] },
    ]);
    const { database } = site.gateway;
    await database.transaction((queries) => eraseRowsAbout(queries, ana.id));
    expect(await storedAnswer(id)).toBeNull();
    expect(await database.query('select * from tax_office_questions')).toEqual([]);
  });

  test('a receipt cancelled after its confirmation goes to a moderator', async () => {
    const { id, known } = await readAndSend();
    office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
    await passTimeAndAsk(25 * hour);
    expect(office.asked).toHaveLength(2);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
  });

  /** The doubts that the operator's list shows of a receipt; undefined for one that it leaves out. */
  async function listedDoubts(id: number | string) {
    const rows = await site.operateRows('receipts', 'doubted');
    return rows.find((row) => row['id'] === Number(id))?.['doubts'];
  }

  test('a receipt approved before the answer stays approved, and is on the operator’s list of doubts', async () => {
    const { id, known } = await readAndSend();
    await moderate(site, id, { to: 'APPROVED' });
    expect(await listedDoubts(id)).toBeUndefined();
    office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
    await passTimeAndAsk(25 * hour);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'APPROVED']);
    expect(await listedDoubts(id)).toBe('CANCELLED');
    const show = async () => (await site.operate('receipts', 'show', Number(id))).text;
    expect(await show()).toMatch(/^reasons +TAX_OFFICE\ndoubts +CANCELLED$/m);
    expect(await show(), 'in São Paulo').toMatch(/^officeAnswered +\d{4}-\d\d-\d\d \d\d:/m);
    await moderate(site, id, { to: 'DONE' });
    expect(await listedDoubts(id)).toBeUndefined();
    expect(await show()).toMatch(/^judgedDoubts +CANCELLED\ntaxOfficeCause +CANCELLED$/m);
  });

  test('a receipt that was finished before its cancellation is on the list of doubts, too', async () => {
    const { id, known } = await readAndSend();
    await moderate(site, id, { to: 'APPROVED' });
    await moderate(site, id, { to: 'DONE' });
    office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
    await passTimeAndAsk(25 * hour);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'DONE']);
    expect(await listedDoubts(id)).toBe('CANCELLED');
  });

  test('a doubt that a moderator has judged is raised once, and a cancellation after it anew', async () => {
    const { id, known } = await readAndSend({ typed: { totalAmount: 60 } });
    await moderate(site, id, { to: 'APPROVED' });
    expect(await listedDoubts(id)).toBeUndefined();
    office.reply = () => ({ status: 500 });
    await passTimeAndAsk(25 * hour);
    expect(await listedDoubts(id)).toBeUndefined();
    office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
    await passTimeAndAsk(2 * minute);
    expect(await listedDoubts(id)).toBe('CANCELLED');
    expect(site.lines.join('\n')).toContain(
      `"event":"approved receipt doubted","receipt":${id},"doubts":"CANCELLED"`,
    );
  });

  test('an office that is down a day later undoes no confirmation, and is asked again', async () => {
    const { id, known } = await readAndSend();
    office.reply = () => ({ status: 500 });
    await passTimeAndAsk(25 * hour);
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
    await passTimeAndAsk(2 * minute);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
  });

  test('a stranger’s reading a week later, while the office is down, undoes no confirmation', async () => {
    const { id, picture } = await readAndSend();
    await passTimeAndAsk(25 * hour);
    site.passTime(8 * 24 * hour);
    await site.tidy();
    actAs(await site.signUp());
    office.reply = () => ({ status: 500 });
    expect(await readPicture(picture)).toMatchObject({ taxOffice: 'WAITING' });
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    office.reply = () => 'Inconsistência de Informações no QR Code';
    await passTimeAndAsk(6 * minute);
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
  });

  test('a second look over plain http takes no proof away', async () => {
    const receipt = await readAndSend();
    replyOverPlainHttp(receipt.page);
    await passTimeAndAsk(25 * hour);
    expect(office.asked).toHaveLength(4);
    expect(await storedAnswer(receipt.id)).toMatchObject({ isEncrypted: true });
    expect(await isProven(receipt), 'for who sends it once it is released').toBe(true);
  });

  test('a stranger’s reading over plain http, a week later, takes no proof away', async () => {
    const { id, picture, page } = await readAndSend();
    await passTimeAndAsk(25 * hour);
    site.passTime(8 * 24 * hour);
    await site.tidy();
    actAs(await site.signUp());
    replyOverPlainHttp(page);
    expect(await readPicture(picture)).toMatchObject({ taxOffice: 'CONFIRMED' });
    expect(await storedAnswer(id)).toMatchObject({ isEncrypted: true });
  });

  test('another total over plain http, a week later, raises no doubt of what came over https', async () => {
    const { id, picture, known, key, day } = await readAndSend();
    await passTimeAndAsk(25 * hour);
    site.passTime(8 * 24 * hour);
    await site.tidy();
    actAs(await site.signUp());
    replyOverPlainHttp(officePage(officeReceipt(key, { day, total: 6000 })));
    expect(await readPicture(picture)).toMatchObject({ taxOffice: 'CONFIRMED', totalAmount: 60 });
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    replyOverPlainHttp(officePage({ ...known, notice: 'NFC-e CANCELADA' }));
    await passTimeAndAsk(25 * hour);
    expect(await statesOf(id), 'a cancellation').toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
  });

  test('a receipt that was judged stays judged', async () => {
    const { id, page } = await readAndSend({ reply: { status: 500 }, typed: { totalAmount: 99 } });
    await moderate(site, id, { to: 'APPROVED' });
    office.reply = () => page;
    await passTimeAndAsk(6 * minute);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'APPROVED']);
  });
});

describe('a receipt that is sent days after it was read', () => {
  const pauseOffice = (milliseconds: number) =>
    site.query('update tax_office_turns set paused_until = $1', [
      new Date(site.clock.now.getTime() + milliseconds),
    ]);

  test('is asked about as often as others', async () => {
    const { key, page, picture } = await knownReceipt();
    office.reply = () => notInBooks;
    await readPicture(picture);
    await site.query(
      `update tax_office_questions set created_at = created_at - interval '4 days',
         next_at = next_at - interval '4 days'`,
    );
    await pauseOffice(10 * minute);
    const { id } = await sendKnown({ key, picture });
    await site.settle();
    expect(await statesOf(id)).toEqual(['WAITING', 'IN_ANALYSIS']);
    for (let tries = 0; tries < 9; tries += 1) await passTimeAndAsk(2 * minute);
    expect(await statesOf(id)).toEqual(['WAITING', 'IN_ANALYSIS']);
    office.reply = () => page;
    await passTimeAndAsk(hour);
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
  });

  test('is asked about although its reading was given up unasked', async () => {
    await readNew();
    await pauseOffice(3 * 24 * hour + 2 * minute);
    const { key, page, picture } = await knownReceipt();
    office.reply = () => page;
    expect(await readPicture(picture)).toMatchObject({ taxOffice: 'WAITING' });
    await passTimeAndAsk(3 * 24 * hour + minute);
    await site.query('update tax_office_turns set paused_until = null');
    // Its session has not ended then.
    site.clock.now = start;
    const { id } = await sendKnown({ key, picture });
    await site.settle();
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
  });
});

describe('approval by itself', () => {
  test('happens where the campaign wants it, to a confirmed receipt alone', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const confirmed = await readAndSend();
      expect(confirmed.status).toBe('APPROVED');
      const other = await sendReceipt({ identifier: '4711', totalAmount: 68.4 });
      expect(other.status).toBe('IN_ANALYSIS');
      const differing = await knownReceipt();
      office.reply = () => differing.page;
      const { id } = await sendKnown(differing, { totalAmount: 70 });
      await site.settle();
      expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
    }));

  test('happens to no receipt whose page came over plain http on its way, nor does that prove it for the last numbers', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const encrypted = await readAndSend();
      expect([encrypted.status, await isProven(encrypted)]).toEqual(['APPROVED', true]);
      const plain = await knownReceipt();
      replyOverPlainHttp(plain.page);
      await readPicture(plain.picture);
      const { id, status } = await sendKnown(plain);
      expect(status).toBe('IN_ANALYSIS');
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
      expect(await isProven(plain)).toBe(false);
    }));

  test('leaves nothing written of an approval that is refused on its way', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      actAs(await site.signUp());
      const { id, page } = await readAndSend({ reply: { status: 500 } });
      await site.query("update engine_orders set status = 'TO_REQUEST' where receipt_id = $1", [
        id,
      ]);
      await site.query('update consumers set erased_at = $2 where id = $1', [
        ana.id,
        site.clock.now,
      ]);
      office.reply = () => page;
      await passTimeAndAsk(6 * minute);
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
      expect(
        await site.query('select from receipt_moderations where receipt_id = $1', [id]),
      ).toEqual([]);
    }));

  test('happens to no receipt for an accelerator that the office does not list', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const typed = { products: acceleratedProducts(54.9) };
      expect((await readAndSend({ typed })).status).toBe('APPROVED');
      const { known, ...receipt } = await knownReceipt();
      const items = known.items.map((item) => ({ ...item, name: 'ÁGUA MIN. S/GÁS 1,5L' }));
      office.reply = () => officePage({ ...known, items });
      const { id } = await sendKnown(receipt, typed);
      await site.settle();
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'PENDING_ANALYSIS']);
      const { text } = await site.operate('receipts', 'show', Number(id));
      expect(text).toMatch(/^differs +PRODUCT/m);
      expect(text).toMatch(/^reasons +TAX_OFFICE/m);
    }));

  test('happens to no receipt for purchases of which none is promoted', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const sendItems = async (change: { name: string; code?: string }) => {
        const { known, ...receipt } = await knownReceipt();
        const items = known.items.map((item) => ({ ...item, ...change }));
        office.reply = () => officePage({ ...known, items });
        const { id } = await sendKnown(receipt);
        await site.settle();
        return id;
      };
      const id = await sendItems({ name: 'GASOLINA COMUM' });
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'PENDING_ANALYSIS']);
      const { text } = await site.operate('receipts', 'show', Number(id));
      expect(text).toMatch(/^differs +PRODUCT/m);
      const promoted = await sendItems({ name: 'ENXAG BUCAL', code: '7890000190084' });
      expect(await statesOf(promoted)).toEqual(['CONFIRMED', 'APPROVED']);
    }));

  test('happens to no receipt whose paper may have earned by another number', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const purchase = { totalAmount: 64.9 };
      await sendReceipt({ identifier: '4712', ...purchase });
      actAs(await site.signUp());
      // A key that was made up takes the place of the single one that is held back.
      expect((await sendReceipt(purchase)).status).toBe('PENDING_ANALYSIS');
      actAs(await site.signUp());
      const known = await knownReceipt(6490);
      office.reply = () => known.page;
      const { id } = await sendKnown(known, purchase);
      await site.settle();
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    }));

  test('happens to no receipt that is sent once more after a rejection', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const receipt = await readAndSend();
      await moderate(site, Number(receipt.id), { to: 'REJECTED', reason: 'ILLEGIBLE' });
      await site.operate('receipts', 'release', Number(receipt.id));
      const again = await sendKnown(receipt);
      await site.settle();
      expect(await statesOf(again.id)).toEqual(['CONFIRMED', 'PENDING_ANALYSIS']);
      expect(again.rewarded).toBe(false);
    }));

  test('does not happen unless the campaign says so, and a purchase of other things is doubted there too', async () => {
    expect((await readAndSend()).status).toBe('IN_ANALYSIS');
    const { known, ...receipt } = await knownReceipt();
    const items = known.items.map((item) => ({ ...item, name: 'GASOLINA COMUM' }));
    office.reply = () => officePage({ ...known, items });
    const { id } = await sendKnown(receipt);
    await site.settle();
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'PENDING_ANALYSIS']);
  });
});

describe('a code that names its buyer', () => {
  const stranger = '52998224725';

  async function readBuyersCode(document: string) {
    const receipt = await knownReceipt();
    await readPicture(await qrPicture(buyersCode(receipt, document)));
    await site.settle();
  }

  test('is asked with the signed-in person’s document, and keeps none', async () => {
    office.reply = () => ({ status: 500 });
    await readBuyersCode(stranger);
    expect(office.asked[0]?.query.get('p')).toContain(`|2|${ana.consumer.document}|`);
    const rows = await site.query('select * from tax_office_questions');
    expect(JSON.stringify(rows)).not.toContain(stranger);
    expect(JSON.stringify(rows)).not.toContain(ana.consumer.document);
  });

  test.each([
    [
      'over https alone, and that none is sent over http is no trouble of the office',
      { status: 302, headers: { location: `http://${offices.PR.hosts[1]}/nfce/qrcode` } },
      6,
    ],
    ['until its office was away five times in a row', { status: 503 }, 5],
  ])('is asked %s', async (_, reply, times) => {
    office.reply = () => reply;
    for (let read = 0; read < 6; read += 1) await readBuyersCode(stranger);
    expect(office.asked.map(({ host }) => host)).toEqual(Array(times).fill(offices.PR.hosts[0]));
  });

  test('is not asked for a buyer of another kind, and counts as no guess', async () => {
    actAs(await site.signUp());
    for (let read = 0; read < 3; read += 1) await readBuyersCode(otherCnpj);
    expect(office.asked).toEqual([]);
    expect(await readNew()).toMatchObject({ taxOffice: 'CONFIRMED' });
  });
});

test('receipts without a code in their pictures make no guesser of their sender', async () => {
  actAs(await site.signUp());
  for (let sent = 0; sent < 3; sent += 1) {
    const { key } = await knownReceipt();
    await sendReceipt({ identifier: key });
    await site.settle();
  }
  expect(office.asked).toEqual([]);
  expect(await readNew()).toMatchObject({ taxOffice: 'CONFIRMED' });
});
