import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { SignUpBody } from '../../src/contract/consumer.ts';
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

test('a user changes their data, though the session ends meanwhile, and sees the change at once', async ({
  page,
  site,
}) => {
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
  await test.step('a session that ends over the change begins again, and the change is still there', async () => {
    await expect(phone).toHaveValue(/^\(41\) 9/);
    await expect(dialog.getByLabel('Estado')).toHaveCount(0);
    await expectNoFault(page);
    await phone.fill('');
    await phone.press('Enter');
    await expect(dialog.getByRole('group', { name: /^Confira/ })).toContainText('Telefone');
    expect((await placeOf('Meus dados'))?.y, 'nothing moves behind').toBe(
      (await placeOf('Consentimentos'))?.y,
    );
    await phone.fill('(48) 99123-4567');
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
    await expect(phone).toHaveValue('(48) 99123-4567');
  });

  await test.step('the saved change shows at once', async () => {
    await dialog.getByLabel('Gênero').selectOption('Prefiro não dizer');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Dados atualizados com sucesso')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Alterar' })).toBeFocused();
    await expect(row(page, 'Telefone')).toContainText('(48) 99123-4567');
    await expect(row(page, 'Gênero')).toContainText('Prefiro não dizer');
    await expect(row(page, 'Nome Completo')).toContainText(person.name);
  });

  await test.step('so does the corrected address', async () => {
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
});

test('the referral code explains itself in view, also to a pointer on its way, and is copied with its link', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await openProfile(page, site);
  const help = page.getByRole('button', { name: 'Ajuda: Código de Indicação' });
  const tip = page.getByRole('tooltip').filter({ hasText: 'Ao indicar pessoas' });
  await help.focus();
  await expect(tip).toBeInViewport({ ratio: 0.95 });
  await expectNoFault(page);
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await page.keyboard.press('Tab');
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
  await page.goto(/http\S+$/.exec(copied)?.[0] ?? '');
  expect(await page.evaluate(() => localStorage.getItem('promo.mgm'))).toBe(code);
});

test('a user sees who invited them, downloads their data, withdraws and renews a consent, and erases everything', async ({
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
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar meus dados' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('dados-pessoais.json');
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      profile: { email: ana.person.email },
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
  await test.step('it is given again', async () => {
    await consent.check();
    await expect(brand.getByText('Aceito em')).toHaveCount(2);
  });
  await test.step('the consent to privacy ends with the account', async () => {
    const privacy = page.getByRole('listitem').filter({ hasText: 'Regulamento e privacidade' });
    await expect(privacy).toContainText('Só deixa de valer se você excluir seus dados');
    await expect(privacy.getByRole('switch')).toHaveCount(0);
  });

  await test.step('a user who erases their data is signed out', async () => {
    await page.getByRole('button', { name: 'Excluir meus dados' }).click();
    const explanation = page.getByRole('dialog', { name: 'Excluir meus dados' });
    await expect(explanation).toContainText('Lei 5.768/1971');
    await expect(explanation).toContainText('quem conhece um deles descobre os outros');
    await expectNoFault(page);
    await explanation.getByRole('button', { name: 'Continuar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme a exclusão' });
    await expect(dialog.getByLabel('Senha', { exact: true })).toBeFocused();
    await dialog.getByLabel('Senha', { exact: true }).fill('Errada1');
    await dialog.getByRole('button', { name: 'Excluir meus dados' }).click();
    const password = dialog.getByLabel('Senha', { exact: true });
    await expect(password).toHaveAccessibleDescription(/Usuário\/senha incorreto\./);
    await expect(password).toBeFocused();
    await expectNoFault(page);
    await dialog.getByLabel('Senha', { exact: true }).fill(ana.person.password);
    await dialog.getByRole('button', { name: 'Excluir meus dados' }).click();
    await expect(page).toHaveURL(/\/#dados-excluidos$/);
    const confirmation = page.getByRole('alertdialog', { name: 'Seus dados foram excluídos' });
    await expect(confirmation.getByRole('button', { name: 'Ok' })).toBeFocused();
    await expectNoFault(page);
    await confirmation.getByRole('button', { name: 'Ok' }).click();
    await expect(page.getByRole('link', { name: 'CADASTRE-SE' }).first()).toBeVisible();
  });
});
