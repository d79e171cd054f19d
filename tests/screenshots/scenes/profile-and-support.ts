import type { Page } from '@playwright/test';
import type { SignUpBody } from '../../../src/contract/consumer.ts';
import { addressInMail, signInAsNew } from '../../e2e/fixtures.ts';
import { type ServedConsumer, sendReceiptTo } from '../../support/site-actions.ts';
import { breakOff, on, type Scenes, type Show, type Stage, visit, visitSignedIn } from './stage.ts';

/** What a person finds about themselves, and how they reach the people of the promotion. */
export const profileAndSupportScenes: Scenes = {
  ...on('delivered', {
    profile: openProfile,
    'profile-change': openChange,
    'profile-change-error': async (stage) => {
      const dialog = await openChange(stage);
      await dialog.getByLabel('Telefone').fill('(41) 3333-4444');
      await dialog.getByLabel('Telefone').press('Enter');
      await dialog.getByRole('textbox', { name: 'Telefone', description: /./ }).waitFor();
    },
    'profile-change-opened-again': async (stage) => {
      const dialog = await openChange(stage);
      await dialog.getByLabel('Telefone').fill('(48) 99123-4567');
      await stage.page.keyboard.press('Escape');
      await stage.page.getByRole('button', { name: 'Alterar', exact: true }).click();
      await dialog.getByRole('button', { name: 'Desfazer' }).waitFor();
    },
    'profile-saved': async (stage) => {
      const dialog = await openChange(stage);
      await dialog.getByLabel('Telefone').fill('(48) 99123-4567');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await stage.page.getByText('Dados atualizados com sucesso').waitFor();
    },
    'profile-not-loaded': async ({ page, site }) => {
      await signInAsNew(page, site);
      await breakOff(page, '**/api/consumer/**');
      await page.goto('/perfil');
      await page.getByRole('button', { name: 'Tentar de novo' }).first().waitFor();
    },
    'profile-address': async (stage) => {
      await openProfile(stage);
      await stage.page.getByRole('button', { name: 'Informar endereço' }).click();
      const dialog = stage.page.getByRole('dialog', { name: 'Endereço de entrega' });
      await dialog.getByLabel('CEP').fill('80010-000');
      await dialog.getByText('Endereço preenchido.').waitFor({ state: 'attached' });
    },
    'profile-consent-given': async (stage) => {
      await openProfile(stage, { optIns: ['PRIVACY', 'BRAND'] });
      await stage.page.getByRole('switch').waitFor();
    },
    'profile-consent-withdrawn': async (stage) => {
      await openProfile(stage, { optIns: ['PRIVACY', 'BRAND'] });
      const brand = stage.page.getByRole('listitem').filter({ hasText: 'Novidades da Brisal' });
      await brand.getByRole('switch').uncheck();
      await brand.getByText('Quando você aceitou e retirou').click();
      await brand.getByText('Retirado em').waitFor();
    },
    'profile-erase': openErasure,
    'profile-erase-confirm': confirmErasure,
    'profile-erase-wrong-password': async (stage) => {
      const dialog = await confirmErasure(stage);
      await dialog.getByLabel('Senha', { exact: true }).fill('Errada1');
      await dialog.getByRole('button', { name: 'Excluir meus dados' }).click();
      await dialog.getByRole('textbox', { name: 'Senha', description: /./ }).waitFor();
    },
    'profile-erased': async ({ page }) => {
      await page.goto('/#dados-excluidos');
      await page.getByRole('alertdialog', { name: 'Seus dados foram excluídos' }).waitFor();
    },
    'support-empty': openContact,
    'support-errors': async (stage) => {
      const dialog = await openContact(stage);
      await dialog.getByLabel('E-mail').fill('sem-arroba');
      await dialog.getByLabel('E-mail').press('Enter');
      await dialog.getByRole('group', { name: /^Confira/ }).waitFor();
    },
    'support-other-subject': async (stage) => {
      await writeContact(stage, 'Outros');
    },
    'support-sent': async (stage) => {
      await sendContact(stage);
    },
    'support-not-sent': async (stage) => {
      const dialog = await writeContact(stage, 'Prêmios');
      await breakOff(stage.page, '**/api/incident/campaign/19');
      await dialog.getByRole('button', { name: 'Enviar' }).click();
      await stage.page.getByRole('alertdialog', { name: 'Atenção' }).waitFor();
    },
    'support-signed-in': async (stage) => {
      const ana = await signInAsNew(stage.page, stage.site);
      await sendReceiptTo(stage.site, ana, { totalAmount: 54.9 });
      const dialog = await openContact(stage);
      await dialog.getByLabel('Assunto').selectOption('Envio da nota');
      await dialog.getByLabel('Sobre qual nota?').selectOption({ index: 1 });
    },
    'support-page': visit('/atendimento'),
    'support-page-signed-in': visitSignedIn('/atendimento'),
    'support-search': visit('/atendimento/x'),
    'support-not-found': async ({ page }) => {
      await page.goto('/atendimento/x');
      await search(page, 'outra@exemplo.com.br');
      await page.getByRole('dialog', { name: 'Atendimento não encontrado' }).waitFor();
    },
    'support-conversation': async (stage) => {
      await openConversation(stage);
    },
    'support-conversation-answered': answered('Vamos conferir. Guarde a nota.'),
    'support-conversation-closed': answered('Já está certo.', '--resolve'),
  }),
  ...on('everything', {
    'profile-everything': (stage) =>
      openProfile(stage, {
        additionalFields: [
          { campaignAdditionalFieldId: 11, value: 'PR' },
          { campaignAdditionalFieldId: 12, value: 'bia@exemplo.com.br' },
          { campaignAdditionalFieldId: 13, value: 'Feminino' },
        ],
      }),
    'profile-company': (stage) => openProfile(stage, { type: 'CORPORATE' }),
    'profile-referral-help': async (stage) => {
      await openProfile(stage);
      await stage.page.getByRole('button', { name: 'Ajuda: Código de Indicação' }).focus();
      await stage.page.getByText('Ao indicar pessoas para a promoção').first().waitFor();
    },
  }),
};

async function openProfile(
  { page, site }: Stage,
  overrides: Partial<SignUpBody> = {},
): Promise<ServedConsumer> {
  const consumer = await signInAsNew(page, site, overrides);
  await page.goto('/perfil');
  await page.getByText(consumer.person.email).waitFor();
  return consumer;
}

async function openChange(stage: Stage) {
  await openProfile(stage);
  await stage.page.getByRole('button', { name: 'Alterar' }).click();
  const dialog = stage.page.getByRole('dialog', { name: 'Atualização de dados cadastrais' });
  await dialog.waitFor();
  return dialog;
}

async function openErasure(stage: Stage) {
  await openProfile(stage);
  await stage.page.getByRole('button', { name: 'Excluir meus dados' }).click();
  const dialog = stage.page.getByRole('dialog', { name: 'Excluir meus dados' });
  await dialog.waitFor();
  return dialog;
}

async function confirmErasure(stage: Stage) {
  await (await openErasure(stage)).getByRole('button', { name: 'Continuar' }).click();
  const dialog = stage.page.getByRole('dialog', { name: 'Confirme a exclusão' });
  await dialog.waitFor();
  return dialog;
}

async function openContact({ page }: Stage) {
  await page.goto('/#fale-conosco');
  const dialog = page.getByRole('dialog', { name: 'Fale conosco' });
  await dialog.getByLabel('Assunto').waitFor();
  return dialog;
}

async function writeContact(stage: Stage, subject: string, email = 'joana@exemplo.com.br') {
  const dialog = await openContact(stage);
  await dialog.getByLabel('Nome').fill('Joana Souza');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Assunto').selectOption(subject);
  if (subject === 'Outros') await dialog.getByLabel('Título').fill('Onde participar');
  await dialog.getByLabel('Descrição').fill('Mudei de telefone. Como troco o número?');
  return dialog;
}

/** @returns the address that it was sent from */
async function sendContact(stage: Stage): Promise<string> {
  const email = `joana.${Date.now()}@exemplo.com.br`;
  const dialog = await writeContact(stage, 'Cadastro', email);
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.getByText('Solicitação enviada com sucesso').waitFor();
  return email;
}

async function search(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Buscar conversa' }).click();
}

async function openConversation(stage: Stage): Promise<string> {
  const { page, site } = stage;
  const email = await sendContact(stage);
  await page.goto(await addressInMail(site, email, /\/atendimento\/[\w-]+/));
  await search(page, email);
  await page.getByText('Mudei de telefone.').waitFor();
  return email;
}

function answered(answer: string, ...options: string[]): Show {
  return async (stage) => {
    const { page, site } = stage;
    const email = await openConversation(stage);
    const [{ id = 0 } = {}] = await site.operator('incidents', 'list', '--email', email);
    await site.operator('incidents', 'answer', Number(id), answer, ...options);
    await page.reload();
    await search(page, email);
    await page.getByText(answer).waitFor();
  };
}
