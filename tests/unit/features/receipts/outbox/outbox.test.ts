import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  readCredentials,
  readSubject,
  storeCredentials,
} from '../../../../../src/client/credentials.ts';
import { listReceiptsEndpoint } from '../../../../../src/contract/receipts.ts';
import { environment, setEnvironment } from '../../../../../src/environment.ts';
import {
  $outbox,
  $queueProblem,
  deleteQueued,
  sendAgain,
  sendQueue,
  sendReceipt,
} from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import { isUnexplained } from '../../../../../src/features/receipts/outbox/outbox-texts.ts';
import {
  listStoredReceipts,
  type StoredReceipt,
  storeRecord,
} from '../../../../../src/features/receipts/receipt-storage.ts';
import { credentialsKey } from '../../../../../src/storage-keys.ts';
import { startFastTime, stopFastTime } from '../../../../support/fast-time.ts';
import type { TestConsumer } from '../../../../support/gateway.ts';
import { gatewayOfFile } from '../../../../support/gateway-of-file.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';
import { otherCnpj } from '../../../../support/receipt-body.ts';
import { signedInHost } from '../../../../support/signed-in-host.ts';
import type { TestHost } from '../../../../support/site-environment.ts';

const gateway = await gatewayOfFile();
let host: TestHost;
let consumer: TestConsumer;
let owner: string;

beforeEach(async () => {
  ({ host, consumer } = await signedInHost(gateway));
  owner = readSubject() ?? '';
});

afterEach(() => {
  $outbox.set([]);
  stopFastTime();
});

async function storeNewReceipt(
  changes: Partial<StoredReceipt['content']> = {},
): Promise<StoredReceipt> {
  const receipt = queuedReceipt(owner, gateway.clock.now, changes);
  await storeRecord(receipt);
  return receipt;
}

/** Three tries make one call; the waits in between pass at once. */
function hurry(): void {
  startFastTime('setTimeout', 'clearTimeout');
}

function itemStates(): string[] {
  return $outbox.get().map(({ state }) => state);
}

async function ownReceipts(who = consumer) {
  return (await gateway.call(listReceiptsEndpoint, { token: who.token })).body;
}

function signInAs(other: TestHost): void {
  host.storage.set(credentialsKey, other.storage.get(credentialsKey) ?? '');
  readCredentials();
}

describe('a queued receipt', () => {
  it('is sent, and erased from the device', async () => {
    const { content } = await storeNewReceipt();
    await sendQueue();
    const [receipt] = await ownReceipts();
    expect(receipt).toMatchObject({ identifier: content.identifier, totalAmount: 25.9 });
    expect($outbox.get()).toMatchObject([{ state: 'sent', receiptId: receipt?.id }]);
    expect(await listStoredReceipts(owner)).toEqual([]);
  });

  it('is one receipt although the answer to its first try was lost', async () => {
    hurry();
    await storeNewReceipt();
    host.intercept('POST /coupon', 'answer lost');
    host.intercept('POST /coupon', 'no connection', 2);
    await sendQueue();
    expect(itemStates()).toEqual(['queued']);
    await sendQueue();
    expect(itemStates()).toEqual(['sent']);
    expect(await ownReceipts()).toHaveLength(1);
  });

  it('counts as sent when the gateway knows it and has forgotten its key', async () => {
    const { content } = await storeNewReceipt();
    const { id } = (await gateway.sendReceipt(consumer, content)).body;
    await sendQueue();
    expect($outbox.get()).toMatchObject([{ state: 'sent', receiptId: id }]);
    expect(await ownReceipts()).toHaveLength(1);
  });

  it('is refused when the gateway had the person’s own receipt before the device kept this one', async () => {
    const { content } = queuedReceipt(owner, gateway.clock.now);
    const { id } = (await gateway.sendReceipt(consumer, content)).body;
    gateway.passTime(120_000);
    await storeNewReceipt(content);
    await sendQueue();
    const duplicateOf = { id, position: 1 };
    expect($outbox.get()).toMatchObject([{ state: 'refused', refusal: { duplicateOf } }]);
    expect(await listStoredReceipts(owner)).toMatchObject([{ refusal: { duplicateOf } }]);
  });

  it('is sent once, even if two callers send it at the same time', async () => {
    await storeNewReceipt();
    await Promise.all([sendQueue(), sendQueue()]);
    expect(host.postsTo('/coupon')).toHaveLength(1);
  });

  it('makes the others wait too if there is no connection', async () => {
    hurry();
    await storeNewReceipt();
    await storeNewReceipt();
    host.interruptions.push('no connection', 'no connection', 'no connection');
    await sendQueue();
    expect(itemStates()).toEqual(['queued', 'queued']);
    expect(host.requests).toHaveLength(3);
    expect($queueProblem.get()).toBeNull();
  });

  it('stays queued while the system is in trouble', async () => {
    hurry();
    await storeNewReceipt();
    for (let tries = 0; tries < 3; tries += 1) {
      host.interruptions.push(new Response('', { status: 503 }));
    }
    await sendQueue();
    expect(itemStates()).toEqual(['queued']);
    expect($queueProblem.get()).toBe('unavailable');
  });

  it('stays queued when the bot check could not be done', async () => {
    await storeNewReceipt();
    const error = { code: 'BOT_CHECK_FAILED', message: '', fields: [] };
    host.intercept('POST /coupon', Response.json({ error }, { status: 400 }));
    await sendQueue();
    expect(itemStates()).toEqual(['queued']);
    expect($queueProblem.get()).toMatchObject({ code: 'BOT_CHECK_FAILED' });
    await sendQueue();
    expect(itemStates()).toEqual(['sent']);
    expect($queueProblem.get()).toBeNull();
  });

  it('does not wait for ever behind a bot check that cannot be done, holds up no other, and is tried again by the next page', async () => {
    await storeNewReceipt();
    const error = { code: 'BOT_CHECK_FAILED', message: '', fields: [] };
    const failed = Response.json({ error }, { status: 400 });
    for (let tries = 1; tries <= 3; tries += 1) {
      host.intercept('POST /coupon', failed);
      await sendQueue();
      expect(itemStates()).toEqual(['queued']);
      gateway.passTime(60_000);
    }
    await storeNewReceipt();
    host.intercept('POST /coupon', failed);
    await sendQueue();
    expect(itemStates().sort()).toEqual(['refused', 'sent']);
    const [refused] = $outbox.get().filter(({ state }) => state === 'refused');
    expect(refused && isUnexplained(refused)).toBe(true);
    expect(await listStoredReceipts(owner)).toMatchObject([{ refusal: null }]);
    // What the next page does, and this one when it is seen again.
    await sendQueue();
    expect(itemStates()).toEqual(['sent', 'sent']);
  });

  it.each([
    ['fails', Response.json({}, { status: 500 })],
    ['answers in another shape', new Response('<h1>Forbidden</h1>', { status: 403 })],
  ])('makes no other one wait when the gateway %s over it', async (_, answer) => {
    await storeNewReceipt();
    await storeNewReceipt();
    host.intercept('POST /coupon', answer);
    await sendQueue();
    expect(itemStates()).toEqual(['queued', 'sent']);
    await sendQueue();
    expect(itemStates().sort()).toEqual(['sent', 'sent']);
  });

  it('that another version of the site has stored is judged by the gateway, and stays in sight', async () => {
    const { content, ...receipt } = queuedReceipt(owner, gateway.clock.now);
    const { products, ...lacking } = content;
    const stored = [
      { ...content, newMember: 'x' },
      { ...lacking, identifier: '0009 9999 1' },
    ];
    for (const [at, other] of stored.entries()) {
      const record = {
        ...receipt,
        id: `other-${at}`,
        idempotencyKey: `other-${at}`,
        content: other,
      };
      await storeRecord(record as StoredReceipt);
    }
    await sendQueue();
    expect(itemStates()).toEqual(['refused', 'refused']);
    expect(await listStoredReceipts(owner)).toMatchObject([
      { refusal: { fields: [{ field: 'newMember' }] } },
      { refusal: { fields: [{ field: 'products' }] } },
    ]);
  });

  it('is refused at once when a system before the gateway finds it too large', async () => {
    await storeNewReceipt();
    host.intercept('POST /coupon', new Response('<html>', { status: 413 }));
    await sendQueue();
    const message = 'O arquivo deve ter no máximo 5MB';
    expect($outbox.get()).toMatchObject([{ state: 'refused', refusal: { status: 413, message } }]);
  });

  it('is not sent for ever to a system before the gateway that turns it down', async () => {
    const { id } = await storeNewReceipt();
    host.intercept('POST /coupon', new Response('<h1>Forbidden</h1>', { status: 403 }), 99);
    for (let tries = 1; tries <= 3; tries += 1) {
      await sendQueue();
      await sendQueue();
      expect(itemStates()).toEqual(['queued']);
      gateway.passTime(60_000);
    }
    await sendQueue();
    await sendQueue();
    expect(host.postsTo('/coupon')).toHaveLength(7);
    const refusal = { status: 403, code: '403' };
    expect($outbox.get()).toMatchObject([{ state: 'refused', refusal }]);
    expect(await listStoredReceipts(owner)).toMatchObject([{ id, refusal }]);
  });

  it('is sent again when its person asks for it after a system before the gateway turned it down', async () => {
    const receipt = queuedReceipt(owner, gateway.clock.now);
    const refusal = { status: 403, code: '403', message: '', fields: [] };
    await storeRecord({ ...receipt, refusal });
    await sendQueue();
    expect(itemStates()).toEqual(['refused']);
    await sendAgain(receipt);
    expect(itemStates()).toEqual(['sent']);
  });

  it.each([401, 408, 425, 429])('waits for as long as a proxy answers %i', async (status) => {
    await storeNewReceipt();
    host.intercept('POST /coupon', new Response('<html>', { status }), 99);
    for (let tries = 1; tries <= 6; tries += 1) {
      storeCredentials({ token: consumer.token, expiresAt: gateway.clock.now.getTime() + 1e7 });
      await sendQueue();
      gateway.passTime(60_000);
    }
    expect(itemStates()).toEqual(['queued']);
  });

  it('waits for as long as its network answers all calls with a page of its own', async () => {
    await storeNewReceipt();
    host.intercept('GET /me', new Response('<h1>Wi-Fi</h1>', { status: 403 }), 99);
    host.intercept('POST /coupon', new Response('<h1>Wi-Fi</h1>', { status: 403 }), 99);
    for (let tries = 1; tries <= 6; tries += 1) {
      await sendQueue();
      gateway.passTime(60_000);
    }
    expect(itemStates()).toEqual(['queued']);
  });

  it('stays when the session has ended, and leaves after the sign-in', async () => {
    await storeNewReceipt();
    const credentials = host.storage.get(credentialsKey) ?? '';
    host.storage.set(credentialsKey, credentials.replace(consumer.token, `${consumer.token}x`));
    await sendQueue();
    expect(host.storage.get(credentialsKey)).toBeNull();
    expect(itemStates()).toEqual(['queued']);
    host.storage.set(credentialsKey, credentials);
    await sendQueue();
    expect(itemStates()).toEqual(['sent']);
  });

  it('is erased when its person asks for it', async () => {
    const { id } = await storeNewReceipt();
    await deleteQueued(id);
    expect($outbox.get()).toEqual([]);
    expect(await listStoredReceipts(owner)).toEqual([]);
    await sendQueue();
    expect(host.postsTo('/coupon')).toEqual([]);
  });

  it('stays listed when the device does not erase it', async () => {
    const receipt = await storeNewReceipt();
    $outbox.set([{ state: 'queued', receipt }]);
    const records = await host.records();
    const remove = () => Promise.reject(new Error('The database is closing'));
    setEnvironment({ ...host, records: async () => ({ ...records, remove }) });
    await deleteQueued(receipt.id);
    expect(itemStates()).toEqual(['queued']);
    expect(host.reported).toHaveLength(1);
  });

  it('is not sent after its person has erased it while another one was on its way', async () => {
    const first = await storeNewReceipt();
    const { id } = await storeNewReceipt();
    host.intercept('POST /coupon', async (_, send) => {
      await deleteQueued(id);
      return send();
    });
    await sendQueue();
    expect(await ownReceipts()).toMatchObject([{ identifier: first.content.identifier }]);
    expect($outbox.get()).toMatchObject([{ state: 'sent' }]);
  });
});

describe('a receipt that the gateway refuses', () => {
  it('says why, and is not tried again by itself', async () => {
    const { id } = await storeNewReceipt({ totalAmount: 9 });
    await sendQueue();
    const [item] = $outbox.get();
    expect(item).toMatchObject({ state: 'refused', refusal: { status: 400 } });
    await sendQueue();
    expect(host.postsTo('/coupon')).toHaveLength(1);
    expect(await listStoredReceipts(owner)).toMatchObject([{ id, refusal: { status: 400 } }]);
  });

  it('is also refused when another person has sent it before', async () => {
    const other = await gateway.signUp();
    const { content } = await storeNewReceipt();
    await gateway.sendReceipt(other, content);
    await sendQueue();
    expect($outbox.get()).toMatchObject([{ state: 'refused', refusal: { code: 'DUPLICATE' } }]);
  });

  it('is not confused with the user’s own receipt of the same number from another shop', async () => {
    const other = await gateway.signUp();
    const { content } = await storeNewReceipt({ identifier: '4711' });
    for (const [who, cnpj] of [
      [other, content.cnpj],
      [consumer, otherCnpj],
    ] as const) {
      expect((await gateway.sendReceipt(who, { ...content, cnpj })).status).toBe(201);
    }
    await sendQueue();
    expect(itemStates()).toEqual(['refused']);
  });

  it('does not hold up the next one', async () => {
    await storeNewReceipt({ totalAmount: 9 });
    await storeNewReceipt();
    await sendQueue();
    expect(itemStates()).toEqual(['refused', 'sent']);
  });
});

describe('a receipt that changes while the device is read', () => {
  /** Between what the device has and its answer. */
  async function whileReading(work: () => Promise<unknown>): Promise<void> {
    const records = await host.records();
    const all = async () => {
      const stored = await records.all();
      await work();
      return stored;
    };
    setEnvironment({ ...host, records: async () => ({ ...records, all }) });
  }

  it('stays listed when a form has just failed to send it', async () => {
    hurry();
    const { file, ...filled } = queuedReceipt(owner, gateway.clock.now);
    const picture = new File([file.bytes], file.name, { type: file.type });
    const upload = { file: picture, upload: picture, fileType: file.type };
    const isListed = new Promise<void>((resolve) => $outbox.listen(() => resolve()));
    await whileReading(() => isListed);
    let queue: Promise<void> | undefined;
    setEnvironment({
      ...environment(),
      async fetch(input, init) {
        if (!String(input).endsWith('/coupon')) return host.fetch(input, init);
        queue ??= sendQueue();
        throw new TypeError('Failed to fetch');
      },
    });
    const { signal } = new AbortController();
    expect(await sendReceipt({ ...filled, file: upload }, signal)).toMatchObject({
      state: 'queued',
    });
    await queue;
    expect(itemStates()).toEqual(['queued']);
  });

  it('does not come back when its person has just erased it', async () => {
    const { id } = await storeNewReceipt();
    let erasing: Promise<void> | undefined;
    await whileReading(async () => {
      if (itemStates().length > 0) erasing ??= deleteQueued(id);
      await erasing;
    });
    await sendQueue();
    expect(itemStates()).toEqual([]);
    expect(host.postsTo('/coupon')).toEqual([]);
  });
});

describe('another person on the device', () => {
  it('neither sees nor sends it, but its owner does', async () => {
    await storeNewReceipt();
    const own = host.storage.get(credentialsKey) ?? '';
    const { host: next, consumer: stranger } = await signedInHost(gateway);
    setEnvironment(host);
    signInAs(next);
    await sendQueue();
    expect($outbox.get()).toEqual([]);
    expect(await ownReceipts(stranger)).toEqual([]);
    host.storage.set(credentialsKey, own);
    await sendQueue();
    expect(itemStates()).toEqual(['sent']);
  });

  it('does not send a receipt when signing in while it is sent', async () => {
    await storeNewReceipt();
    const { host: next, consumer: stranger } = await signedInHost(gateway);
    setEnvironment(host);
    host.intercept('GET /me', async (_, send) => {
      const answer = await send();
      signInAs(next);
      return answer;
    });
    await sendQueue();
    expect(host.postsTo('/coupon')).toEqual([]);
    expect(await ownReceipts(stranger)).toEqual([]);
    expect(await listStoredReceipts(owner)).toHaveLength(1);
  });
});

it('the outbox skips records that are no queued receipt', async () => {
  await (await host.records()).put('x', { version: 0, owner });
  await storeRecord(queuedReceipt(owner, gateway.clock.now));
  expect(await listStoredReceipts(owner)).toHaveLength(1);
});

// Last: this page's renewal never ends.
it('a receipt is queued at once when its person does not want to wait for a new token', async () => {
  const { file, ...filled } = queuedReceipt(owner, gateway.clock.now);
  const picture = new File([file.bytes], file.name, { type: file.type });
  const upload = { file: picture, upload: picture, fileType: file.type };
  storeCredentials({ token: consumer.token, expiresAt: gateway.clock.now.getTime() - 1 });
  setEnvironment({ ...host, identity: () => new Promise(() => {}) });
  const stop = new AbortController();
  const sending = sendReceipt({ ...filled, file: upload }, stop.signal);
  stop.abort();
  expect(await sending).toMatchObject({ state: 'queued' });
  expect(itemStates()).toEqual(['queued']);
});
