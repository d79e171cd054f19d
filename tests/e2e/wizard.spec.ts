import type { Locator, Page } from '@playwright/test';
import { newPerson } from '../support/people.ts';
import {
  expectCrossInForcedColours,
  expectHeadToFitPhone,
  expectHeadToHideNothing,
} from './dialog-head.ts';
import { expect, tabTo, test } from './fixtures.ts';
import { enlargeText, expectNoFault } from './page-checks.ts';
import { expectTextsBeside } from './sign-up-fields.ts';

test.use({ siteName: 'everything' });

test('a person signs up in steps by keyboard, and answers the poll', async ({ page, site }) => {
  const person = newPerson();
  const wizard = await openWizard(page);
  await test.step('the first step asks for access, beside the texts to accept', async () => {
    const named = wizard.getByText('Acesso').filter({ visible: true });
    await expect(named, 'by the step alone').toHaveCount(1);
    await expectNoFaultInStep(page);
    await expectHeadToFitPhone(wizard);
    await typeInto(page, 'Email', person.email);
    await typeInto(page, 'Senha', person.password);
    await expectTextsBeside(wizard, site.url, { opens: 'in place' });
    await walkTo(page, 'checkbox', /Li e aceito/);
    await page.keyboard.press('Space');
    await walkTo(page, 'button', 'continuar');
    await page.keyboard.press('Enter');
  });

  await test.step('the second asks about the person', async () => {
    await expect(wizard.getByRole('listitem').filter({ hasText: 'Passo 2 de 3' })).toBeFocused();
    await expect(wizard.getByText('concorda em receber mensagens')).toHaveCount(0);
    await expectHeadToHideNothing(wizard);
    await expectCrossInForcedColours(wizard);
    await typeInto(page, 'Nome completo', person.name);
    await typeInto(page, 'CPF', person.document);
    await walkTo(page, 'combobox', 'Estado');
    await page.keyboard.type('PR');
    await typeInto(page, 'Data de nascimento', person.birthDate);
    await typeInto(page, 'Celular', person.phone);
    await walkTo(page, 'button', 'Ajuda: Sobre você');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tooltip')).toBeVisible();
    await expectNoFaultInStep(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toBeHidden();
    await wizard.getByText('Sobre você', { exact: true }).click();
    await wizard.getByLabel('Gênero').selectOption('Feminino');
    await walkTo(page, 'button', 'continuar');
    await page.keyboard.press('Enter');
  });

  await test.step('the third asks for the address', async () => {
    await expect(wizard.getByRole('listitem').filter({ hasText: 'Passo 3 de 3' })).toBeFocused();
    await expect(wizard.getByText('concorda em receber mensagens')).toBeVisible();
    await typeInto(page, 'CEP', '80010000');
    await typeInto(page, 'Número', '100');
    await expect(wizard.getByLabel('Rua')).toHaveValue('Rua XV de Novembro');
    await expect(wizard.getByLabel('Cidade')).toHaveValue('Curitiba');
    await expectNoFaultInStep(page);
    await page.keyboard.press('Enter');
  });

  await test.step('the poll follows, then the new receipt', async () => {
    const poll = page.getByRole('dialog', { name: 'Conte um pouco sobre você' });
    await expect(poll).toBeVisible();
    await page.setViewportSize({ width: 320, height: 640 });
    await enlargeText(page);
    for (const answer of await poll.locator('label').all()) {
      const { x = 0, width = 0 } = (await answer.boundingBox()) ?? {};
      expect(x + width, 'text at 200 % stays in sight').toBeLessThanOrEqual(320);
    }
    await poll.getByRole('radio', { name: 'No mercado' }).check();
    await poll.getByRole('radio', { name: 'Sim' }).check();
    await poll.getByRole('button', { name: 'Responder' }).click();
    const thanks = page.getByRole('dialog', { name: 'Obrigado!' });
    await thanks.getByRole('button', { name: 'Enviar a primeira nota' }).click();
    await expect(page).toHaveURL(/\/nova-nota$/);
  });
});

/** Opens the wizard by its address. */
async function openWizard(page: Page): Promise<Locator> {
  await page.goto('/#cadastro');
  const wizard = page.getByRole('dialog', { name: 'Realize seu cadastro' });
  await expect(wizard).toBeVisible();
  return wizard;
}

/** What the step shows has no accessibility fault and fits 320 px, with text at 200 % too. */
async function expectNoFaultInStep(page: Page): Promise<void> {
  await expectNoFault(page);
  await page.setViewportSize({ width: 320, height: 740 });
  for (const size of ['100%', '200%']) {
    const overflow = await page.getByRole('dialog').evaluate((dialog, fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      return dialog.scrollWidth - dialog.clientWidth;
    }, size);
    expect(overflow, size).toBeLessThanOrEqual(0);
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  await page.setViewportSize({ width: 390, height: 844 });
}

/** Walks with the Tab key to a control. */
async function walkTo(page: Page, role: 'button' | 'checkbox' | 'combobox', name: string | RegExp) {
  await tabTo(page, page.getByRole('dialog').getByRole(role, { name }));
}

/** Walks with the Tab key to a field and types. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('dialog').getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}
