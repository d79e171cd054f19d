// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { ConversationPage } from '../../../../src/features/support/conversation.island.tsx';
import { $author, $conversation } from '../../../../src/features/support/conversation.store.ts';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { registeredPerson } from '../../../support/people.ts';
import { renderInPage } from '../../../support/render-in-page.ts';

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

it.each([
  ['is gone with them, if it is as the page has filled it in', null, ''],
  ['stays, if someone has typed another', 'outra@exemplo.com.br', 'outra@exemplo.com.br'],
] as const)(
  'the address of a user who signs out while the page of a conversation is open %s',
  (_, typed, left) => {
    window.history.replaceState(null, '', '/atendimento/abc');
    setEnvironment(pageEnvironment({ site }));
    $conversation.set({ state: 'unopened' });
    renderInPage(<ConversationPage site={site} />);
    const field = () => document.querySelector<HTMLInputElement>('[name=email]');
    flushSync(() => $author.set({ state: 'loaded', value: { ...registeredPerson, email } }));
    expect(field()?.value).toBe(email);
    if (typed !== null) {
      Object.assign(field() ?? {}, { value: typed });
      field()?.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
    flushSync(() => $author.set({ state: 'loading' }));
    expect(field()?.value).toBe(left);
  },
);

const place = 'O que você escreveu está em Fale conosco.';

it.each([
  ['was refused', 'refused', `Erro ao enviar mensagem. ${place}`],
  ['was not sent yet', 'resolved', place],
  ['was never typed', null, undefined],
] as const)(
  'a conversation that support closed says where a reply that %s is',
  (_, unsentBecause, text) => {
    setEnvironment(pageEnvironment({ site }));
    document.body.innerHTML = '<main></main>';
    const root = createRoot(document.querySelector('main') as HTMLElement);
    $conversation.set({ state: 'shown', email, incident, unsentBecause });
    flushSync(() => root.render(<ConversationPage site={site} />));
    expect(document.querySelector('[role=alert]')?.textContent).toBe(text);
    root.unmount();
  },
);
