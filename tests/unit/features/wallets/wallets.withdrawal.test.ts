import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CashbackWallet } from '../../../../src/contract/wallets.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import {
  $wallets,
  $withdrawal,
  endWithdrawal,
  loadWallets,
  paymentKeyFormConfig,
  startWithdrawal,
} from '../../../../src/features/wallets/wallets.store.ts';
import { createForm, type FormStore } from '../../../../src/ui/form.ts';
import { withCampaign } from '../../../support/changed-campaign.ts';
import { startFastTime, stopFastTime } from '../../../support/fast-time.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../../../support/gateway.ts';
import { approveReceipt, signedInWithCashback } from '../../../support/signed-in-host.ts';
import type { TestHost } from '../../../support/site-environment.ts';

let gateway: TestGateway;
/** Pays into a digital wallet, which needs no key. */
let keyless: TestGateway;
let host: TestHost;
let consumer: TestConsumer;

beforeAll(async () => {
  gateway = await openGateway({ variant: 'all' });
  keyless = await withCampaign(gateway, (campaign) => ({
    ...campaign,
    engines: campaign.engines.map((engine) => ({
      ...engine,
      details: { ...engine.details, transferType: 'DIGITAL_WALLET' as const },
    })),
  }));
});

afterAll(async () => {
  await keyless.close();
  await gateway.close();
});

beforeEach(() => startFastTime('setTimeout', 'clearTimeout'));

afterEach(() => {
  stopFastTime();
  endWithdrawal();
  $wallets.set({ state: 'loading' });
});

async function arrive(at: TestGateway): Promise<void> {
  ({ host, consumer } = await signedInWithCashback(at));
  await loadWallets();
}

function wallet(): CashbackWallet {
  const wallets = $wallets.get();
  if (wallets.state !== 'loaded' || !wallets.value.cashback)
    throw new Error('No wallet was loaded');
  return wallets.value.cashback;
}

/** The withdrawals that the gateway has. */
async function withdrawn(): Promise<number[]> {
  await loadWallets();
  const own = wallet().transactions.filter(({ type }) => type === 'WITHDRAW');
  return own.map(({ value }) => value);
}

describe('into a digital wallet', () => {
  beforeEach(() => arrive(keyless));

  it('everything goes at once, and the balance is that of now', async () => {
    await startWithdrawal(wallet());
    expect($withdrawal.get()).toEqual({ step: 'requested', value: 12 });
    expect(wallet()).toMatchObject({ balance: 0, transactions: [{ value: 12 }, {}] });
  });

  it('trackers hear of a withdrawal that is asked for, and of its success', async () => {
    const tracked: string[] = [];
    setEnvironment({ ...host, track: async (event) => void tracked.push(event) });
    host.intercept('POST /withdraw', Response.json({}, { status: 500 }));
    await startWithdrawal(wallet());
    expect(tracked).toEqual(['withdraw_save']);
    endWithdrawal();
    await startWithdrawal(wallet());
    expect(tracked.slice(1)).toEqual(['withdraw_save', 'withdraw']);
  });

  it('a sum credited since the page was loaded is withdrawn and shown too', async () => {
    const seen = wallet();
    await approveReceipt(keyless, consumer);
    await startWithdrawal(seen);
    expect($withdrawal.get()).toEqual({ step: 'requested', value: 24 });
  });

  it('the sum on its way is the one shown before, if the new balance cannot be loaded', async () => {
    await startWithdrawal(wallet());
    await approveReceipt(keyless, consumer);
    await loadWallets();
    endWithdrawal();
    host.intercept('GET /cashback/wallet', Response.json({}, { status: 500 }));
    await startWithdrawal({ ...wallet(), balance: 11 });
    expect($withdrawal.get()).toEqual({ step: 'requested', value: 11 });
  });

  it('a double press is one withdrawal', async () => {
    const seen = wallet();
    await Promise.all([startWithdrawal(seen), startWithdrawal(seen)]);
    expect($withdrawal.get()).toMatchObject({ step: 'requested' });
    expect(await withdrawn()).toEqual([12]);
  });

  it('a request whose answer is lost is repeated', async () => {
    host.interruptions.push('answer lost');
    await startWithdrawal(wallet());
    expect($withdrawal.get()).toMatchObject({ step: 'requested' });
    expect(await withdrawn()).toEqual([12]);
  });

  it('nothing is requested from an empty wallet', async () => {
    const before = host.requests.length;
    await startWithdrawal({ ...wallet(), status: 'BLOCKED' });
    await startWithdrawal({ ...wallet(), balance: 0 });
    expect(host.requests).toHaveLength(before);
    expect($withdrawal.get()).toEqual({ step: 'idle' });
  });

  it('a wallet blocked meanwhile shows an error and its state', async () => {
    const blocked = "update consumers set wallet_status = 'BLOCKED' where id = $1";
    await keyless.query(blocked, [consumer.id]);
    await startWithdrawal(wallet());
    expect($withdrawal.get()).toEqual({
      step: 'failed',
      lines: ['Sua carteira está bloqueada. Fale conosco'],
    });
    expect(wallet()).toMatchObject({ balance: 12, status: 'BLOCKED' });
  });

  it('a session that has ended shows no error on top', async () => {
    host.intercept('POST /withdraw', Response.json({ error: {} }, { status: 401 }));
    await startWithdrawal(wallet());
    expect($withdrawal.get()).toEqual({ step: 'idle' });
  });
});

describe('a withdrawal as an instant payment', () => {
  const random = '123E4567-e89b-12d3-a456-426655440000';
  let form: FormStore;

  beforeEach(async () => {
    await arrive(gateway);
    await ask();
  });

  /** Presses the button, which opens the dialog for the key. */
  async function ask(): Promise<void> {
    await startWithdrawal(wallet());
    const asking = $withdrawal.get();
    if (asking.step !== 'asking-key') throw new Error(`No key was asked: ${asking.step}`);
    form = createForm(paymentKeyFormConfig(asking.consumer, asking.wallet));
    form.restore();
  }

  function choose(type: string, typed?: string): void {
    form.change('instantPaymentKeyType', type);
    if (typed !== undefined) form.change('instantPaymentKeyValue', typed);
  }

  /** Where the gateway sends the money. */
  async function sentTo(): Promise<unknown> {
    const key = 'select bank_info from consumers where id = $1';
    const [row] = await gateway.query<{ bank_info: object }>(key, [consumer.id]);
    return row?.bank_info;
  }

  it('nothing goes before the key is chosen', async () => {
    await form.submit();
    expect(form.$visibleErrors.get()).toEqual({ instantPaymentKeyType: 'Campo obrigatório' });
    expect(await withdrawn()).toEqual([]);
  });

  it('a key of the profile is saved, then everything goes', async () => {
    choose('PHONE');
    await form.submit();
    expect($withdrawal.get()).toMatchObject({ step: 'requested' });
    expect(await sentTo()).toEqual({
      instantPaymentKeyType: 'PHONE',
      instantPaymentKeyValue: consumer.consumer.phone,
      keyReplacedAt: null,
    });
    expect(wallet()).toMatchObject({ balance: 0, transactions: [{ value: 12 }, {}] });
  });

  it('a random key has to look like one', async () => {
    const before = host.requests.length;
    choose('RANDOM', 'ana@exemplo.com');
    await form.submit();
    expect(form.$visibleErrors.get()).toEqual({ instantPaymentKeyValue: 'Chave inválida' });
    expect(host.requests).toHaveLength(before);
  });

  it('text typed for a random key goes nowhere else, and is still there on the way back', async () => {
    choose('RANDOM', random);
    choose('CPF');
    await form.submit();
    const saving = host.requests.find(({ method }) => method === 'PATCH');
    expect(await saving?.json()).toEqual({
      instantPaymentKeyType: 'CPF',
      instantPaymentKeyValue: consumer.consumer.document,
    });
    expect(form.$values.get()).toMatchObject({ instantPaymentKeyValue: random });
  });

  it('a random key that was used before is there the next time', async () => {
    choose('RANDOM', ` ${random} `);
    host.intercept('POST /withdraw', Response.json({}, { status: 500 }));
    await form.submit();
    expect(form.$step.get()).toMatchObject({ step: 'failed' });
    endWithdrawal();
    host.drafts.clear('');
    await ask();
    expect(form.$values.get()).toEqual({
      instantPaymentKeyType: 'RANDOM',
      instantPaymentKeyValue: random.toLowerCase(),
    });
  });

  it('the same dialog requests the same withdrawal after all answers were lost', async () => {
    choose('EMAIL');
    host.intercept('POST /withdraw', 'answer lost');
    host.intercept('POST /withdraw', 'no connection', 2);
    await form.submit();
    expect(form.$step.get()).toMatchObject({
      step: 'failed',
      lines: ['Ocorreu algum erro desconhecido, entre com contato com o suporte.'],
    });
    expect(wallet().balance).toBe(0);
    form.dismiss();
    await form.submit();
    expect($withdrawal.get()).toMatchObject({ step: 'requested' });
    expect(await withdrawn()).toEqual([12]);
  });

  it('nothing is withdrawn once the dialog was closed while it saved the key', async () => {
    host.intercept('PATCH /instant-payment', (_, send) => {
      endWithdrawal();
      return send();
    });
    choose('EMAIL');
    await form.submit();
    expect($withdrawal.get()).toEqual({ step: 'idle' });
    expect(await withdrawn()).toEqual([]);
  });

  it('a withdrawal that fails after its dialog was closed shows an error', async () => {
    host.intercept('POST /withdraw', async () => {
      endWithdrawal();
      return Response.json({}, { status: 500 });
    });
    choose('EMAIL');
    await form.submit();
    expect($withdrawal.get()).toMatchObject({ step: 'failed' });
  });

  it('a profile that cannot be loaded shows an error', async () => {
    endWithdrawal();
    host.interruptions.push(Response.json({}, { status: 500 }));
    await startWithdrawal(wallet());
    expect($withdrawal.get()).toMatchObject({ step: 'failed' });
  });
});
