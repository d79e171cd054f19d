import { newPerson } from '../support/people.ts';
import { expect, fillHomeSignUp, test } from './fixtures.ts';
import { answerBotCheck, botCheck } from './third-parties.ts';

test.use({ siteName: 'second' });
// A second worker's gateway would cost more than it saves.
test.describe.configure({ mode: 'default' });

test('the bot check loads at the first touch of a form, and its token is sent', async ({
  page,
}) => {
  const actions: string[] = [];
  await page.exposeFunction('asked', (action: string) => void actions.push(action));
  await answerBotCheck(page);
  await page.goto('/#fale-conosco');
  const dialog = page.getByRole('dialog', { name: 'Fale conosco' });
  await expect(dialog.getByRole('button', { name: 'Enviar' })).toBeVisible();
  expect(actions).toEqual([]);
  await dialog.getByLabel('Nome').fill('Joana Souza');
  await expect.poll(() => actions).toEqual(['preload']);
  await dialog.getByLabel('E-mail').fill('joana@exemplo.com.br');
  await dialog.getByLabel('Assunto').selectOption('Prêmios');
  await dialog.getByLabel('Descrição').fill('Quando sai o sorteio?');
  const sent = page.waitForRequest('**/api/incident/campaign/27');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ recaptchaToken: 'create_incident' });

  await page.goto('/#esqueci-senha');
  await page.getByLabel('Email').fill('joana@exemplo.com.br');
  const resetRequest = page.waitForRequest('**/api/consumer/password/reset');
  await page.getByRole('button', { name: 'Enviar' }).click();
  expect((await resetRequest).postDataJSON()).toMatchObject({ recaptchaToken: 'reset_password' });
});

test('a sign-up succeeds without the bot check, with the text `error` as token', async ({
  page,
}) => {
  await page.route(botCheck, (route) => route.abort());
  await page.clock.install();
  await page.goto('/#cadastrar');
  await fillHomeSignUp(page, { ...newPerson(), state: 'MG' });
  const sent = page.waitForRequest('**/api/consumer');
  await page.getByRole('button', { name: 'CADASTRAR' }).click();
  await page.clock.fastForward(5_000);
  await expect(page).toHaveURL(/\/nova-nota$/);
  expect((await sent).postDataJSON()).toMatchObject({ recaptchaToken: 'error' });
});
