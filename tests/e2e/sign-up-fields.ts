import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from '../support/people.ts';
import { expectNoFault } from './page-checks.ts';

/** Where the fields of a sign-up are: the wizard's dialog, or the page. */
type Place = Page | Locator;

export async function fillAccess(place: Place, { email, password }: Person): Promise<void> {
  await place.getByLabel('Email').fill(email);
  await place.getByLabel('Senha', { exact: true }).fill(password);
}

/**
 * The texts that the required opt-in speaks of stand beside it, tick nothing, and take nothing that
 * was typed: on the campaign's site each opens over the form, elsewhere in a tab of its own.
 */
export async function expectTextsBeside(
  place: Place,
  site: string,
  { opens }: { opens: 'in place' | 'in a tab' },
): Promise<void> {
  const box = place.getByRole('checkbox', { name: /Li e aceito/ });
  const email = place.getByLabel(/^E-?mail$/);
  const before = [await email.inputValue(), await box.isChecked()];
  const page = 'context' in place ? place : place.page();
  for (const [name, path, sentence] of [
    ['Ler o regulamento', '/regulamento', /Cada CPF admite um único cadastro/],
    ['Ler a política de privacidade', '/privacidade', /Lei 13\.709|é a controladora dos dados/],
  ] as const) {
    const link = place.getByRole('link', { name });
    if (opens === 'in place') {
      // Until the dialogs are alive a text opens in a tab.
      await expect(page.locator('astro-island[ssr][client=idle]')).toHaveCount(0);
      await link.click();
      const dialog = page.getByRole('dialog', { name: /^(Regulamento|Política de privacidade)$/ });
      await dialog.getByText('Ler o texto completo').click();
      await expect(dialog.getByText(sentence).first()).toBeVisible();
      if (path === '/regulamento') await expectOtherRegulation(page, dialog);
      await dialog.getByRole('button', { name: 'Voltar ao cadastro' }).click();
      await expect(dialog).toBeHidden();
      await expect(link).toBeFocused();
    } else {
      const opening = page.context().waitForEvent('page');
      await link.click();
      const tab = await opening;
      await expect(tab).toHaveURL(`${site}${path}`);
      await tab.close();
    }
  }
  expect([await email.inputValue(), await box.isChecked()]).toEqual(before);
  await expect(box).toHaveAccessibleName('Li e aceito o regulamento e a política de privacidade.');
}

/** The regulations stand one behind the other, each with its summary. */
async function expectOtherRegulation(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog.getByRole('heading', { name: 'Em resumo' })).toBeVisible();
  await expect(dialog.getByText('18 anos ou mais', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Prêmio na hora' }).click();
  const title = dialog.getByRole('heading', { level: 3 });
  await expect(title).toHaveText([/prêmio na hora/i]);
  const back = dialog.getByRole('button', { name: 'Voltar ao cadastro' });
  await expect(back, 'it stays in view over the text').toBeInViewport();
  await expectNoFault(page);
}

export async function acceptPrivacy(place: Place): Promise<void> {
  await place.getByRole('checkbox', { name: /Li e aceito/ }).check();
}

export async function fillPerson(place: Place, person: Person): Promise<void> {
  await place.getByLabel('CPF').fill(person.document);
  await place.getByLabel('Nome completo').fill(person.name);
  await place.getByLabel('Celular').fill(person.phone);
  await place.getByLabel('Data de nascimento').fill(person.birthDate);
  await place.getByLabel('Estado').selectOption(person.state);
}

interface Company {
  readonly document: string;
  readonly name: string;
}

/** @param person who represents the company. */
export async function fillCompany(place: Place, company: Company, person: Person): Promise<void> {
  await place.getByRole('button', { name: 'Pessoa Jurídica' }).click();
  await place.getByLabel('CNPJ').fill(company.document);
  await place.getByLabel('Razão Social').fill(company.name);
  await place.getByLabel('Nome do representante').fill(person.name);
  await place.getByLabel('CPF do representante').fill(person.document);
  await place.getByLabel('Celular').fill(person.phone);
  await place.getByLabel('Estado').selectOption(person.state);
}

/** A street in Curitiba that the gateway's table knows. */
export async function fillAddress(place: Place): Promise<void> {
  await place.getByLabel('CEP').fill('80010000');
  await place.getByLabel('Número').fill('100');
}
