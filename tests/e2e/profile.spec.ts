import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { SignUpBody } from '../../src/contract/consumer.ts';
import { sendReceiptTo } from '../support/site-actions.ts';
import type { ServedSite } from '../support/site-process.ts';
import { expect, signInAsNew, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';

test.use({ siteName: 'everything' });

/** Opens the profile of a new user. */
async function openProfile(page: Page, site: ServedSite, overrides: Partial<SignUpBody> = {}) {
  const consumer = await signInAsNew(page, site, overrides);
  await page.goto('/perfil');
  await expect(page.getByText(consumer.person.email)).toBeVisible();
  return consumer;
}

/** The value beside a label. */
const row = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) });

test('a user changes the editable fields, and sees the change at once', async ({ page, site }) => {
  const { person } = await openProfile(page, site);
  await expectNoFault(page);
  const details = page.getByRole('region', { name: 'Dados cadastrais' });
  const placeOf = async (name: string) => page.getByRole('region', { name }).boundingBox();
  await page.setViewportSize({ width: 1280, height: 800 });
  const [consents, erasing] = [await placeOf('Consentimentos'), await placeOf('Meus dados')];
  expect(erasing?.y, 'side by side').toBe(consents?.y);
  expect(erasing?.x, 'erasing comes last').toBeGreaterThan(consents?.x ?? Number.NaN);
  const help = details.getByText('Para corrigir outros dados').getByRole('link');
  await expect(help).toHaveAttribute('href', '#fale-conosco');
  await details.getByRole('button', { name: 'Alterar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Atualização de dados cadastrais' });
  const phone = dialog.getByLabel('Telefone');
  await expect(phone).toHaveValue(/^\(41\) 9/);
  await expect(dialog.getByLabel('Estado')).toHaveCount(0);
  await phone.fill('(41) 3333-4444');
  await phone.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Celular Inválido');
  await expectNoFault(page);
  await phone.fill('48 99123 4567');
  await dialog.getByLabel('Gênero').selectOption('Prefiro não dizer');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  expect((await sent).postDataJSON()).toEqual({
    phone: '48991234567',
    additionalFields: [{ campaignAdditionalFieldId: 13, value: 'Prefiro não dizer' }],
  });
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Dados atualizados com sucesso')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Alterar' })).toBeFocused();
  await expect(row(page, 'Telefone')).toContainText('(48) 99123-4567');
  await expect(row(page, 'Gênero')).toContainText('Prefiro não dizer');
  await expect(row(page, 'Nome Completo')).toContainText(person.name);

  const correct = page.getByRole('button', { name: 'Corrigir endereço' });
  await correct.click();
  const address = page.getByRole('dialog', { name: 'Endereço de entrega' });
  await expect(address.getByLabel('CEP')).toHaveValue('80010-000');
  await expectNoFault(page);
  await address.getByLabel('Número').fill('210');
  await address.getByRole('button', { name: 'Salvar' }).click();
  await expect(row(page, 'Endereço de entrega')).toContainText('Rua XV de Novembro, 210');
  await expect(correct).toBeFocused();
});

test('a user whose session ended finds their changes again after the sign-in', async ({
  page,
  site,
}) => {
  const { person } = await openProfile(page, site);
  await page.getByRole('button', { name: 'Alterar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Atualização de dados cadastrais' });
  await dialog.getByLabel('Telefone').fill('(48) 99123-4567');
  const error = { code: 'UNAUTHENTICATED', message: 'Entre na sua conta para continuar' };
  await page.route('**/api/consumer', (route) =>
    route.fulfill({ status: 401, json: { statusCode: 401, error } }),
  );
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const signIn = page.getByRole('dialog', { name: 'Entrar na sua conta' });
  await expect(signIn).toContainText('Entre na sua conta para continuar');
  await expectNoFault(page);
  await page.unrouteAll();
  await signIn.getByLabel('Email').fill(person.email);
  await signIn.getByLabel('Senha', { exact: true }).fill(person.password);
  await signIn.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/perfil$/);
  await expect(dialog.getByLabel('Telefone')).toHaveValue('(48) 99123-4567');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Alterar' })).toBeFocused();
  await page.reload();
  await expect(row(page, 'Telefone')).toContainText('(41) 9');
  await expect(dialog).toHaveCount(0);

  await page.route('**/api/consumer/me', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  const retry = page.getByRole('button', { name: 'Tentar de novo' });
  await expect(retry).toBeVisible();
  await page.unrouteAll();
  await retry.press('Enter');
  await expect(row(page, 'Telefone')).toContainText('(41) 9');
  await expect(page.getByRole('heading', { name: 'MEU PERFIL' })).toBeFocused();
});

test.describe('the referral code', () => {
  test('explains itself by keyboard and pointer, and is copied with its link', async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
    await page.clock.install();
    await openProfile(page, site);
    const help = page.getByRole('button', { name: 'Ajuda: Código de Indicação' });
    const tip = page.getByRole('tooltip').filter({
      hasText:
        'Ao indicar pessoas para a promoção, divulgue este código. Você poderá receber números da sorte conforme o regulamento.',
    });
    await help.focus();
    await expect(tip).toBeInViewport({ ratio: 0.95 });
    await expectNoFault(page);
    await page.keyboard.press('Escape');
    await expect(tip).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(tip).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(tip).toBeHidden();
    // Nothing has to scroll, which would move the page away from the pointer.
    await page.setViewportSize({ width: 390, height: 2400 });
    await help.hover();
    await expect(tip).toBeVisible();
    await tip.hover();
    await expect(tip).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(tip).toBeHidden();

    const code = await page.locator('.referral-code').textContent();
    const copy = page.getByRole('button', { name: 'Copiar código' });
    await copy.hover();
    await expect(page.getByRole('tooltip', { name: 'Copiar código' })).toBeVisible();
    await copy.click();
    await expect(page.getByRole('tooltip').filter({ hasText: 'Copiado!' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`Meu código de indicação: ${code}`);
    expect(copied).toContain(`${site.url}/?mgm=${code}`);
    await page.clock.fastForward(3_000);
    await expect(page.getByRole('tooltip').filter({ hasText: 'Copiar código' })).toBeVisible();
    await page.goto(/http\S+$/.exec(copied)?.[0] ?? '');
    expect(await page.evaluate(() => localStorage.getItem('promo.mgm'))).toBe(code);
  });

  test.describe('on a phone', () => {
    test.use({
      hasTouch: true,
      userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/146.0 Mobile Safari/537.36',
    });

    test('explains itself by touch, and is shared by the phone itself', async ({ page, site }) => {
      await page.addInitScript(() => {
        navigator.share = async (data) => {
          document.title = data?.text ?? '';
        };
      });
      await openProfile(page, site);
      const tip = page.getByRole('tooltip').filter({ hasText: 'Ao indicar pessoas' });
      await page.getByRole('button', { name: 'Ajuda: Código de Indicação' }).tap();
      await expect(tip).toBeVisible();
      await page.getByRole('heading', { level: 1 }).tap();
      await expect(tip).toBeHidden();
      await page.getByRole('button', { name: 'Compartilhar' }).click();
      await expect(page).toHaveTitle(/Meu código de indicação: .*\/\?mgm=/);
      await expect(page.getByText('Copiado!')).toHaveCount(0);
    });
  });
});

test('a user sees who invited them, downloads their data, and withdraws and renews a consent', async ({
  page,
  site,
}) => {
  const ana = await openProfile(page, site, {
    optIns: ['PRIVACY', 'BRAND'],
    additionalFields: [
      { campaignAdditionalFieldId: 11, value: 'PR' },
      { campaignAdditionalFieldId: 12, value: 'bia@exemplo.com.br' },
    ],
  });
  await test.step('the profile names who invited them', async () => {
    const block = page.getByRole('region', { name: 'INDICAÇÃO' });
    await expect(block).toContainText(/E-mail de quem indicou você\s*bia@exemplo.com.br/);
  });

  await test.step('their data are downloaded', async () => {
    const id = await sendReceiptTo(site, ana);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar meus dados' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('dados-pessoais.json');
    const data = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(data).toMatchObject({
      profile: { email: ana.person.email },
      consents: [
        { code: 'PRIVACY', text: 'Li e aceito o regulamento e a política de privacidade.' },
        { code: 'BRAND', text: 'Quero receber novidades e ofertas da Brisal.' },
      ],
      receipts: [{ id, engineOrders: expect.any(Array) }],
    });
  });

  const brand = page.getByRole('listitem').filter({ hasText: 'Novidades da Brisal' });
  await expect(brand).toContainText('Quero receber novidades e ofertas da Brisal.');
  await expect(brand).toContainText(/Versão do texto\s*616a6501/);
  const consent = brand.getByRole('switch', {
    name: 'Quero receber novidades e ofertas da Brisal.',
  });
  await test.step('a consent is withdrawn by keyboard', async () => {
    await expect(consent).toBeChecked();
    await consent.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Consentimento retirado')).toBeAttached();
    await expect(consent).not.toBeChecked();
    await expect(consent).toBeFocused();
    await expect(brand).toContainText(/Retirado em\s*\d\d\/\d\d\/\d{4} \d\d:\d\d/);
    await expectNoFault(page);
  });
  await test.step('a consent that was not saved does not show as given', async () => {
    const { promise: failing, resolve: fail } = Promise.withResolvers<void>();
    await page.route(
      '**/consent/BRAND/give',
      async (route) => {
        await failing;
        await route.fulfill({ status: 500, json: {} });
      },
      { times: 1 },
    );
    await brand.getByText('Quero receber').click();
    await page.keyboard.press('Space');
    await expect(consent, 'shows what is saved, whatever is pressed meanwhile').toBeChecked();
    fail();
    await page.getByRole('alertdialog', { name: 'Atenção' }).getByRole('button').first().click();
    await expect(consent, 'nothing was saved').not.toBeChecked();
  });
  await test.step('it is given again', async () => {
    await consent.check();
    await expect(brand.getByText('Dado em')).toHaveCount(2);
  });
  await test.step('the consent to privacy ends with the account', async () => {
    const privacy = page.getByRole('listitem').filter({ hasText: 'Regulamento e privacidade' });
    await expect(privacy).toContainText('termina com a exclusão dos seus dados');
    await expect(privacy.getByRole('switch')).toHaveCount(0);
  });
});

test('a user who erases their data is signed out, and the operator no longer finds them', async ({
  page,
  site,
}) => {
  const { person } = await openProfile(page, site);
  await page.getByRole('button', { name: 'Excluir meus dados' }).click();
  const explanation = page.getByRole('dialog', { name: 'Excluir meus dados' });
  await expect(explanation).toContainText('Lei 5.768/1971');
  await expect(explanation).toContainText('quem conhece um número seu vê quais são os outros');
  await expectNoFault(page);
  await explanation.getByRole('button', { name: 'Continuar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirme a exclusão' });
  await expect(dialog.getByLabel('Senha', { exact: true })).toBeFocused();
  await dialog.getByLabel('Senha', { exact: true }).fill('Errada1');
  await dialog.getByRole('button', { name: 'Excluir meus dados' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Usuário/senha incorreto.');
  await expectNoFault(page);
  await dialog.getByLabel('Senha', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Excluir meus dados' }).click();

  await expect(page).toHaveURL(/\/#dados-excluidos$/);
  const confirmation = page.getByRole('dialog', { name: 'Seus dados foram excluídos' });
  await expect(confirmation).toBeVisible();
  await expectNoFault(page);
  await confirmation.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByRole('link', { name: 'CADASTRE-SE' }).first()).toBeVisible();
  expect(await site.operator('consumers', 'find', person.email)).toEqual([]);
});
