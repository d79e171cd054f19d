import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { Wallets } from '../../../../src/features/wallets/wallets.island.tsx';
import { $wallets, $withdrawal } from '../../../../src/features/wallets/wallets.store.ts';
import { WithdrawalListDialog } from '../../../../src/features/wallets/withdrawal-dialogs.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';

const site = siteProps(
  embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

function walletsOf(
  phase: 'open' | 'over',
  { balance = 0, status = 'ACTIVE' }: { balance?: number; status?: 'ACTIVE' | 'BLOCKED' } = {},
): string {
  setEnvironment(pageEnvironment({ site, phase: () => phase }));
  const cashback = { balance, status, transactions: [] };
  $wallets.set({ state: 'loaded', value: { cashback, points: { balance } } });
  return renderToStaticMarkup(<Wallets site={site} />);
}

it('empty wallets say what a receipt fills them with, until the promotion ends', () => {
  expect(walletsOf('open')).toContain('<b>10% de volta</b>');
  expect(walletsOf('over')).not.toContain('de volta');
});

it('a blocked wallet says so instead of what a receipt fills it with', () => {
  const blocked = walletsOf('open', { status: 'BLOCKED' });
  expect(blocked).toContain('Sua carteira está bloqueada. Fale conosco');
  expect(blocked).not.toContain('de volta');
});

it('wallets lead to the prizes, where points can be redeemed', () => {
  const link = /<a class="button button-secondary wallet-action" href="\/resgatar">([^<]+)</;
  expect(link.exec(walletsOf('open'))?.[1]).toBe('Ver cestas');
  expect(link.exec(walletsOf('open', { balance: 10 }))?.[1]).toBe('Resgatar');
});

it('money on its way leads to the list of withdrawals', () => {
  $withdrawal.set({ step: 'requested', value: 5.49 });
  const sent = /a caminho<\/b>.*<button[^>]*>([^<]+)</.exec(walletsOf('open'));
  $withdrawal.set({ step: 'idle' });
  expect(sent?.[1]).toBe('Acompanhar');
});

it('a list without withdrawals leads to a receipt, unless there is money to withdraw or no more time', () => {
  const listOf = (phase: 'open' | 'over', balance: number) => {
    setEnvironment(pageEnvironment({ site, phase: () => phase }));
    const wallet = { balance, status: 'ACTIVE', transactions: [] };
    return renderToStaticMarkup(<WithdrawalListDialog wallet={wallet} onClose={() => {}} />);
  };
  expect(listOf('open', 0)).toMatch(/ganhe cashback\.<\/p><a class="button" href="\/nova-nota">/);
  expect(listOf('open', 0)).toContain('mascote-acena');
  expect(listOf('open', 5)).not.toContain('ganhe cashback');
  expect(listOf('over', 0)).not.toContain('ganhe cashback');
});

it('wallets that could not be read again leave it to the list of receipts on their page to say so', () => {
  setEnvironment(pageEnvironment({ site }));
  const cashback = { balance: 5, status: 'ACTIVE', transactions: [] };
  $wallets.set({ state: 'loaded', value: { cashback, points: null }, staleSince: new Date() });
  const shown = renderToStaticMarkup(<Wallets site={site} />);
  expect(shown).toContain('5,00');
  expect(shown).not.toContain('Não foi possível atualizar');
});
