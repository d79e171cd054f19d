// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../../src/campaign/load.ts';
import { type Environment, setEnvironment } from '../../../../../src/environment.ts';
import { $outbox } from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import { OutboxList } from '../../../../../src/features/receipts/outbox/outbox.tsx';
import { $session } from '../../../../../src/features/session/session.store.ts';
import { siteProps } from '../../../../../src/layouts/site-props.ts';
import type { CampaignPhase } from '../../../../../src/rules/campaign/campaign-phase.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);

function openPage(phase: CampaignPhase): void {
  setEnvironment({ site, phase: () => phase, debug: () => false } as unknown as Environment);
  $session.set({ state: 'signed-in' });
}

function shownCard(refused: object, phase: CampaignPhase): string {
  openPage(phase);
  const receipt = queuedReceipt('ana', new Date(today));
  const refusal = { status: 400, code: 'INVALID_REQUEST', message: 'Não', fields: [], ...refused };
  $outbox.set([{ state: 'refused', receipt, refusal }]);
  return renderToStaticMarkup(<OutboxList site={site} onCorrect={() => {}} />);
}

it.each<[string, object, CampaignPhase, boolean]>([
  ['that was refused', {}, 'open', true],
  ['that came too late', { status: 403, code: 'CAMPAIGN_OVER' }, 'open', false],
  ['that was refused, once the campaign is over', {}, 'over', false],
])('a receipt %s: may be corrected?', (_, refused, phase, mayBeCorrected) => {
  const card = shownCard(refused, phase);
  expect(card).toContain('Excluir');
  expect(card.includes('Corrigir')).toBe(mayBeCorrected);
});

it('a receipt that its person had sent before leads to that one', () => {
  const duplicateOf = { id: 7, position: 3 };
  const card = shownCard({ status: 409, code: 'DUPLICATE', duplicateOf }, 'open');
  expect(card).toContain('href="/minhas-notas#nota-3"');
});

it('the focus goes to the next button when a receipt comes too late to be sent', () => {
  openPage('open');
  const receipt = queuedReceipt('ana', new Date(today));
  $outbox.set([{ state: 'sending', receipt }]);
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  flushSync(() => root.render(<OutboxList site={site} onCorrect={() => {}} />));
  const [send] = document.querySelectorAll<HTMLElement>('.receipt-actions button');
  expect(send?.textContent).toBe('Enviar agora');
  send?.focus();
  const refusal = { status: 403, code: 'CAMPAIGN_OVER', message: 'Não', fields: [] } as const;
  flushSync(() => $outbox.set([{ state: 'refused', receipt, refusal }]));
  expect(document.activeElement?.textContent).toMatch(/^Ver nota/);
  root.unmount();
});
