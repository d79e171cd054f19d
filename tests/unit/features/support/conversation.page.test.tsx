// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { ConversationPage } from '../../../../src/features/support/conversation.island.tsx';
import { $conversation } from '../../../../src/features/support/conversation.store.ts';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);
const email = 'joana@exemplo.com.br';
const incident = {
  id: 1,
  protocolNumber: '1',
  status: 'RESOLVED',
  consumerDetail: { description: 'Não abre.' },
  comments: [],
};
const page = window.location.href;

afterEach(() => window.history.replaceState(null, '', page));

it.each([
  ['without a link is asked what happened', '/atendimento', /^Conte o que houve/],
  ['with a link is not asked to write again', '/atendimento/abc', /^A conversa fica guardada aqui/],
] as const)('a visitor of the support page %s', (_, path, lead) => {
  window.history.replaceState(null, '', path);
  setEnvironment(pageEnvironment({ site }));
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  $conversation.set({ state: 'unopened' });
  flushSync(() => root.render(<ConversationPage site={site} />));
  expect(document.querySelector('.split-panel-lead')?.textContent).toMatch(lead);
  root.unmount();
});

const place = 'O que você escreveu está em Fale conosco.';

it.each([
  ['was refused', 'refused', `Erro ao enviar mensagem. ${place}`],
  ['was not sent yet', 'closed', place],
  ['was never typed', null, undefined],
] as const)(
  'a conversation that support closed says where a reply that %s is',
  (_, unsentBecause, text) => {
    setEnvironment(pageEnvironment({ site }));
    document.body.innerHTML = '<main></main>';
    const root = createRoot(document.querySelector('main') as HTMLElement);
    $conversation.set({ state: 'open', email, incident, unsentBecause });
    flushSync(() => root.render(<ConversationPage site={site} />));
    expect(document.querySelector('[role=alert]')?.textContent).toBe(text);
    root.unmount();
  },
);
