import { beforeEach, describe, expect, it } from 'vitest';
import { setEnvironment } from '../../../../src/environment.ts';
import {
  $wallets,
  loadWallets,
  retryText,
  retryWallets,
} from '../../../../src/features/wallets/wallets.store.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { signedInHost, signedInWithCashback } from '../../../support/signed-in-host.ts';

const gateway = await gatewayOfFile({ variant: 'all' });

beforeEach(() => $wallets.set({ state: 'loading' }));

describe('the balances', () => {
  it('are empty for a new user', async () => {
    await signedInHost(gateway);
    await loadWallets();
    expect($wallets.get()).toMatchObject({
      value: {
        cashback: { balance: 0, status: 'ACTIVE', transactions: [] },
        points: { balance: 0 },
      },
    });
  });

  it('contain what an approved receipt earned', async () => {
    await signedInWithCashback(gateway);
    await loadWallets();
    expect($wallets.get()).toMatchObject({
      value: { cashback: { balance: 12 }, points: { balance: 24 } },
    });
  });

  it('are not asked for where the campaign has no such engine', async () => {
    const { host } = await signedInHost(gateway);
    const { campaign } = host.site;
    const engines = campaign.engines.filter(({ type }) => type !== 'COLLECT_TO_WIN');
    setEnvironment({ ...host, site: { ...host.site, campaign: { ...campaign, engines } } });
    await loadWallets();
    expect($wallets.get()).toMatchObject({ value: { cashback: { balance: 0 }, points: null } });
    expect(host.requests).toHaveLength(1);
  });

  it('say what failed, and can be reloaded, after which a failure leaves them', async () => {
    const { host } = await signedInWithCashback(gateway);
    host.isDown = true;
    await loadWallets();
    expect($wallets.get()).toEqual({
      state: 'failed',
      lines: ['Ocorreu algum erro interno, entre com contato com o suporte. (Cód.: 500)'],
    });
    host.isDown = false;
    const again = retryWallets();
    expect($wallets.get()).toEqual({ state: 'loading' });
    await again;
    host.isDown = true;
    await loadWallets();
    expect($wallets.get()).toMatchObject({ state: 'loaded', value: { cashback: { balance: 12 } } });
  });
});

it('a failed withdrawal is tried again for what the balance is now, and says so', () => {
  expect(retryText({ balance: 10 }, 10)).toBe('Tentar de novo');
  expect(retryText({ balance: 15 }, 10)).toMatch(/^Sacar R\$\s15,00$/);
});
