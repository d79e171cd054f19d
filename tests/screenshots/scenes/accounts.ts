import { generateCnpj } from '@brazilian-utils/brazilian-utils/generate-cnpj';
import type { Locator, Page } from '@playwright/test';
import { createOneTimeCodeEndpoint } from '../../../src/contract/sign-in.ts';
import { addressInMail, fillHomeSignUp, signIn, signInAsNew } from '../../e2e/fixtures.ts';
import {
  acceptPrivacy,
  fillAccess,
  fillAddress,
  fillCompany,
  fillPerson,
} from '../../e2e/sign-up-fields.ts';
import { newPerson } from '../../support/people.ts';
import { callSite, registerAt } from '../../support/site-actions.ts';
import { breakOff, on, type Scenes, type Show, type Stage, visit } from './stage.ts';

const company = { name: 'Mercado Silva & Filhos Ltda.', document: generateCnpj() };

/** Signing up, signing in, and passwords. */
export const accountScenes: Scenes = {
  ...on('delivered', {
    'home-sign-up-empty': homeSignUp(),
    'home-sign-up-errors': homeSignUp(async ({ page }) => {
      await page.locator('#cadastrar').getByLabel('Nome').fill('Ana 2');
      await page.locator('#cadastrar').getByLabel('Nome').press('Enter');
      await page.getByRole('group', { name: /^Confira/ }).waitFor();
    }),
    'home-sign-up-filled': homeSignUp(({ page }) => fillHomeSignUp(page, newPerson())),
    'sign-up-page-empty': openSignUp,
    'sign-up-page-errors': async (stage) => {
      await openSignUp(stage);
      await fillWrongly(stage.page);
    },
    'sign-up-filled': async (stage) => {
      await openSignUp(stage);
      await fillOwnFields(stage.page);
    },
    'sign-up-taken': async (stage) => {
      const { person } = await registerAt(stage.site);
      await openSignUp(stage);
      await fillOwnFields(stage.page, { ...newPerson(), document: person.document ?? '' });
      await stage.page.getByRole('button', { name: 'continuar' }).click();
      await stage.page.getByRole('group', { name: /^Confira/ }).waitFor();
    },
    'sign-up-without-network': async (stage) => {
      await openSignUp(stage);
      await fillOwnFields(stage.page);
      await breakOff(stage.page, '**/api/consumer');
      await stage.page.getByRole('button', { name: 'continuar' }).click();
      await stage.page.getByRole('alertdialog', { name: 'Atenção' }).waitFor();
    },
    'consent-sheet': openText('Ler o regulamento'),
    'consent-sheet-whole': async (stage) => {
      await openText('Ler o regulamento')(stage);
      await stage.page.getByRole('dialog').getByText('Ler o texto completo').click();
    },
    'consent-sheet-privacy': openText('Ler a política de privacidade'),
    'sign-up-wizard': openWizard,
    login: visit('/entrar'),
    'login-errors': async ({ page }) => {
      await page.goto('/entrar');
      await awake(page.getByRole('button', { name: 'Entrar', exact: true }));
      await page.getByLabel('Email').fill('sem-arroba');
      await page.getByLabel('Email').press('Enter');
      await page.getByText('Email inválido').first().waitFor();
    },
    'login-error': async ({ page }) => {
      await signIn(page, { email: 'ana.silva@exemplo.com.br', password: 'Errada1' });
      await page.getByText('Usuário/senha incorreto.').waitFor();
    },
    'login-new-account': async (stage) => {
      const { page } = stage;
      await page.route('**/*signInWithPassword*', (route) => route.abort('connectionrefused'));
      await openSignUp(stage);
      await fillOwnFields(page);
      await page.getByRole('button', { name: 'continuar' }).click();
      await page.waitForURL(/\/entrar$/);
      await page.getByText('Seu cadastro está pronto.').waitFor();
    },
    'login-dialog': openDialog('/#entrar', 'Entrar na sua conta'),
    'login-dialog-turned-away': async ({ page }) => {
      await page.goto('/minhas-notas', { waitUntil: 'commit' });
      await page.waitForURL(/\/$/);
      await page.goto('/#entrar');
      await page.getByText('Entre na sua conta para continuar').waitFor();
    },
    'password-forgot': openDialog('/#esqueci-senha', 'Esqueceu sua senha?'),
    'password-sent': async ({ page, site }) => {
      await askForPassword(page, (await registerAt(site)).person.email);
    },
    'password-new': openPasswordLink,
    'password-new-error': async (stage) => {
      await openPasswordLink(stage);
      const password = stage.page.getByLabel('Nova senha', { exact: true });
      await password.fill('curta');
      await password.blur();
      await stage.page.getByText('A senha deve ter no mínimo 6 caracteres').first().waitFor();
    },
    'password-new-alert': async ({ page }) => {
      await breakOff(page, '**/accounts:resetPassword*');
      await page.goto('/senha?codigo=codigo');
      await page.getByLabel('Nova senha', { exact: true }).fill('Renovada1');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByRole('alertdialog', { name: 'Atenção' }).waitFor();
    },
    'password-saved': savePassword,
    'password-unsure': loseAnswerToPassword,
    'password-spent-link': spendLink,
    'password-new-link-sent': async (stage) => {
      await spendLink(stage);
      const main = stage.page.getByRole('main');
      await main.getByLabel('Email').fill('ana@exemplo.com.br');
      await main.getByRole('button', { name: 'Enviar novo link' }).click();
      await main.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor();
    },
    'sign-out-question': async ({ page, site }) => {
      await signInAsNew(page, site);
      await page.goto('/sair', { referer: 'https://loja.example/' });
      await page.getByRole('heading', { name: 'Sair da sua conta?' }).waitFor();
    },
    'arrival-question': async (stage) => {
      await arrive(stage);
      await stage.page.getByRole('region', { name: /^Entrar como/ }).waitFor();
    },
    'arrival-question-other-account': async (stage) => {
      await signInAsNew(stage.page, stage.site);
      await arrive(stage);
      await stage.page.getByRole('region', { name: /^Entrar como/ }).waitFor();
    },
    'arrival-failed': async (stage) => {
      await breakOff(stage.page, '**/api/handoff/**');
      await arrive(stage);
      await stage.page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
    },
    'arrival-too-late': async (stage) => {
      await signInAsNew(stage.page, stage.site);
      await stage.page.goto('/continuar#codigo=gasto');
      await stage.page.getByRole('button', { name: 'Continuar nesta conta' }).waitFor();
    },
  }),
  ...on('everything', {
    'sign-up-everything-empty': openSignUp,
    'sign-up-everything-errors': async (stage) => {
      await openSignUp(stage);
      await fillWrongly(stage.page);
    },
    'sign-up-everything-filled': async (stage) => {
      await openSignUp(stage);
      await fillOwnFields(stage.page);
      await fillAddress(stage.page);
      await stage.page.getByLabel('Cidade', { exact: true }).waitFor();
      await stage.page.getByText('Sobre você', { exact: true }).click();
    },
    'sign-up-company': async (stage) => {
      await openSignUp(stage);
      await fillCompany(stage.page, company, newPerson());
    },
    'sign-up-help': async (stage) => {
      await openSignUp(stage);
      await stage.page.getByRole('button', { name: 'Ajuda: Suas compras' }).click();
    },
    'sign-up-wizard-access': openWizard,
    'sign-up-wizard-errors': async (stage) => {
      const wizard = await openWizard(stage);
      await wizard.getByLabel('Email').fill('sem-arroba');
      await wizard.getByLabel('Email').press('Enter');
      await wizard.getByRole('group', { name: /^Confira/ }).waitFor();
    },
    'sign-up-wizard-data': async (stage) => {
      await walkWizard(stage, { steps: 1 });
    },
    'sign-up-wizard-help': async (stage) => {
      const wizard = await walkWizard(stage, { steps: 1 });
      await wizard.getByRole('button', { name: 'Ajuda: Suas compras' }).click();
    },
    'sign-up-wizard-address': async (stage) => {
      await fillAddress(await walkWizard(stage, { steps: 2 }));
    },
    'sign-up-poll': openSignUpPoll,
    'sign-up-poll-thanks': async (stage) => {
      await openSignUpPoll(stage);
      const poll = stage.page.getByRole('dialog', { name: 'Conte um pouco sobre você' });
      await poll.getByRole('radio', { name: 'No mercado' }).check();
      await poll.getByRole('radio', { name: 'Sim' }).check();
      await poll.getByRole('button', { name: 'Responder' }).click();
      const thanks = stage.page.getByRole('dialog', { name: 'Obrigado!' });
      await thanks.getByRole('button', { name: 'Enviar a primeira nota' }).waitFor();
    },
    'login-everything': visit('/entrar'),
    'password-create': openDialog('/#crie-sua-senha', 'Crie sua senha'),
  }),
};

/** The form on the home page, alone. */
function homeSignUp(act?: Show): Show {
  return async (stage) => {
    await stage.page.goto('/#cadastrar');
    await stage.page.locator('#cadastrar astro-island:not([ssr])').waitFor();
    stage.showAlone(stage.page.locator('#cadastrar'));
    await act?.(stage);
  };
}

/** Until its script is there, a form keeps what is typed, but no presses. */
async function awake(button: Locator): Promise<void> {
  await button.and(button.page().locator('button:not([disabled])')).waitFor();
}

async function openSignUp({ page }: Stage): Promise<void> {
  await page.goto('/cadastro');
  await awake(page.getByRole('button', { name: 'continuar' }));
}

async function fillOwnFields(page: Page, person = newPerson()): Promise<void> {
  await fillPerson(page, person);
  await fillAccess(page, person);
  await acceptPrivacy(page);
}

async function fillWrongly(page: Page): Promise<void> {
  await page.getByLabel('Nome completo').fill('Ana 2');
  await page.getByLabel('CPF').fill('529.982.247-24');
  await page.getByLabel('Celular').fill('(41) 3333-4444');
  await page.getByLabel('CPF').press('Enter');
  await page.getByRole('group', { name: /^Confira/ }).waitFor();
}

function openText(link: string): Show {
  return async (stage) => {
    const { page } = stage;
    await openSignUp(stage);
    // Until the dialogs are alive a text opens in a tab.
    await page.locator('astro-island[ssr][client=idle]').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: link }).click();
    await page.getByRole('button', { name: 'Voltar ao cadastro' }).waitFor();
  };
}

function openDialog(path: string, name: string): Show {
  return async ({ page }) => {
    await page.goto(path);
    await page.getByRole('dialog', { name }).waitFor();
  };
}

async function openWizard({ page }: Stage): Promise<Locator> {
  await page.goto('/#cadastro');
  const wizard = page.getByRole('dialog', { name: 'Realize seu cadastro' });
  await wizard.waitFor();
  return wizard;
}

async function walkWizard(stage: Stage, { steps }: { steps: 1 | 2 }): Promise<Locator> {
  const person = newPerson();
  const wizard = await openWizard(stage);
  await fillAccess(wizard, person);
  await acceptPrivacy(wizard);
  await wizard.getByRole('button', { name: 'continuar' }).click();
  await wizard.getByLabel('CPF').waitFor();
  if (steps === 1) return wizard;
  await fillPerson(wizard, person);
  await wizard.getByRole('button', { name: 'continuar' }).click();
  await wizard.getByLabel('CEP').waitFor();
  return wizard;
}

async function openSignUpPoll({ page, site }: Stage): Promise<void> {
  await signInAsNew(page, site);
  await page.goto('/#pesquisa');
  await page.getByRole('dialog', { name: 'Conte um pouco sobre você' }).waitFor();
}

async function askForPassword(page: Page, email: string): Promise<void> {
  await page.goto('/#esqueci-senha');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/e-?mail/i).fill(email);
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('dialog', { name: 'Confira seu e-mail' }).waitFor();
}

async function openPasswordLink({ page, site }: Stage): Promise<void> {
  const { person } = await registerAt(site);
  await askForPassword(page, person.email);
  await page.goto(await addressInMail(site, person.email, /https?:\S+\/senha\?codigo=[\w-]+/));
  await page.getByLabel('Nova senha', { exact: true }).waitFor();
}

async function savePassword(stage: Stage): Promise<void> {
  await openPasswordLink(stage);
  await stage.page.getByLabel('Nova senha', { exact: true }).fill('Renovada1');
  await stage.page.getByRole('button', { name: 'Salvar' }).click();
  await stage.page.getByText('Sua senha foi salva.').waitFor();
}

async function loseAnswerToPassword(stage: Stage): Promise<void> {
  await openPasswordLink(stage);
  const { page } = stage;
  const calls = '**/accounts:resetPassword*';
  await page.route(calls, (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await page.getByLabel('Nova senha', { exact: true }).fill('Renovada1');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page
    .getByRole('alertdialog', { name: 'Atenção' })
    .getByRole('button', { name: 'Ok' })
    .click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('heading', { name: 'A conexão caiu' }).waitFor();
}

async function spendLink({ page }: Stage): Promise<void> {
  await page.goto('/senha?codigo=gasto');
  await page.getByLabel('Nova senha', { exact: true }).fill('Renovada2');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('heading', { name: 'Este link não vale mais' }).waitFor();
}

/** Comes to the site from another one with a link that signs its owner in. */
async function arrive({ page, site, host }: Stage): Promise<void> {
  const { token } = await registerAt(site);
  const headers = { origin: site.url };
  const { code } = await callSite(site, createOneTimeCodeEndpoint, { token, headers });
  await page.goto(host.publish({ html: '<!doctype html><title>Loja</title>' }));
  const address = `${site.url}/continuar#${new URLSearchParams({ codigo: code, para: '/perfil' })}`;
  await page.evaluate((to) => window.location.assign(to), address);
}
