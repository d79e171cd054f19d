import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { actionFor } from '../../../../src/features/dialogs/dialogs.island.tsx';
import type { CampaignPhase } from '../../../../src/rules/campaign/campaign-phase.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { openHost } from '../../../support/site-environment.ts';

const gateway = await gatewayOfFile();

interface Doors {
  registration: boolean;
  login: boolean;
}

function openSite(phase: CampaignPhase, doors: Doors) {
  const { site } = openHost(gateway, phase);
  const { hotsite } = site;
  hotsite.registration = { ...hotsite.registration, enabled: doors.registration };
  hotsite.login = { ...hotsite.login, enabled: doors.login };
  return site;
}

/** The dialog that opens, the address that takes the place of this one, or what else it does. */
async function answerTo(hash: string, phase: CampaignPhase, doors: Doors): Promise<string> {
  openSite(phase, doors);
  const answer = actionFor(hash);
  if (answer.kind === 'redirect') return answer.to;
  return answer.kind === 'open' ? ((await answer.load())?.name ?? '') : answer.kind;
}

const open: Doors = { registration: true, login: true };
const noSignUp: Doors = { registration: false, login: true };
const noSignIn: Doors = { registration: true, login: false };
const shut: Doors = { registration: false, login: false };

test.each<[phase: CampaignPhase, doors: Doors, answers: Record<string, string>]>([
  [
    'not-started',
    open,
    {
      '#entrar': 'close',
      '#esqueci-senha': 'close',
      '#crie-sua-senha': 'close',
      '#cadastro': 'close',
      '#pesquisa': 'close',
      '#encerrada': 'close',
      '#cadastrar': 'none',
      '#fale-conosco': 'ContactDialog',
    },
  ],
  ['not-published', noSignUp, { '#cadastro': 'close', '#cadastrar': 'none', '#entrar': 'close' }],
  ['not-started', noSignIn, { '#entrar': 'close' }],
  [
    'open',
    open,
    {
      '#entrar': 'SignInDialog',
      '#esqueci-senha': 'ForgotPasswordDialog',
      '#crie-sua-senha': 'CreatePasswordDialog',
      '#cadastro': 'WizardDialog',
      '#cadastrar': 'none',
      '#premiacao': 'none',
      '#encerrada': 'CampaignOverDialog',
      '': 'none',
    },
  ],
  [
    'open',
    noSignUp,
    { '#cadastro': 'NoSignUpDialog', '#cadastrar': 'NoSignUpDialog', '#entrar': 'SignInDialog' },
  ],
  [
    'open',
    noSignIn,
    {
      '#entrar': 'NoSignInDialog',
      '#esqueci-senha': 'NoSignInDialog',
      '#crie-sua-senha': 'NoSignInDialog',
      '#cadastro': 'WizardDialog',
      '#fale-conosco': 'ContactDialog',
    },
  ],
  [
    'open',
    shut,
    {
      '#cadastro': 'NoSignUpDialog',
      '#cadastrar': 'NoSignUpDialog',
      '#entrar': 'NoSignInDialog',
      '#esqueci-senha': 'NoSignInDialog',
    },
  ],
  [
    'over',
    open,
    {
      '#cadastro': '#encerrada',
      '#cadastrar': 'none',
      '#entrar': 'SignInDialog',
      '#encerrada': 'CampaignOverDialog',
    },
  ],
  ['over', noSignUp, { '#cadastro': '#encerrada', '#cadastrar': '#encerrada' }],
  ['over', noSignIn, { '#entrar': 'NoSignInDialog' }],
])('each dialog’s address leads somewhere while %s, with %o', async (phase, doors, answers) => {
  const found: Record<string, string> = {};
  for (const hash of Object.keys(answers)) found[hash] = await answerTo(hash, phase, doors);
  expect(found).toEqual(answers);
});

test('users who registered by the messaging app create their password as others get a new one', async () => {
  const site = openSite('open', open);
  const titleAt = async (hash: string) => {
    const answer = actionFor(hash);
    const View = answer.kind === 'open' ? await answer.load() : null;
    const html = View && renderToStaticMarkup(createElement(View, { site, onClose: () => {} }));
    expect(html).toContain('Enviaremos um link para você escolher a senha.');
    return html?.match(/[^>]+(?=<\/h2>)/)?.[0];
  };
  expect(await titleAt('#crie-sua-senha')).toBe('Crie sua senha');
  expect(await titleAt('#esqueci-senha')).toBe('Esqueceu sua senha?');
});

test.each([
  ['#cadastro', 'Cadastros encerrados', 'não recebe novos cadastros', '/#fale-conosco'],
  ['#entrar', 'Login indisponível', 'não é possível entrar na sua conta', '/#fale-conosco'],
])('the dialog at %s says why, and leads to support', async (hash, title, text, link) => {
  const site = openSite('open', shut);
  const answer = actionFor(hash);
  const View = answer.kind === 'open' ? await answer.load() : null;
  const html = View && renderToStaticMarkup(createElement(View, { site, onClose: () => {} }));
  expect(html).toContain(`>${title}</h2>`);
  expect(html).toContain(text);
  expect(html).toContain(`href="${link}"`);
});
