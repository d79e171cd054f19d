import { describe, expect, test } from 'vitest';
import { eraseMeEndpoint } from '../../src/contract/personal-data.ts';
import { executeOcrEndpoint } from '../../src/contract/receipt-reading.ts';
import {
  getReceiptDetailsEndpoint,
  replaceReceiptImageEndpoint,
} from '../../src/contract/receipts.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { openGateway } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { qrPicture } from '../support/receipts/qr-picture.ts';
import { receiptKey } from '../support/receipts/receipt-key.ts';
import { officePage, officeReceipt } from '../support/tax-office-pages.ts';
import {
  actAs,
  ana,
  buyersCode,
  codeOf,
  hash,
  hour,
  knownReceipt,
  minute,
  notInBooks,
  ocr,
  office,
  offlineCode,
  passTimeAndAsk,
  readAndSend,
  readNew,
  readPicture,
  sendKnown,
  sendReceipt,
  shareTaxOffice,
  shop,
  site,
  statesOf,
  storedAnswer,
  withGateway,
  withParameter,
} from '../support/tax-office-site.ts';

shareTaxOffice();

describe('while the person looks at the picture', () => {
  test('the reading contains the office’s data', async () => {
    const { key, day, page, picture } = await knownReceipt();
    office.reply = () => page;
    expect(await readPicture(picture)).toEqual({
      number: key,
      issueDate: day,
      purchaseTime: '10:20:30',
      totalAmount: 54.9,
      company: { cnpj: key.slice(6, 20) },
      items: [
        {
          code: '4711',
          description: 'CR DENT BRISAL CARV 90G',
          quantity: 1,
          unitPrice: 12.99,
          total: 12.99,
        },
        {
          code: '4711',
          description: 'ÁGUA MIN. C/GÁS <1,5L>',
          quantity: 2,
          unitPrice: 20.955,
          total: 41.91,
        },
      ],
      taxOffice: 'CONFIRMED',
    });
    expect(office.asked).toHaveLength(1);
    expect(office.asked[0]).toMatchObject({ host: 'www.fazenda.pr.gov.br', path: '/nfce/qrcode' });
    expect(office.asked[0]?.query.get('p')).toMatch(new RegExp(`^${key}\\|2\\|1\\|.*\\|${hash}$`));
  });

  test('an office that answers after two seconds is in time while the print is being read', async () => {
    const print = Promise.withResolvers<void>();
    const late = Promise.withResolvers<string>();
    let readings = 0;
    const slowly: typeof ocr.read = async (file, type, signal, tell) => {
      readings += 1;
      const isFirst = readings === 1;
      const answer = await ocr.read(file, type, signal);
      tell?.(answer);
      if (isFirst) await print.promise;
      return answer;
    };
    await withGateway({ ocr: { ...ocr, read: slowly } }, async () => {
      const { key, page, picture } = await knownReceipt();
      office.reply = ({ query }) => (query.get('p')?.includes(key) ? late.promise : 'silence');
      const reading = readPicture(picture);
      await expect.poll(() => office.asked.length).toBe(1);
      // The page waits two seconds for this one, which the office never answers.
      const other = await readPicture((await knownReceipt()).picture);
      expect(other).toMatchObject({ taxOffice: 'WAITING' });
      late.resolve(page);
      expect(await reading).toMatchObject({ taxOffice: 'CONFIRMED', totalAmount: 54.9 });
      office.hangUp();
      print.resolve();
    });
  });

  test('the same receipt is asked about once', async () => {
    const { page, picture } = await knownReceipt();
    office.reply = () => page;
    const both = await Promise.all([readPicture(picture), readPicture(picture)]);
    expect(both.map((coupon) => coupon?.taxOffice)).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect((await readPicture(picture))?.totalAmount).toBe(54.9);
    expect(office.asked).toHaveLength(1);
  });

  test('redirects go through the stand-in, with the cookies of their host', async () => {
    const { page, picture } = await knownReceipt();
    const next = 'http://www.dfews.fazenda.pr.gov.br/nfce/qrcode?visto=1';
    office.reply = ({ host, query, cookie }) => {
      if (host !== 'www.dfews.fazenda.pr.gov.br') {
        return { status: 302, headers: { location: next, 'set-cookie': 'alheio=1' } };
      }
      if (cookie === 'sessao=7' && query.get('visto') === '2') return page;
      return { status: 302, headers: { location: '?visto=2', 'set-cookie': 'sessao=7; Path=/' } };
    };
    expect(await readPicture(picture)).toMatchObject({ taxOffice: 'CONFIRMED' });
    expect(office.asked.map(({ cookie }) => cookie)).toEqual(['', '', 'sessao=7']);
  });

  test.each([
    'http://127.0.0.1:9/roubo',
    'http://169.254.169.254/latest/meta-data/',
    'http://www.sefaz.rs.gov.br/NFCE/NFCE-COM.aspx',
    'http://www.fazenda.pr.gov.br.example/nfce/qrcode',
    'http://www.fazenda.pr.gov.br:8080/nfce/qrcode',
    'http://a@www.fazenda.pr.gov.br/nfce/qrcode',
    'file:///etc/passwd',
    '//example.com/',
  ])('a redirect to %s is not followed', async (location) => {
    const read = await readNew({ status: 302, headers: { location } });
    expect(read).toMatchObject({ taxOffice: 'NOT_CONFIRMED', items: null });
    expect(office.asked).toHaveLength(1);
  });

  test('redirects without end are left', async () => {
    const { picture } = await knownReceipt();
    office.reply = ({ query }) => ({
      status: 302,
      headers: { location: `?n=${Number(query.get('n')) + 1}` },
    });
    expect(await readPicture(picture)).toMatchObject({ taxOffice: 'NOT_CONFIRMED' });
    expect(office.asked).toHaveLength(6);
  });

  test('a code without a day is read on, and asked about beside it', async () => {
    const day = dayInSaoPaulo(site.clock.now);
    const key = receiptKey({ ...shop, day, number: 990_007, offline: false });
    office.reply = () => officePage(officeReceipt(key, { day, total: 5490 }));
    const picture = await qrPicture(codeOf(key));
    expect(await readPicture(picture)).toMatchObject({ issueDate: day, taxOffice: 'CONFIRMED' });
    office.reply = () => ({ status: 403 });
    const other = receiptKey({ ...shop, day, number: 990_008, offline: false });
    expect(await readPicture(await qrPicture(codeOf(other)))).toMatchObject({
      number: other,
      issueDate: null,
      taxOffice: 'NOT_CONFIRMED',
    });
  });

  test.each([
    ['a page that changed', '<html><body>Nova consulta</body></html>', 'NOT_CONFIRMED'],
    ['a captcha', '<div class="g-recaptcha"></div>', 'NOT_CONFIRMED'],
    ['a refusal', 'Inconsistência de Informações no QR Code', 'NOT_CONFIRMED'],
    ['a block', { status: 403, body: 'Access denied' }, 'NOT_CONFIRMED'],
    ['a file', { headers: { 'content-type': 'application/pdf' }, body: '%PDF' }, 'NOT_CONFIRMED'],
    ['10 MB', { body: 'x'.repeat(10_000_000) }, 'NOT_CONFIRMED'],
    ['a receipt that is not in its books', notInBooks, 'WAITING'],
    ['an error', { status: 500 }, 'WAITING'],
    ['nothing', { body: '' }, 'WAITING'],
    ['silence', 'silence' as const, 'WAITING'],
  ])('%s leaves the reading as it is', async (_, reply, taxOffice) => {
    const { key, picture } = await knownReceipt();
    office.reply = () => reply;
    expect(await readPicture(picture)).toMatchObject({
      number: key,
      company: { cnpj: key.slice(6, 20) },
      purchaseTime: null,
      // The code of a receipt that was issued offline holds its total.
      totalAmount: 54.9,
      items: null,
      taxOffice,
    });
  });

  test('another receipt’s page, a cancelled one and one of the test environment prove nothing', async () => {
    const other = await knownReceipt();
    for (const change of [
      other.known,
      { notice: 'NFC-e CANCELADA' },
      { environment: 'Homologação' },
    ]) {
      const { known, picture } = await knownReceipt();
      office.reply = () => officePage({ ...known, ...change });
      expect(await readPicture(picture)).toMatchObject({ taxOffice: 'NOT_CONFIRMED', items: null });
    }
  });

  test('a state whose page needs a person is not asked', async () => {
    const day = dayInSaoPaulo(site.clock.now);
    const facts = { ...shop, state: 'SC' as const, day, number: 5, offline: true };
    const santaCatarina = receiptKey(facts);
    const code = `https://sat.sef.sc.gov.br/nfce/consulta?p=${santaCatarina}|${offlineCode(day, 5490)}`;
    expect(await readPicture(await qrPicture(code))).toMatchObject({
      number: santaCatarina,
      taxOffice: 'NOT_CONFIRMED',
    });
    expect(office.asked).toEqual([]);
  });

  test('the code’s own address is not asked', async () => {
    const { key, page } = await knownReceipt();
    office.reply = () => page;
    const code = `http://127.0.0.1:9/nfce/qrcode?p=${key}|3|1|01|54.90|||${'aB3x'.repeat(20)}`;
    expect(await readPicture(await qrPicture(code))).toMatchObject({ taxOffice: 'CONFIRMED' });
    expect(office.asked[0]?.host).toBe('www.fazenda.pr.gov.br');
  });

  test('one person cannot make the gateway ask an office without limit', async () => {
    await readNew(notInBooks);
    await site.query(
      `insert into tax_office_questions
         (campaign_id, consumer_id, access_key, query_sha256, created_at)
       select campaign_id, consumer_id, n::text, '', created_at
       from tax_office_questions, generate_series(1, 59) as n where consumer_id = $1`,
      [ana.id],
    );
    expect(await readNew()).toMatchObject({ taxOffice: 'NOT_CONFIRMED' });
    expect(office.asked).toHaveLength(1);
  });
});

describe('after the receipt was entered', () => {
  const pauses = [0.1, 1, 6, 24, 30, 30, 30, 30];
  async function passThreeDays() {
    for (const pause of pauses) await passTimeAndAsk(pause * hour);
  }

  async function doubtsOf(id: number | string) {
    const rows = await site.operateRows('receipts', 'list');
    return rows.find((row) => row['id'] === Number(id))?.['doubts'];
  }

  test('a receipt that no page asked about is asked about by the code in its picture', async () => {
    const receipt = await knownReceipt();
    office.reply = () => receipt.page;
    const { id } = await sendKnown(receipt);
    await site.settle();
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    expect(office.asked).toHaveLength(1);
  });

  test('a picture of another receipt, or of none, confirms nothing, and a person looks at the former', async () => {
    const { picture } = await knownReceipt();
    office.reply = () => 'must not be asked';
    const other = await sendReceipt({ imageBase64: picture });
    const none = await sendReceipt({});
    await site.settle();
    expect(await statesOf(none.id)).toEqual(['NOT_CONFIRMED', 'IN_ANALYSIS']);
    expect(await statesOf(other.id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
    expect(await doubtsOf(other.id)).toBe('PICTURE');
    expect(office.asked).toEqual([]);
  });

  test('a receipt whose picture shows another one stays unconfirmed, whatever another reader’s picture proves', async () => {
    const sender = await site.signUp();
    actAs(sender);
    const other = await knownReceipt();
    const receipt = await knownReceipt();
    const { id } = await sendKnown({ key: receipt.key, picture: other.picture });
    await site.settle();
    actAs(await site.signUp());
    office.reply = () => receipt.page;
    expect(await readPicture(receipt.picture)).toMatchObject({ taxOffice: 'CONFIRMED' });
    await site.settle();
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
    await passTimeAndAsk(25 * hour);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
  });

  test('a receipt is asked about later when its picture cannot be read for a fault of ours', async () => {
    const receipt = await knownReceipt();
    office.reply = () => receipt.page;
    let isBroken = true;
    const read: typeof ocr.read = (...picture) =>
      isBroken ? Promise.reject(new Error('No process')) : ocr.read(...picture);
    await withGateway({ ocr: { ...ocr, read } }, async () => {
      const { id } = await sendKnown(receipt);
      await site.settle();
      expect(await statesOf(id)).toEqual(['WAITING', 'IN_ANALYSIS']);
      expect(await site.gateway.metrics.registry.metrics()).toContain(
        'promo_failures_total{during="reading",service="gateway"} 1',
      );
      isBroken = false;
      await passTimeAndAsk(minute);
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    });
  });

  test('a code that the office refused at the reading is not asked about again', async () => {
    const { id } = await readAndSend({ reply: 'Inconsistência de Informações no QR Code' });
    await site.settle();
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'IN_ANALYSIS']);
    expect(office.asked).toHaveLength(1);
  });

  test('the picture that a moderator asked for is asked about', async () => {
    const { key, page, picture } = await knownReceipt();
    const { id } = await sendReceipt({ identifier: key, totalAmount: 55.9 });
    await site.settle();
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'IN_ANALYSIS']);
    await site.operate('receipts', 'request-image', Number(id));
    office.reply = () => page;
    const replaced = await site.call(replaceReceiptImageEndpoint, {
      parameters: { couponId: id },
      body: { imageBase64: picture },
      token: ana.token,
    });
    expect(replaced.body?.taxOffice).toBe('WAITING');
    await site.settle();
    expect(await storedAnswer(id)).toMatchObject({ total: 5490 });
    const { text } = await site.operate('receipts', 'show', Number(id));
    expect(text).toMatch(/^differs +TOTAL/m);
  });

  async function sendWithPictureOfAnother() {
    const other = await knownReceipt();
    const stillOther = await knownReceipt();
    const receipt = await knownReceipt();
    const { id } = await sendKnown({ key: receipt.key, picture: other.picture });
    await site.settle();
    return { id, receipt, stillOther };
  }

  async function replacePicture(id: number | string, imageBase64: string) {
    await site.operate('receipts', 'request-image', Number(id));
    const { status, body } = await site.call(replaceReceiptImageEndpoint, {
      parameters: { couponId: id },
      body: { imageBase64 },
      token: ana.token,
    });
    expect(status).toBe(200);
    return body?.taxOffice;
  }

  test('a replaced picture counts instead of the former one, which showed another receipt', async () => {
    const { id, receipt, stillOther } = await sendWithPictureOfAnother();
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
    await replacePicture(id, stillOther.picture);
    await site.settle();
    expect((await statesOf(id))[0], 'of another one again').toBe('NOT_CONFIRMED');
    office.reply = () => ({ status: 503 });
    expect(await replacePicture(id, receipt.picture)).toBe('WAITING');
    await site.settle();
    expect(office.asked).toHaveLength(1);
    expect((await statesOf(id))[0]).toBe('WAITING');
    office.reply = () => receipt.page;
    await passTimeAndAsk(6 * minute);
    expect((await statesOf(id))[0]).toBe('CONFIRMED');
    expect(await doubtsOf(id), 'which a moderator ends').toBe('PICTURE');
  });

  test('a replaced picture that shows another receipt again stays unconfirmed, whatever another reader’s proves', async () => {
    const { id, receipt, stillOther } = await sendWithPictureOfAnother();
    await replacePicture(id, stillOther.picture);
    await site.settle();
    actAs(await site.signUp());
    office.reply = () => receipt.page;
    expect(await readPicture(receipt.picture)).toMatchObject({ taxOffice: 'CONFIRMED' });
    await site.settle();
    expect((await statesOf(id))[0]).toBe('NOT_CONFIRMED');
  });

  test('a better picture is asked about while the office is still asked about the earlier one', async () => {
    const { key, day, page, picture } = await knownReceipt();
    office.reply = () => notInBooks;
    const { id } = await sendKnown({ key, picture });
    await site.settle();
    expect(await statesOf(id)).toEqual(['WAITING', 'IN_ANALYSIS']);
    office.reply = ({ query }) => (query.get('p')?.includes(hash) ? notInBooks : page);
    await replacePicture(id, await qrPicture(buyersCode({ key, day }, ana.consumer.document)));
    await site.settle();
    expect((await statesOf(id))[0]).toBe('CONFIRMED');
  });

  test('an answer about a picture that was replaced meanwhile counts for nothing', async () => {
    const { key, day, page, picture } = await knownReceipt();
    const late = Promise.withResolvers<string>();
    office.reply = ({ query }) => (query.get('p')?.includes(hash) ? late.promise : notInBooks);
    const { id } = await sendKnown({ key, picture });
    await expect.poll(() => office.asked.length).toBe(1);
    site.passTime(1000);
    await replacePicture(id, await qrPicture(buyersCode({ key, day }, ana.consumer.document)));
    await expect.poll(() => office.asked.length).toBe(2);
    late.resolve('Inconsistência de Informações no QR Code');
    await site.settle();
    office.reply = () => page;
    await passTimeAndAsk(6 * minute);
    expect((await statesOf(id))[0]).toBe('CONFIRMED');
  });

  test('a released receipt that another person sends is asked about with the document of that person', async () => {
    const { key, day, page, picture } = await knownReceipt();
    office.reply = () => notInBooks;
    const { id } = await sendKnown({ key, picture });
    await site.settle();
    await moderate(site, Number(id), { to: 'REJECTED', reason: 'ILLEGIBLE' });
    await site.operate('receipts', 'release', Number(id));
    actAs(await site.signUp());
    const { document } = ana.consumer;
    office.reply = ({ query }) => (query.get('p')?.includes(`|${document}|`) ? page : notInBooks);
    await sendKnown({ key, picture: await qrPicture(buyersCode({ key, day }, document)) });
    await site.settle();
    expect(office.asked.at(-1)?.query.get('p')).toContain(`|${document}|`);
  });

  test.each(['its sender', 'another person'])(
    'a receipt that was released is asked about when %s sends it with a better picture',
    async (sender) => {
      const { key, page, picture } = await knownReceipt();
      const { id } = await sendReceipt({ identifier: key, totalAmount: 54.9 });
      await site.settle();
      await moderate(site, Number(id), { to: 'REJECTED', reason: 'ILLEGIBLE' });
      await site.operate('receipts', 'release', Number(id));
      if (sender === 'another person') actAs(await site.signUp());
      office.reply = () => page;
      const again = await sendKnown({ key, picture });
      await site.settle();
      expect((await statesOf(again.id))[0]).toBe('CONFIRMED');
    },
  );

  test('a short number cannot be asked about', async () => {
    const { id } = await sendReceipt({ identifier: '123456', totalAmount: 71.3 });
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'IN_ANALYSIS']);
    const { text } = await site.operate('receipts', 'show', Number(id));
    expect(text).toMatch(/^taxOfficeCause +not-asked$/m);
  });

  test('an office that does not know it yet is asked again, after growing pauses', async () => {
    const { id, page } = await readAndSend({ reply: notInBooks });
    expect(await statesOf(id)).toEqual(['WAITING', 'IN_ANALYSIS']);
    await passTimeAndAsk(minute);
    expect(office.asked).toHaveLength(1);
    await passTimeAndAsk(5 * minute);
    expect(office.asked).toHaveLength(2);
    await passTimeAndAsk(10 * minute);
    expect(office.asked).toHaveLength(2);
    office.reply = () => page;
    await passTimeAndAsk(hour);
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
  });

  test('an office is no longer asked after three days', async () => {
    const { id } = await readAndSend({ reply: notInBooks });
    await passThreeDays();
    expect(office.asked).toHaveLength(7);
    const rows = await site.query('select query from tax_office_questions');
    expect(rows).toEqual([{ query: null }]);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
  });

  test('a receipt that its office did not know for three days waits for a moderator, who sees why', async () => {
    const { id } = await readAndSend({ reply: notInBooks });
    await passThreeDays();
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
    expect(await doubtsOf(id)).toBe('NOT_FOUND');
    const { text } = await site.operate('receipts', 'show', Number(id));
    expect(text).toMatch(/^officeSays +not-found\nofficeAsked +\d{4}-/m);
    await site.operate('receipts', 'move-all', 'approved', '--status', 'pending_analysis');
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
  });

  test.each([
    ['that its office refuses', 'Inconsistência de Informações no QR Code'],
    ['whose office is down', { status: 500 }],
  ])('a receipt %s is not doubted for that', async (_, reply) => {
    const { id } = await readAndSend({ reply });
    await passThreeDays();
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'IN_ANALYSIS']);
    expect(await doubtsOf(id)).toBeNull();
    const { text } = await site.operate('receipts', 'show', Number(id));
    expect(text).toMatch(/^officeSays +(?:refused|unavailable|failed)$/m);
    expect(text).toMatch(/^taxOfficeCause +(?:refused|unavailable|failed)$/m);
  });

  test('a receipt that its office finds at the last try is confirmed', async () => {
    const { id, page } = await readAndSend({ reply: notInBooks });
    for (const pause of pauses.slice(0, 5)) await passTimeAndAsk(pause * hour);
    office.reply = () => page;
    await passTimeAndAsk(30 * hour);
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    expect(await doubtsOf(id)).toBeNull();
  });

  test('what was read and never sent is asked about once, and forgotten after a week', async () => {
    await readNew(notInBooks);
    await passThreeDays();
    expect(office.asked).toHaveLength(1);
    site.passTime(5 * 24 * hour);
    await site.tidy();
    expect(await site.query('select * from tax_office_questions')).toEqual([]);
  });

  test('a question that was not asked for a week is asked after it, if its receipt was sent', async () => {
    const { id, page } = await readAndSend({ reply: { status: 503 } });
    site.passTime(8 * 24 * hour);
    await site.tidy();
    expect(await statesOf(id)).toEqual(['WAITING', 'IN_ANALYSIS']);
    office.reply = () => page;
    await passTimeAndAsk(minute);
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
  });

  test.each([
    ['no office knows', notInBooks],
    ['no office understands', 'Url do QRCode mal formatado'],
    ['make an office fail', { status: 500 }],
    ['an office answers with something else', { status: 403 }],
  ])(
    'a person whose readings %s has no more asked that day, but what they send',
    async (_, reply) => {
      actAs(await site.signUp());
      for (let read = 0; read < 4; read += 1) {
        await readNew(reply);
        await site.settle();
      }
      expect(office.asked).toHaveLength(3);
      const { page, ...receipt } = await knownReceipt();
      office.reply = () => page;
      expect(await readPicture(receipt.picture)).toMatchObject({ taxOffice: 'NOT_CONFIRMED' });
      const { id } = await sendKnown(receipt);
      await site.settle();
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
      expect(await readNew()).toMatchObject({ taxOffice: 'CONFIRMED' });
    },
  );

  describe('a receipt whose picture another person has read', () => {
    async function readAndSendByTwo() {
      const [reader, sender] = [await site.signUp(), await site.signUp()];
      const receipt = await knownReceipt();
      office.reply = () => receipt.page;
      actAs(reader);
      await readPicture(receipt.picture);
      actAs(sender);
      return { ...receipt, ...(await sendKnown(receipt)), reader, sender };
    }

    test('is asked about again when its reader has left', async () => {
      const { id, known, reader } = await readAndSendByTwo();
      await site.call(eraseMeEndpoint, { token: reader.token });
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
      office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
      await passTimeAndAsk(25 * hour);
      expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
    });

    test('leaves no answer when its sender has left, also if it is read again', async () => {
      const { id, picture, reader, sender } = await readAndSendByTwo();
      await site.call(eraseMeEndpoint, { token: sender.token });
      expect(await site.query('select * from tax_office_questions')).toEqual([]);
      actAs(reader);
      expect(await readPicture(picture)).toMatchObject({ taxOffice: 'CONFIRMED' });
      expect(await storedAnswer(id)).toBeNull();
    });

    test('is asked about with its sender’s document, too', async () => {
      const [reader, sender] = [await site.signUp(), await site.signUp()];
      const { key, day, page } = await knownReceipt();
      const picture = await qrPicture(buyersCode({ key, day }, sender.consumer.document));
      office.reply = ({ query }) =>
        query.get('p')?.includes(`|${sender.consumer.document}|`)
          ? page
          : 'Inconsistência de Informações no QR Code';
      actAs(reader);
      expect(await readPicture(picture)).toMatchObject({ taxOffice: 'NOT_CONFIRMED' });
      actAs(sender);
      const { id } = await sendKnown({ key, picture });
      await site.settle();
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    });
  });

  test('a forged code does not stand in the way of the right one', async () => {
    const { key, page, picture } = await knownReceipt();
    const forged = await qrPicture(codeOf(key, `3|1|01|54.90|||${'aB3x'.repeat(20)}`));
    office.reply = ({ query }) =>
      query.get('p')?.includes(hash) ? page : 'Inconsistência de Informações no QR Code';
    expect(await readPicture(forged)).toMatchObject({ taxOffice: 'NOT_CONFIRMED' });
    expect(await readPicture(picture)).toMatchObject({ taxOffice: 'CONFIRMED' });
  });
});

describe('an office in trouble', () => {
  /** So many more failures in a row than those that the gateway has counted. */
  const countMore = (failures: number) =>
    site.query('update tax_office_turns set failures = failures + $1', [failures]);

  test('is left alone after five failures in a row, and asked again later', async () => {
    await readNew({ status: 503 });
    await countMore(2);
    await readNew({ status: 503 });
    await readNew({ status: 503 });
    expect(office.asked).toHaveLength(3);
    expect(await readNew()).toMatchObject({ taxOffice: 'WAITING' });
    expect(office.asked).toHaveLength(3);
    site.passTime(11 * minute);
    expect(await readNew()).toMatchObject({ taxOffice: 'CONFIRMED' });
  });

  test.each([
    ['an error', { status: 500 }],
    ['no page', { status: 404 }],
    ['a complaint about the code', 'Url do QRCode mal formatado'],
  ])(
    'is not left alone for codes that it answers with %s: anybody can make them up',
    async (_, reply) => {
      await readNew(reply);
      await countMore(4);
      await readNew(reply);
      expect(await readNew()).toMatchObject({ taxOffice: 'CONFIRMED' });
    },
  );

  test('is asked no more than the campaign’s daily limit', () =>
    withParameter('TAX_OFFICE_DAILY_LIMIT', '1', async () => {
      expect(await readNew()).toMatchObject({ taxOffice: 'CONFIRMED' });
      expect(await readNew()).toMatchObject({ taxOffice: 'WAITING' });
      expect(office.asked).toHaveLength(1);
    }));

  test('shows in log and metrics, without a key and a person', () =>
    withGateway({}, async () => {
      const { key, page, picture } = await knownReceipt();
      office.reply = () => page;
      await readPicture(picture);
      const lines = site.lines.join('\n');
      expect(lines).toContain('"event":"tax office","state":"PR","outcome":"confirmed"');
      expect(lines).not.toContain(key);
      const metrics = await (await site.send('/metrics')).text();
      expect(metrics).toContain(
        'promo_tax_office_duration_seconds_count{state="PR",outcome="confirmed"} 1',
      );
    }));
});

test('a tax office is asked only if that is switched on', async () => {
  const { database } = site.gateway;
  const off = await openGateway({ ocr, database, clock: site.clock });
  const { key, picture } = await knownReceipt();
  const { token } = ana;
  const { body } = await off.call(executeOcrEndpoint, { body: { imageBase64: picture }, token });
  expect(body.data.coupon).toMatchObject({ number: key, taxOffice: null });
  const { id: couponId } = (await off.sendReceipt(ana, { identifier: key })).body;
  const details = await off.call(getReceiptDetailsEndpoint, { parameters: { couponId }, token });
  expect(details.body.taxOffice).toBeNull();
  expect(office.asked).toEqual([]);
  await off.close();
});
