import type { Locator, Page } from '@playwright/test';
import { formatCpf } from '../../src/rules/people/cpf-cnpj.ts';
import { formatPhone } from '../../src/rules/people/person-fields.ts';
import { sendApprovedTo } from '../support/site-actions.ts';
import { expect, signInAsNew, test } from './fixtures.ts';
import { expectNoFaultAtAnyWidth } from './page-checks.ts';

test.use({ siteName: 'everything' });

const random = '123e4567-e89b-12d3-a456-426655440000';
const sent = 'Solicitação enviada com sucesso';

test('an approved receipt gives cashback and points, and the money is withdrawn by keyboard to a random key', async ({
  page,
  site,
}) => {
  const ana = await signInAsNew(page, site);
  // What the gateway answers ten minutes after the sign-in. Routed before the page is there:
  // a browser may let a request pass that is made just as its routing begins.
  const error = { code: 'SIGN_IN_AGAIN', message: 'Confirme sua senha para continuar', fields: [] };
  const tooOld = { status: 403, json: { statusCode: 403, error } };
  await page.route('**/bank-info/instant-payment', (route) => route.fulfill(tooOld), { times: 2 });
  const points = page.getByRole('region', { name: 'Junte e troque' });
  await test.step('empty wallets load without layout shifts', async () => {
    const release = Promise.withResolvers<void>();
    await page.route('**/cashback/wallet', (route) => release.promise.then(() => route.continue()));
    await page.goto('/minhas-notas');
    const following = page.getByRole('link', { name: 'cadastre agora mesmo!' });
    await expect(following).toBeVisible();
    const boxBefore = await following.boundingBox();
    release.resolve();
    await expect(money(page).getByText('R$ 0,00')).toBeVisible();
    // What moved under a finger would not be pressed.
    expect(Math.abs(((await following.boundingBox())?.y ?? 0) - (boxBefore?.y ?? 0))).toBeLessThan(
      8,
    );
    await expect(withdraw(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(withdraw(page)).toHaveAccessibleDescription('Não há saldo para sacar');
    await withdraw(page).click({ force: true });
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await expect(money(page), 'what it will hold').toContainText('10% de volta');
    await expect(points.getByRole('link').first(), 'no points to redeem').toHaveText('Ver cestas');
  });

  await test.step('an approved receipt fills the wallets', async () => {
    await sendApprovedTo(site, ana, { totalAmount: 54.9 });
    await page.reload();
    await expect(money(page).getByText('R$ 5,49')).toBeVisible();
    await expect(points.getByText('10 pontos')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const receipt = await topOf(page.getByRole('article', { name: 'Nota 1' }));
    const title = await topOf(page.getByRole('heading', { level: 1 }));
    expect(receipt - title, 'receipts begin on the first screen').toBeLessThan(640);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await topOf(points.getByText('10 pontos'))).toBe(
      await topOf(money(page).getByText('R$ 5,49')),
    );
    expect(await topOf(points.getByRole('link', { name: 'Resgatar' }))).toBe(
      await topOf(withdraw(page)),
    );
    await expect(points.getByRole('link', { name: 'Resgatar' })).toHaveAttribute(
      'href',
      '/resgatar',
    );
    await expectNoFaultAtAnyWidth(page);
  });

  const dialog = page.getByRole('dialog', { name: 'Chave Pix' });
  const key = dialog.getByLabel('Chave', { exact: true });
  const question = page.getByRole('dialog', { name: 'Confirme sua senha' });
  const password = question.getByLabel('Senha', { exact: true });
  await test.step('a key of the profile is shown and cannot be changed', async () => {
    await withdraw(page).press('Enter');
    const types = dialog.getByRole('group', { name: 'Tipo de chave' });
    const submit = dialog.getByRole('button', { name: 'Sacar R$ 5,49' });
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await expect(types).toContainText(formatPhone(ana.person.phone));
    await expect(types).toContainText(ana.person.email);
    const ofProfile = types.getByRole('radio', { name: `CPF ${formatCpf(ana.person.document)}` });
    await expect(ofProfile).toBeFocused();
    await page.keyboard.press('Space');
    await expect(submit).toHaveAttribute('aria-disabled', 'false');
    await expect(key).toHaveCount(0);
  });

  await test.step('a random key is typed, and has to look like one', async () => {
    await page.keyboard.press('ArrowUp');
    await expect(key).toHaveValue('');
    await page.keyboard.press('Tab');
    await expect(key).toBeFocused();
    await page.keyboard.type('123');
    await page.keyboard.press('Enter');
    await expect(key).toBeFocused();
    await expect(key).toHaveAccessibleDescription(/^Erro: Chave inválida/);
    await expectNoFaultAtAnyWidth(page);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(random);
  });

  await test.step('a closed question for the password keeps what was typed', async () => {
    await page.keyboard.press('Enter');
    await expect(password).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(key).toBeFocused();
    await expect(key).toHaveValue(random);
  });

  await test.step('a wrong password is refused, and the right one sends the money', async () => {
    await page.keyboard.press('Enter');
    await expect(password).toBeFocused();
    await page.keyboard.type('errada');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription(/Usuário\/senha incorreto\./);
    await expectNoFaultAtAnyWidth(page);
    await password.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(ana.person.password);
    await page.keyboard.press('Enter');
  });

  await test.step('the withdrawal is confirmed and listed', async () => {
    await expect(page.getByRole('status').filter({ hasText: sent })).toContainText(
      'R$ 5,49 a caminho',
    );
    await expect(dialog).toHaveCount(0);
    await expect(withdraw(page)).toBeFocused();
    await expect(money(page).getByText('R$ 0,00')).toBeVisible();
    await page.getByRole('button', { name: 'Acompanhar' }).click();
    await expect(page.getByRole('dialog', { name: 'Saques' })).toContainText('A caminho');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 740 });
    const width = async (part: Locator) => (await part.boundingBox())?.width;
    expect(
      await width(page.getByRole('status').filter({ hasText: sent })),
      'what was sent has the width of both cards',
    ).toBe(await width(page.locator('.wallets')));
    const withdrawals = await site.operator('withdrawals', 'list');
    const mine = withdrawals.filter(({ consumer }) => consumer === ana.id);
    expect(mine).toMatchObject([{ value: 'R$\u00a05,49', paymentKey: random }]);
  });
});

test('a company finds its withdrawals, and repeats one that failed', async ({ page, site }) => {
  const company = await signInAsNew(page, site, { type: 'CORPORATE' });
  await sendApprovedTo(site, company, { totalAmount: 100 });
  await page.goto('/minhas-notas');
  await withdraw(page).click();
  const ofRepresentative = formatCpf(company.person.representativeDocument ?? '');
  const byEmail = page.getByRole('radio', { name: `E-mail ${company.person.email}` });
  await expect(
    page.getByRole('radio', { name: `CPF do representante ${ofRepresentative}` }),
  ).toBeVisible();
  await byEmail.check();
  await page.getByRole('button', { name: 'Sacar R$ 10,00' }).click();
  await expect(page.getByText(sent)).toBeVisible();
  const [first] = await site.operator('withdrawals', 'list', '--status', 'PENDING');
  await site.operator('withdrawals', 'settle', Number(first?.['id']), 'ERROR');

  await page.reload();
  await expect(money(page).getByText('R$ 10,00')).toBeVisible();
  await page.getByRole('button', { name: 'Ver saques' }).click();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(byEmail).toBeChecked();
  await page.getByRole('button', { name: 'Sacar R$ 10,00' }).click();
  await expect(page.getByText(sent)).toBeVisible();
  const [second] = await site.operator('withdrawals', 'list', '--status', 'PENDING');
  await page.getByRole('button', { name: 'Ver saques' }).click();
  const withdrawals = page.getByRole('dialog', { name: 'Saques' });
  await expect(withdrawals.getByRole('listitem').first()).toContainText(
    `Vai por Pix para a chave ${company.person.email}`,
  );
  const onItsWay = withdrawals.getByText(/^A caminho R\$\s10,00$/);
  await expect(onItsWay, 'without the one that failed').toBeVisible();
  await expect(withdrawals.locator('img[src*="mascote-le"]'), 'no cheer').toBeVisible();
  await page.keyboard.press('Escape');
  await site.operator('withdrawals', 'settle', Number(second?.['id']), 'SUCCESS');

  await page.getByRole('button', { name: 'Ver saques' }).click();
  await expect(onItsWay).toHaveCount(0);
  await expect(withdrawals.getByRole('listitem')).toHaveText([
    /^R\$\s10,00SucessoPedido feitoNo bancoNa sua contaPedido em \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/,
    /^R\$\s10,00Com falhaPedido em [\d/]+ [\d:]+O pagamento não foi feito\. O valor voltou para o seu saldo\.$/,
  ]);
  await expectNoFaultAtAnyWidth(page);
});

function money(page: Page) {
  return page.getByRole('region', { name: 'Cashback' });
}

function withdraw(page: Page) {
  return money(page).getByRole('button', { name: 'Sacar' });
}
