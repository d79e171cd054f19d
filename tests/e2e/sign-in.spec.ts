import { registerAt } from '../support/site-actions.ts';
import { addressInMail, expect, homeBlock, signIn, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';

test('a user makes every mistake on the login page, and replaces the forgotten password by email, once', async ({
  page,
  site,
}) => {
  await page.goto('/entrar');
  const email = page.getByLabel('Email');
  await test.step('a message waits while the user is pressing something, and the press counts', async () => {
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Voltar' })).toHaveAttribute('href', '/');
    await page.getByRole('link', { name: 'Não tem uma conta? Cadastrar' }).hover();
    await email.focus();
    await page.mouse.down();
    await expect(email).not.toBeFocused();
    await expect(page.getByText('Campo obrigatório')).toHaveCount(0);
    await page.mouse.up();
    await expect(page).toHaveURL(/#cadastro$/);
    await page.goBack();
  });

  const { person } = await registerAt(site);
  await test.step('a wrong password is refused, and what was typed stays', async () => {
    const enter = page.getByRole('button', { name: 'Entrar', exact: true });
    await expect(enter).toHaveAttribute('aria-disabled', 'true');
    const greeting = page.getByText('Que bom ver você por aqui!');
    await expect(greeting).toBeVisible();
    await email.fill('sem-arroba');
    await page.getByLabel('Senha', { exact: true }).fill('Errada1');
    await expect(page.getByText('Email inválido').first()).toBeVisible();
    await expect(enter).toHaveAttribute('aria-disabled', 'true');
    await email.fill(person.email);
    await expect(enter).not.toHaveAttribute('aria-disabled', 'true');
    const answered = page.waitForResponse('**/*signInWithPassword*');
    await enter.click();
    expect((await answered).ok()).toBe(false);
    await expect(page.getByText('Usuário/senha incorreto.')).toBeVisible();
    await expect(greeting, 'yields to what came of it').toBeHidden();
    await expect(email).toHaveValue(person.email);
  });

  await test.step('the user asks for a new password', async () => {
    const forgotten = page.getByRole('link', { name: 'Esqueceu sua senha?' });
    await forgotten.click();
    const dialog = page.getByRole('dialog', { name: 'Esqueceu sua senha?' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/entrar$/);
    await forgotten.click();
    await dialog.getByLabel(/e-?mail/i).fill(person.email);
    await dialog.getByRole('button', { name: /enviar/i }).click();
    await expect(
      page.getByText('Enviamos um email com as instruções para recuperação de sua senha.'),
    ).toBeVisible();
    const sent = page.getByRole('dialog', { name: 'Confira seu e-mail' });
    await expect(sent.getByRole('presentation')).toHaveAttribute('src', /comemora/);
  });

  const address = await addressInMail(site, person.email, /https?:\S+\/senha\?codigo=[\w-]+/);
  const main = page.getByRole('main');
  const figure = main.getByRole('presentation');
  await test.step('the link in the email sets the password', async () => {
    await page.goto(address);
    await page.getByLabel('Nova senha', { exact: true }).fill('Renovada1');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Sua senha foi salva.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Entrar', exact: true })).toBeFocused();
    await expect(figure).toHaveAttribute('src', /comemora/);
  });

  await test.step('a second time it does not', async () => {
    await page.goto(address);
    await page.getByLabel('Nova senha', { exact: true }).fill('Renovada2');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Sua senha foi salva.')).toHaveCount(0);
    await expect(main.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
    await expect(figure).toHaveAttribute('src', /duvida/);
    await expectNoFault(page);
  });

  await test.step('another link is asked for in the same place', async () => {
    await main.getByLabel('Email').fill(person.email);
    await main.getByRole('button', { name: 'Enviar novo link' }).click();
    await expect(main.getByRole('heading', { name: 'Confira seu e-mail' })).toBeVisible();
    await expect(main.getByText('Enviamos um email com as instruções')).toBeFocused();
    await expectNoFault(page);
  });

  await test.step('the new password signs in', async () => {
    await signIn(page, { email: person.email, password: 'Renovada1' });
    await expect(page.getByRole('link', { name: 'PARTICIPAR', exact: true }).first()).toBeVisible();
  });
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
  await expect(homeBlock(page, 'sign-up')).toBeHidden();
});
