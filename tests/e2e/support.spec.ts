import type { Page } from '@playwright/test';
import { createAnonymousIncidentEndpoint } from '../../src/contract/support.ts';
import { incidentBody } from '../support/incident-body.ts';
import { callSite, sendReceiptTo } from '../support/site-actions.ts';
import type { ServedSite } from '../support/site-process.ts';
import { addressInMail, expect, signInAsNew, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';

/** Writes to support. @returns the writer's email address, and the link in the answer */
async function writeToSupport(site: ServedSite, description: string) {
  const email = `joana.${Date.now()}@exemplo.com.br`;
  const body = { ...incidentBody, name: 'Joana Souza', email, description };
  await callSite(site, createAnonymousIncidentEndpoint, { body });
  return { email, link: await addressInMail(site, email, /https?:\S+\/atendimento\/[\w-]+/) };
}

async function search(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Buscar conversa' }).click();
}

test('the link in the email opens the conversation, which continues until support closes it, and a signed-in user writes again', async ({
  page,
  site,
}) => {
  const { email, link } = await writeToSupport(site, 'Mudei de telefone.');
  await test.step('the page follows a dark scheme', async () => {
    await page.goto(link);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const bright = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).not.toBe(bright);
  });
  await test.step('only the writer’s email finds the conversation', async () => {
    await search(page, 'outra@exemplo.com.br');
    const missing = page.getByRole('dialog', { name: 'Atendimento não encontrado' });
    await missing.getByRole('button', { name: 'Fechar' }).click();
    await search(page, email);
    await expect(page.getByText('Mudei de telefone.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Atendimento' })).toBeFocused();
  });

  const note = page.getByRole('status').filter({ hasText: 'Recebemos a sua mensagem.' });
  await expect(note).toBeVisible();
  const promise = page.getByText('Enquanto a resposta não chega');
  await expect(promise.getByRole('link')).toHaveAttribute('href', '/faq');
  await test.step('the writer adds a message', async () => {
    const box = page.getByLabel('Mensagem');
    await box.fill('O novo é da Claro.');
    const short = (await box.boundingBox())?.height ?? 0;
    await box.fill('O novo é da Claro. '.repeat(8));
    expect((await box.boundingBox())?.height).toBeGreaterThan(short);
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect(
      page.getByRole('listitem').filter({ hasText: 'O novo é da Claro.' }),
    ).toBeVisible();
    await expect(box).toHaveValue('');
    expect((await box.boundingBox())?.height).toBe(short);
    await expectNoFault(page);
  });

  await test.step('support answers and closes the conversation', async () => {
    const incidents = await site.operator('incidents', 'list');
    const { id } = incidents.find((incident) => incident['email'] === email) ?? {};
    await site.operator('incidents', 'answer', Number(id), 'Guarde a próxima.', '--resolve');
    await page.reload();
    await search(page, email);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
      /Mudei de telefone\.\s*Cliente · \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/,
      /O novo é da Claro\..*Cliente · \d{2}/s,
      /Guarde a próxima\.\s*Atendente · \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/,
    ]);
    await expect(page.getByText('Atendimento Encerrado')).toBeVisible();
    await expect(note).toHaveCount(0);
    await expect(page.getByLabel('Mensagem')).toHaveCount(0);
    await expect(promise).toHaveCount(0);
    await expectNoFault(page);
    await expect(page.getByText('Precisa de algo mais?').getByRole('link')).toHaveAttribute(
      'href',
      '#fale-conosco',
    );
  });

  const main = page.getByRole('main');
  await test.step('without a conversation in its address the page has none to look for', async () => {
    await page.goto('/atendimento');
    await expect(main.getByRole('heading', { level: 2 })).toHaveText([
      'Ainda não escreveu?',
      'Já escreveu para nós?',
    ]);
    await expect(main.getByRole('link', { name: 'perguntas frequentes' })).toHaveAttribute(
      'href',
      '/faq',
    );
    await main.getByRole('link', { name: 'Fale conosco' }).click();
    await expect(page.getByRole('dialog', { name: 'Fale conosco' })).toBeVisible();
    await expectNoFault(page);
  });

  await test.step('a signed-in user is greeted, and needs not type their email', async () => {
    const consumer = await signInAsNew(page, site, { email, name: 'Joana Souza' });
    await sendReceiptTo(site, consumer, { totalAmount: 54.9 });
    await page.goto(link);
    await expect(main.getByText('Olá, Joana!')).toBeVisible();
    await expect(main.getByLabel('E-mail')).toHaveValue(email);
    await main.getByRole('button', { name: 'Buscar conversa' }).click();
    await expect(main.getByText('Mudei de telefone.')).toBeVisible();
  });

  await test.step('they write again, about one of their receipts', async () => {
    await page.goto('/atendimento');
    await expect(main.getByText(email)).toBeVisible();
    await expect(
      main.getByRole('heading', { name: 'Olá, Joana! Como podemos ajudar?' }),
    ).toBeVisible();
    await expectNoFault(page);
    await main.getByRole('link', { name: 'Fale conosco' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fale conosco' });
    await expect(dialog.getByLabel('Nome')).toHaveValue('Joana Souza');
    await expect(dialog.getByLabel('E-mail')).toHaveValue(email);
    await expect(dialog.getByText(`A resposta chega em ${email}.`)).toBeVisible();
    await expect(dialog.getByLabel('Assunto')).toBeFocused();
    await expect(dialog.getByLabel('Nome')).toBeHidden();
    await dialog.getByRole('button', { name: 'Alterar' }).click();
    await expect(dialog.getByLabel('Nome')).toBeFocused();
    await dialog.getByLabel('Assunto').selectOption('Envio da nota');
    const receipt = dialog.getByLabel('Sobre qual nota?');
    await expect(receipt.getByRole('option')).toHaveText([
      'Nenhuma',
      /^Nota 1, \d{2}\/\d{2}\/\d{4}, R\$\s54,90$/,
    ]);
    await receipt.selectOption({ index: 1 });
    await dialog.getByLabel('Descrição').fill('O total está errado.');
    await expectNoFault(page);
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await expect(dialog.getByText('Solicitação enviada com sucesso')).toBeVisible();

    // Also from a page that has no dialogs of its own.
    await page.goto('/faq#fale-conosco');
    await expect(dialog.getByLabel('E-mail')).toHaveValue(email);
  });
});
