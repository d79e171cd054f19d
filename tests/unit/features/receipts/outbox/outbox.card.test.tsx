// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { memoryStore } from '../../../../../src/client/storage.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import { Outbox } from '../../../../../src/features/receipts/mine/my-receipts.island.tsx';
import {
  $isOnline,
  $outbox,
  $queueProblem,
  type OutboxItem,
} from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import { OutboxList } from '../../../../../src/features/receipts/outbox/outbox.tsx';
import {
  correctionDraft,
  receiptDraft,
} from '../../../../../src/features/receipts/receipt-storage.ts';
import { $session } from '../../../../../src/features/session/session.store.ts';
import type { CampaignPhase } from '../../../../../src/rules/campaign/campaign-phase.ts';
import { credentialsKey } from '../../../../../src/storage-keys.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';
import { receiptSite } from '../../../../support/receipt-site.ts';
import { renderInPage } from '../../../../support/render-in-page.ts';
import { waitFor } from '../../../../support/wait-for.ts';

const today = '2026-11-23';
const site = await receiptSite();

function openPage(phase: CampaignPhase): void {
  setEnvironment(pageEnvironment({ site, phase: () => phase }));
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

it('a refused receipt says so, and what was refused', () => {
  const wrongCnpj = [{ field: 'cnpj', message: 'CNPJ Inválido' }];
  const card = shownCard({ fields: wrongCnpj }, 'open');
  expect(card).toContain('>Recusada</');
  expect(card).toContain('>O campo &quot;CNPJ&quot; CNPJ Inválido</p>');
});

it('a duplicate says once that it is one, and then of which, or what helps', () => {
  const fields = [{ field: 'identifier', message: 'Nota já cadastrada' }];
  const duplicate = { status: 409, code: 'DUPLICATE', fields };
  const others = shownCard(duplicate, 'open');
  expect(others.match(/já cadastrada/gi), 'in the title alone').toHaveLength(1);
  expect(others).toContain('>Ela já está no seu cadastro ou no de outra pessoa.</p>');
  expect(others).toContain('A nota é sua? <a href="#fale-conosco">Fale conosco</a>');
  const own = shownCard({ ...duplicate, duplicateOf: { id: 7, position: 3 } }, 'open');
  expect(own).toContain('>Ela é a sua Nota 3.</p>');
  expect(own).not.toContain('outra pessoa');
  const rejected = { id: 7, position: 3, status: 'REJECTED' };
  expect(shownCard({ ...duplicate, duplicateOf: rejected }, 'open')).toContain(
    'Nota 3, que foi reprovada. A equipe pode liberar um novo envio: <a href="#fale-conosco">Fale conosco</a>',
  );
});

it('a receipt that a proxy turned down was not sent, and may be tried again as it is', () => {
  const card = shownCard({ status: 403, code: '403', message: '' }, 'open');
  expect(card).toMatch(/<h2[^>]*>Não conseguimos enviar esta nota</);
  expect(card).toContain('>Não enviada</');
  expect(card).toContain('>Tentar de novo<');
  expect(card).not.toMatch(/Corrig|Recusada/);
});

it('the title says what the stored receipts wait for', () => {
  openPage('open');
  const receipt = queuedReceipt('ana', new Date(today));
  const refused = (
    code: 'INVALID_REQUEST' | 'CAMPAIGN_OVER' | 'DUPLICATE',
    id: string,
  ): OutboxItem => ({
    state: 'refused',
    receipt: { ...receipt, id },
    refusal: { status: 400, code, message: 'Não', fields: [] },
  });
  const listOf = (...items: OutboxItem[]) => {
    $outbox.set(items);
    return renderToStaticMarkup(<OutboxList site={site} onCorrect={() => {}} />);
  };
  const titleOf = (...items: OutboxItem[]) => listOf(...items).match(/(?<=<h2[^>]*>)[^<]+/)?.[0];
  const one = refused('INVALID_REQUEST', 'one');
  expect(titleOf(one)).toBe('Corrija esta nota');
  expect(titleOf(one, refused('INVALID_REQUEST', 'two'))).toBe('Corrija estas notas');
  expect(titleOf(one, { state: 'queued', receipt })).toBe('Nota aguardando envio');
  const another = { ...receipt, id: 'another' };
  expect(titleOf({ state: 'sending', receipt: another }, { state: 'queued', receipt })).toBe(
    'Notas aguardando envio',
  );
  const late = refused('CAMPAIGN_OVER', 'late');
  expect(titleOf(late)).toBe('Nota recusada');
  expect(titleOf(late, one)).toBe('Notas recusadas');
  expect(titleOf(late, { state: 'sending', receipt })).toBe('Nota aguardando envio');
  expect(titleOf(late, { state: 'sent', receipt, receiptId: 1 })).toBe(
    'Notas enviadas e recusadas',
  );
  expect(titleOf({ state: 'queued', receipt })).toBe('Nota aguardando envio');
  const duplicate = refused('DUPLICATE', 'twice');
  expect(titleOf(duplicate)).toBe('Nota já cadastrada');
  expect(titleOf(duplicate, one)).toBe('Corrija estas notas');
  const sent: OutboxItem = { state: 'sent', receipt, receiptId: 1 };
  expect(titleOf(sent)).toBe('Nota enviada');
  expect(listOf(sent), 'rays').toContain('<div class="receipts-sum on-rays">');
  expect(listOf(one, duplicate)).toContain('>Já cadastrada</');
  expect(listOf(one, duplicate), 'no rays').toContain(
    '<div class="receipts-sum receipts-sum-calm">',
  );
  expect(listOf(one, sent)).toContain('<div class="receipts-sum on-rays">');
  expect(listOf(one), 'of what is not to be sent').not.toContain('neste aparelho');
  expect(listOf(one, { state: 'queued', receipt })).toContain('fica guardada neste aparelho');
});

it('a receipt that was sent is shown once: here until the page lists it, then with its result alone', () => {
  openPage('open');
  const receipt = queuedReceipt('ana', new Date(today));
  const sent: OutboxItem = { state: 'sent', receipt, receiptId: 7 };
  const other: OutboxItem = { state: 'queued', receipt: { ...receipt, id: 'other' } };
  const shown = (listedIds: number[], ...items: OutboxItem[]) => {
    $outbox.set(items);
    const { root } = openList(
      <OutboxList site={site} listedIds={listedIds} onCorrect={() => {}} />,
    );
    const cards = [...document.querySelectorAll('.receipt-card .chip')];
    const results = [...document.querySelectorAll('button')].filter(({ textContent }) =>
      textContent?.startsWith('Resultado'),
    );
    const state = [cards.map(({ textContent }) => textContent), results.length];
    const title = document.querySelector('h2')?.textContent;
    root.unmount();
    return [title, ...state];
  };
  expect(shown([], sent)).toEqual(['Nota enviada', ['Enviada'], 1]);
  expect(shown([7], sent)).toEqual(['Nota enviada', [], 1]);
  expect(shown([7], sent, other)).toEqual(['Nota aguardando envio', ['Aguardando envio'], 0]);
});

it('the focus in the card of a receipt that is listed below by now goes to the title', () => {
  openPage('open');
  const receipt = queuedReceipt('ana', new Date(today));
  $outbox.set([{ state: 'sent', receipt, receiptId: 7 }]);
  const list = (listedIds: number[]) => (
    <OutboxList site={site} listedIds={listedIds} onCorrect={() => {}} />
  );
  const { root } = openList(list([]));
  document.querySelector<HTMLElement>('.receipt-card button')?.focus();
  flushSync(() => root.render(list([7])));
  expect(document.activeElement?.textContent).toBe('Nota enviada');
});

it('what the page has said of a receipt that waits is not said again above it', () => {
  openPage('open');
  $outbox.set([{ state: 'queued', receipt: queuedReceipt('ana', new Date(today)) }]);
  const list = (isExplained: boolean) =>
    renderToStaticMarkup(<OutboxList site={site} isExplained={isExplained} onCorrect={() => {}} />);
  expect(list(false)).toContain('<div class="receipts-sum on-rays">');
  expect(list(true)).toMatch(/<div class="visually-hidden"><div><h2[^>]*>Nota aguardando envio</);
});

it('without a network the button that sends is no main one, and says that it may fail', () => {
  openPage('open');
  $outbox.set([{ state: 'queued', receipt: queuedReceipt('ana', new Date(today)) }]);
  const shown = () => renderToStaticMarkup(<OutboxList site={site} onCorrect={() => {}} />);
  expect(shown()).toMatch(/class="button button-small"[^>]*>Enviar agora/);
  $isOnline.set(false);
  expect(shown()).toMatch(/class="button button-small button-secondary"[^>]*>Tentar agora/);
  $isOnline.set(true);
});

it('a receipt that its person had sent before leads to that one', () => {
  const duplicateOf = { id: 7, position: 3 };
  const card = shownCard({ status: 409, code: 'DUPLICATE', duplicateOf }, 'open');
  expect(card).toMatch(/<a class="button [^>]*href="\/minhas-notas#nota-3">Ver a Nota 3/);
  expect(card).not.toContain('Enviar outra nota');
  expect(card).toMatch(/class="button-link"[^>]*>Corrigir os dados</);
});

it('a receipt that was sent before leads to that one also once the campaign is over', () => {
  const duplicateOf = { id: 7, position: 3 };
  const card = shownCard({ status: 409, code: 'DUPLICATE', duplicateOf }, 'over');
  expect(card).toMatch(/<a class="button [^>]*href="\/minhas-notas#nota-3">Ver a Nota 3/);
  expect(card).not.toContain('Corrigir');
});

it('a receipt that a stranger had sent before leads to another one, unless the campaign is over', () => {
  const card = shownCard({ status: 409, code: 'DUPLICATE' }, 'open');
  expect(card).toMatch(/<a class="button [^>]*href="\/nova-nota">Enviar outra nota</);
  expect(shownCard({ status: 409, code: 'DUPLICATE' }, 'over')).not.toContain('Enviar outra nota');
});

/** The list in a page, with functions that press one of its buttons. */
function openList(list: ReactNode) {
  const root = renderInPage(list);
  const press = (name: string) => {
    const buttons = [...document.querySelectorAll('button')];
    flushSync(() => buttons.find(({ textContent }) => textContent?.startsWith(name))?.click());
  };
  return { root, press };
}

it('a receipt stays when its person answers the question of its deletion with Voltar', () => {
  openPage('open');
  $outbox.set([{ state: 'queued', receipt: queuedReceipt('ana', new Date(today)) }]);
  const { press } = openList(<OutboxList site={site} onCorrect={() => {}} />);
  press('Excluir');
  expect(document.querySelector('dialog h2')?.textContent).toBe('Excluir esta nota?');
  const ways = [...document.querySelectorAll('dialog .button')].map(
    ({ textContent, classList }) => [textContent, classList.contains('button-danger')],
  );
  expect(ways).toEqual([
    ['Voltar', false],
    ['Excluir', true],
  ]);
  press('Voltar');
  expect(document.querySelector('dialog')).toBeNull();
  expect(document.querySelectorAll('.receipt-card')).toHaveLength(1);
});

it('a refused receipt of another page is corrected in the form', async () => {
  const visited: string[] = [];
  const storage = memoryStore();
  const expiresAt = Date.parse(today) + 3_600_000;
  const session = { version: 1, token: 't', expiresAt, tenantId: 'embedded' };
  storage.set(credentialsKey, JSON.stringify(session));
  setEnvironment(
    pageEnvironment({
      site,
      storage,
      navigate: (path) => void visited.push(path),
      now: () => new Date(today),
    }),
  );
  const receipt = queuedReceipt('ana', new Date(today));
  const refusal = { status: 400, code: 'INVALID_REQUEST', message: 'Não', fields: [] } as const;
  $outbox.set([{ state: 'refused', receipt, refusal }]);
  const { press } = openList(<Outbox site={site} />);
  await waitFor(() => expect(document.querySelector('.outbox')).not.toBeNull());
  press('Corrigir');
  expect(visited).toEqual(['/nova-nota']);
  expect(JSON.parse(receiptDraft.get() ?? '')).toEqual(receipt.values);
  expect(correctionDraft.get()).toBe(receipt.id);
});

it('the title keeps the focus when the last receipt is sent', () => {
  openPage('open');
  const receipt = queuedReceipt('ana', new Date(today));
  $outbox.set([{ state: 'sending', receipt }]);
  openList(<OutboxList site={site} onCorrect={() => {}} />);
  document.querySelector('h2')?.focus();
  flushSync(() => $outbox.set([{ state: 'sent', receipt, receiptId: 1 }]));
  expect(document.activeElement?.textContent).toBe('Nota enviada');
});

it('the focus goes to the next button when a receipt comes too late to be sent', () => {
  openPage('open');
  const receipt = queuedReceipt('ana', new Date(today));
  $outbox.set([{ state: 'sending', receipt }]);
  openList(<OutboxList site={site} onCorrect={() => {}} />);
  const [send] = document.querySelectorAll<HTMLElement>('.receipt-actions button');
  expect(send?.textContent).toBe('Enviando…');
  send?.focus();
  const refusal = { status: 403, code: 'CAMPAIGN_OVER', message: 'Não', fields: [] } as const;
  flushSync(() => $outbox.set([{ state: 'refused', receipt, refusal }]));
  expect(document.activeElement?.textContent).toMatch(/^Ver nota/);
});

it('why the stored receipts were not sent is said in a region that was there before', () => {
  openPage('open');
  $outbox.set([{ state: 'queued', receipt: queuedReceipt('ana', new Date(today)) }]);
  openList(<OutboxList site={site} onCorrect={() => {}} />);
  const region = document.querySelector('[role=status]');
  expect(region?.textContent).toBe('');
  flushSync(() => $queueProblem.set('unavailable'));
  expect(region?.textContent).toBe(
    'O sistema não respondeu. Vamos tentar de novo em alguns minutos.',
  );
  expect(region?.className).toContain('message');
  $queueProblem.set(null);
});
