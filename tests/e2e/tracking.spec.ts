import { hash } from 'node:crypto';
import { newPerson, type Person } from '../support/people.ts';
import { expect, fillHomeSignUp, receiptFile, signUp, test as siteTest } from './fixtures.ts';
import { readReceipt } from './receipt-steps.ts';
import { type Outside, standOutside } from './third-parties.ts';

const test = siteTest.extend<{ outside: Outside }>({
  outside: async ({ page, site }, use) => use(await standOutside(page, site)),
});

test.use({ siteName: 'second' });
// A second worker's gateway would cost more than it saves.
test.describe.configure({ mode: 'default' });

const sha256 = (text: string) => hash('sha256', text, 'hex');

/** A person of a state where the campaign runs. */
const local = (): Person => ({ ...newPerson(), state: 'MG' });

/** Texts that no request to the outside may hold. */
function secretsOf({ name, document, phone, email, password }: Person): string[] {
  const digits = phone.replaceAll(/\D/g, '');
  return [name, document, phone, digits, email, encodeURIComponent(email), password];
}

test('trackers neither load nor send before consent, nor on pages with a secret address', async ({
  page,
  outside,
}) => {
  await page.goto('/faq');
  await page.getByText('Qual café participa?').click();
  const person = await signUp(page, { person: local() });
  await page.goto('/perfil');
  await expect(page.getByRole('heading', { name: 'MEU PERFIL' })).toBeVisible();
  expect(outside.addresses).toEqual([]);

  await page.goto('/sair');
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('button', { name: 'Aceitar' }).click();
  await expect.poll(() => [outside.events.length, outside.pixel.length]).toEqual([2, 1]);
  await expect.poll(() => outside.addresses).toContain('https://www.clarity.ms/tag/clarity-test');
  const before = outside.addresses.length;
  for (const path of ['/senha?codigo=abc', '/atendimento/abc']) {
    await page.goto(path);
    await page.getByRole('textbox').fill('Renovada1@exemplo.com.br');
    await page.getByRole('button', { name: /Salvar|Buscar/ }).click();
    await expect(page.getByText(/já foi usado ou expirou|não encontrado/)).toBeVisible();
  }
  await page.goto('/transparencia?numero=4.50153');
  await expect(page.getByRole('heading', { name: 'Transparência' })).toBeVisible();
  expect(outside.addresses.slice(before)).toEqual([]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/faq$/);
  expect(await page.evaluate(() => document.referrer)).toBe(new URL('/', page.url()).href);

  await page.goto('/#entrar');
  const dialog = page.getByRole('dialog', { name: 'Entrar na sua conta' });
  await dialog.getByLabel('Email').fill(person.email);
  await dialog.getByLabel('Senha', { exact: true }).fill('Errada1');
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect.poll(() => outside.events).toContainEqual({ event: 'error', form: 'entrar' });
  await dialog.getByLabel('Senha', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect.poll(() => outside.events).toContainEqual({ event: 'success', form: 'entrar' });
});

test('trackers get clicks, fields and conversions after consent, but no typed values', async ({
  page,
  outside,
}) => {
  const person = local();
  await test.step('trackers get clicks and fields after consent', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Aceitar' }).click();
    await expect.poll(() => outside.addresses).toContain('https://www.clarity.ms/tag/clarity-test');
    await page.getByRole('link', { name: 'Quero participar' }).click();
    await fillHomeSignUp(page, person);
    await page.getByLabel('E-mail').blur();
    await expect
      .poll(() => outside.events)
      .toEqual(
        expect.arrayContaining([
          { event: 'gtm.js', 'gtm.start': expect.any(Number) },
          { event: 'click', label: 'Aceitar' },
          { event: 'click', label: 'Quero participar', link: '/#cadastrar' },
          { event: 'blur', form: 'cadastro', field: 'document' },
          { event: 'blur', form: 'cadastro', field: 'password' },
        ]),
      );
    expect(outside.pixel).toEqual([['page']]);
  });

  await test.step('the person signs up', async () => {
    await page.getByRole('button', { name: 'CADASTRAR' }).click();
    await expect(page).toHaveURL(/\/nova-nota$/);
  });
  const hashes = {
    sha256_email: sha256(person.email),
    sha256_phone_number: sha256(`55${person.phone.replaceAll(/\D/g, '')}`),
  };
  await test.step('the sign-up is a conversion', async () => {
    await expect
      .poll(() => outside.events)
      .toEqual(
        expect.arrayContaining([
          { event: 'save', form: 'cadastro' },
          { event: 'success', form: 'cadastro' },
          { event: 'lead', event_id: expect.any(String), ...hashes },
        ]),
      );
    const lead = outside.events.find(({ event }) => event === 'lead');
    expect(outside.pixel.filter(([method]) => method !== 'page')).toEqual([
      ['identify', { email: hashes.sha256_email, phone_number: hashes.sha256_phone_number }],
      ['track', 'CompleteRegistration', {}, { event_id: lead?.['event_id'] }],
    ]);
  });

  await test.step('so is a receipt, and none of what was typed was sent', async () => {
    const { file } = await receiptFile('code', 821);
    await readReceipt(page, file);
    await page.getByLabel('Valor Total').fill('54,90');
    await page.getByRole('button', { name: 'salvar' }).click();
    await expect
      .poll(() => outside.events)
      .toContainEqual({ event: 'purchase', event_id: expect.any(String), ...hashes });
    for (const secret of secretsOf(person)) expect(outside.said()).not.toContain(secret);
  });
});

test('trackers that fail to load break nothing', async ({ page, outside }) => {
  await page.context().route(/googletagmanager|clarity|tiktok/, (route) => route.abort());
  await page.goto('/');
  await page.getByRole('button', { name: 'Aceitar' }).click();
  await signUp(page, { person: local() });
  expect(outside.events).toEqual([]);
});
