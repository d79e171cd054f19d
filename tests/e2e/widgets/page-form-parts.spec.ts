import { maskEmail } from '../../../src/rules/people/person-fields.ts';
import { newPerson } from '../../support/people.ts';
import { registerAt } from '../../support/site-actions.ts';
import { expect, storeSession, test } from '../fixtures.ts';
import { expectNoFaultAtAnyWidth } from '../page-checks.ts';
import { acceptPrivacy, fillAccess, fillAddress, fillPerson } from '../sign-up-fields.ts';
import { openShop, shopPage } from './host-pages.ts';

test.use({ siteName: 'everything' });

test('fields that only some campaigns have are in the page’s form too, and a lost sign-in leads to the login', async ({
  page,
  host,
  site,
}) => {
  const body = '<promo-sign-up campaign="19" isolation="page"></promo-sign-up>';
  await openShop(page, { host, site, body });
  await page.getByRole('button', { name: 'Pessoa Jurídica' }).click();
  await expect(page.getByLabel('CNPJ')).toBeVisible();
  await page.getByRole('button', { name: 'Pessoa Física' }).click();
  await expect(page.getByRole('heading', { name: 'Pesquisa' })).toBeVisible();
  await page.getByRole('button', { name: 'Ajuda: Suas compras' }).focus();
  await expect(page.getByRole('tooltip')).toContainText('ajuda a levar a promoção a mais lojas');
  const topOf = (label: string) =>
    page.getByLabel(label).evaluate((field) => field.getBoundingClientRect().top);
  expect(await topOf('Estado')).toBeLessThan(await topOf('Data de nascimento'));
  await page.setViewportSize({ width: 900, height: 800 });
  expect(await topOf('Estado')).toBe(await topOf('Data de nascimento'));
  const person = newPerson();
  await fillPerson(page, person);
  await fillAddress(page);
  await fillAccess(page, person);
  await acceptPrivacy(page);
  await page.route('**/*signInWithPassword*', (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: 'continuar' }).click();
  await expect(page).toHaveURL(`${site.url}/entrar?novo`);
  await expect(
    page.getByText('Seu cadastro está pronto. Digite sua senha para entrar.'),
  ).toBeVisible();
});

test('a page that hides its origin leaves the user one question, also whether to leave another account', async ({
  page,
  host,
  site,
}) => {
  const [{ person }, bia] = [await registerAt(site), await registerAt(site)];
  await storeSession(page, bia, site.url);
  const shop = host.publish({
    html: shopPage(site, '<promo-login campaign="19" isolation="page"></promo-login>'),
    headers: { 'referrer-policy': 'no-referrer' },
  });
  const portal = `<!doctype html><title>Portal</title><iframe src="${shop}" height="600"></iframe>`;
  await page.goto(host.publish({ html: portal }));
  const form = page.frameLocator('iframe');
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Senha', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Entrar', exact: true }).click();
  const email = maskEmail(person.email);
  // The question takes the focus once the new page stands: an earlier press could still be lost.
  const question = page.getByRole('region', { name: `Entrar como ${email}?` });
  await expect(question).toBeFocused();
  expect(maskEmail(bia.person.email), 'both read alike').toBe(email);
  await expect(question).toContainText('Este aparelho já está em outra conta, de outro e-mail.');
  await expect(page).toHaveURL(`${site.url}/continuar`);
  await expectNoFaultAtAnyWidth(page);
  await question.getByRole('button', { name: 'Sim, sou eu' }).click();
  await expect(page).toHaveURL(`${site.url}/nova-nota`);
  await expect(page.getByRole('heading', { name: 'Envie a foto da nota' })).toBeVisible();
  await page.goto(`${site.url}/perfil`);
  await expect(page.getByText(person.email)).toBeVisible();
});
