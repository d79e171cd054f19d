import { registerAt } from '../support/site-actions.ts';
import { addressInMail, expect, signIn, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';

test('a visitor makes every mistake on the login page, and keeps what they typed', async ({
  page,
  site,
}) => {
  await page.goto('/entrar');
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);

  // A message waits while the user is pressing something in the form, and the press counts.
  const email = page.getByLabel('Email');
  await page.getByRole('link', { name: 'Não tem uma conta? Cadastrar' }).hover();
  await email.focus();
  await page.mouse.down();
  await expect(email).not.toBeFocused();
  await expect(page.getByText('Campo obrigatório')).toHaveCount(0);
  await page.mouse.up();
  await expect(page).toHaveURL(/#cadastro$/);
  await page.goBack();

  const enter = page.getByRole('button', { name: 'Entrar', exact: true });
  const password = page.getByLabel('Senha', { exact: true });
  await expect(enter).toHaveAttribute('aria-disabled', 'true');
  const greeting = page.getByText('Que bom ver você por aqui!');
  await expect(greeting).toBeVisible();
  await email.fill('sem-arroba');
  await password.fill('Errada1');
  await expect(page.getByText('Email inválido').first()).toBeVisible();
  await expect(enter).toHaveAttribute('aria-disabled', 'true');
  const { person } = await registerAt(site);
  for (const typed of [person.email, 'ninguem@exemplo.com.br']) {
    await email.fill(typed);
    await expect(enter).not.toHaveAttribute('aria-disabled', 'true');
    const answered = page.waitForResponse('**/*signInWithPassword*');
    await enter.click();
    expect((await answered).ok()).toBe(false);
    await expect(page.getByText('Usuário/senha incorreto.')).toBeVisible();
    await expect(greeting, 'yields to what came of it').toBeHidden();
    await expect(email).toHaveValue(typed);
  }
  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click();
  await expect(page.getByRole('dialog', { name: 'Esqueceu sua senha?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/entrar$/);
  await page.getByRole('link', { name: 'Voltar' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('a user signs in by keyboard in the dialog, which does not open again', async ({
  page,
  site,
}) => {
  const { person } = await registerAt(site);
  await page.goto('/#entrar');
  const dialog = page.getByRole('dialog', { name: 'Entrar na sua conta' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  const takePart = page.getByRole('link', { name: 'PARTICIPAR', exact: true }).first();
  await expect(takePart).toBeVisible();
  await page.reload();
  await expect(takePart).toBeVisible();
  await expect(page.locator('#cadastrar')).toBeHidden();
  for (const path of ['/entrar', '/#entrar']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
  }
});

test('a user replaces a forgotten password by email, once', async ({ page, site }) => {
  const { person } = await registerAt(site);
  await page.goto('/entrar');
  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/e-?mail/i).fill(person.email);
  await dialog.getByRole('button', { name: /enviar/i }).click();
  await expect(
    page.getByText('Enviamos um email com as instruções para recuperação de sua senha.'),
  ).toBeVisible();
  const sent = page.getByRole('dialog', { name: 'Confira seu e-mail' });
  await expect(sent.getByRole('presentation')).toHaveAttribute('src', /comemora/);

  const address = await addressInMail(site, person.email, /https?:\S+\/senha\?codigo=[\w-]+/);
  await page.goto(address);
  const password = page.getByLabel('Nova senha', { exact: true });
  await password.fill('curta');
  await password.blur();
  await expect(page.getByText('A senha deve ter no mínimo 6 caracteres').first()).toBeVisible();
  await password.fill('Renovada1');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Sua senha foi salva.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Entrar', exact: true })).toBeFocused();
  const figure = page.getByRole('main').getByRole('presentation');
  await expect(figure).toHaveAttribute('src', /comemora/);

  await page.goto(address);
  await page.getByLabel('Nova senha', { exact: true }).fill('Renovada2');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Sua senha foi salva.')).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
  await expect(figure).toHaveAttribute('src', /duvida/);
  await expectNoFault(page);

  // Another link is asked for in the same place, and works.
  await main.getByLabel('Email').fill(person.email);
  await main.getByRole('button', { name: 'Enviar novo link' }).click();
  await expect(main.getByRole('heading', { name: 'Confira seu e-mail' })).toBeVisible();
  await expect(main.getByText('Enviamos um email com as instruções')).toBeFocused();
  await expectNoFault(page);
  await signIn(page, { email: person.email, password: 'Renovada1' });
  await expect(page.getByRole('link', { name: 'PARTICIPAR', exact: true }).first()).toBeVisible();
});
