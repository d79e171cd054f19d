// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import type { Receipt } from '../../../../../src/contract/receipts.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import { loadLazyParts } from '../../../../../src/features/receipts/mine/lazy-parts.tsx';
import {
  Outbox,
  ReceiptsBar,
} from '../../../../../src/features/receipts/mine/my-receipts.island.tsx';
import { $myReceipts } from '../../../../../src/features/receipts/mine/my-receipts.store.ts';
import { $outbox } from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import { approvedReceipt } from '../../../../support/approved-receipt.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';
import { receiptSite } from '../../../../support/receipt-site.ts';
import { renderInPage } from '../../../../support/render-in-page.ts';

const today = '2026-11-23';
const site = await receiptSite();

const luckyNumbers = [{ series: 4, generatedNumber: 153 }];
const draw: Receipt['engineOrders'][number] = {
  engineType: 'DRAW',
  campaignEngineId: 101,
  status: 'REQUESTED',
  events: [],
  details: { luckyNumbers },
};
const numbered: Receipt = { ...approvedReceipt, engineOrders: [draw] };
const unnumbered: Receipt = { ...approvedReceipt, engineOrders: [] };
const denied: Receipt = { ...unnumbered, status: 'REJECTED' };
const toReplace: Receipt = {
  ...numbered,
  status: 'REQUESTED_NEW_IMAGE',
  allowImageReplacement: true,
};

const pair = (receipt: Receipt) => [receipt, { ...receipt, id: 2 }];

afterEach(() => {
  $outbox.set([]);
  $myReceipts.set({ state: 'loading' });
});

/** What the bar leaves out where its button and its link have no room, or repeat the page. */
function leftOut(receipts: Receipt[] | null, phase: 'open' | 'over' = 'open') {
  setEnvironment(pageEnvironment({ site, phase: () => phase }));
  $myReceipts.set(receipts ? { state: 'loaded', value: receipts } : { state: 'loading' });
  const root = renderInPage(<ReceiptsBar site={site} />);
  const classesOf = (tag: string) =>
    [...document.querySelectorAll(`.page-actions > ${tag}[class*="spare-on"]`)].map(
      ({ className }) => className.match(/spare-on-\w+/)?.[0],
    );
  const found = { button: classesOf('button'), link: classesOf('a') };
  root.unmount();
  return found;
}

test.each([
  ['while the list loads', null, true],
  ['below the only card', [numbered], true],
  ['in the sum', pair(numbered), true],
  ['in words over receipts that were all denied', pair(denied), true],
  ['nowhere else, as without receipts', [], false],
  ['nowhere else, as below a card without numbers', [unnumbered], false],
  ['nowhere else, as in a sum without numbers', pair(unnumbered), false],
  ['nowhere else, as where only a picture is wanted', [toReplace], false],
])(
  'the bar of a phone leaves the numbers out where the page has them %s',
  (_where, receipts, isLeftOut) => {
    expect(leftOut(receipts).button).toEqual(isLeftOut ? ['spare-on-phone'] : []);
  },
);

test('the bar of a phone keeps its room for the way to another receipt while one waits on the device', () => {
  $outbox.set([{ state: 'queued', receipt: queuedReceipt('ana', new Date(today)) }]);
  expect(leftOut([]).button).toEqual(['spare-on-phone']);
  expect(leftOut([toReplace]).button).toEqual([]);
});

test('the bar of a desk leaves out the way to another receipt where the only card has it beside it', () => {
  expect(leftOut([unnumbered]).link).toEqual(['spare-on-desk']);
  expect(leftOut(pair(unnumbered)).link).toEqual([]);
  expect(leftOut([toReplace]).link).toEqual([]);
  expect(leftOut([unnumbered], 'over').link).toEqual([]);
});

test('a press on a button is answered by a dialog before the script of its dialog has come', () => {
  setEnvironment(pageEnvironment({ site }));
  renderInPage(<ReceiptsBar site={site} />);
  const button = document.querySelector<HTMLButtonElement>('.page-actions > button');
  flushSync(() => button?.click());
  const dialog = document.querySelector('dialog[open]');
  expect(dialog?.querySelector('h2')?.textContent).toBe('Números da sorte');
  expect(dialog?.textContent).toContain('Carregando…');
  flushSync(() => dialog?.querySelector<HTMLButtonElement>('[aria-label=Fechar]')?.click());
  expect(document.querySelector('dialog')).toBeNull();
});

test('receipts that wait on the device hold their place until their script has come', () => {
  setEnvironment(pageEnvironment({ site }));
  $outbox.set([{ state: 'queued', receipt: queuedReceipt('ana', new Date(today)) }]);
  renderInPage(<Outbox site={site} />);
  expect(document.querySelectorAll('.loading')).toHaveLength(1);
});

test('a dialog whose script has come opens at once as itself, and only once', async () => {
  setEnvironment(pageEnvironment({ site }));
  await loadLazyParts();
  renderInPage(<ReceiptsBar site={site} />);
  const button = document.querySelector<HTMLButtonElement>('.page-actions > button');
  flushSync(() => button?.click());
  const dialog = document.querySelector('dialog[open]');
  expect(dialog?.getAttribute('aria-labelledby')).not.toBeNull();
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.querySelector('dialog[open]')).toBe(dialog);
});
