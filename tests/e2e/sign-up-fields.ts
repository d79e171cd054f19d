import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from '../support/people.ts';

/** Where the fields of a sign-up are: the wizard's dialog, or the page. */
type Place = Page | Locator;

export async function fillAccess(place: Place, { email, password }: Person): Promise<void> {
  await place.getByLabel('Email').fill(email);
  await place.getByLabel('Senha', { exact: true }).fill(password);
}

/**
 * The texts that the required opt-in speaks of stand beside it: each opens in a tab of its own, at
 * the campaign's site, ticks nothing, and takes nothing that was typed.
 */
export async function expectTextsBeside(place: Place, site: string): Promise<void> {
  const box = place.getByRole('checkbox', { name: /Li e aceito/ });
  const email = place.getByLabel(/^E-?mail$/);
  const before = [await email.inputValue(), await box.isChecked()];
  const context = ('context' in place ? place : place.page()).context();
  for (const [name, path] of [
    ['Ler o regulamento', '/regulamento'],
    ['Ler a política de privacidade', '/privacidade'],
  ] as const) {
    const opening = context.waitForEvent('page');
    await place.getByRole('link', { name }).click();
    const tab = await opening;
    await expect(tab).toHaveURL(`${site}${path}`);
    await tab.close();
  }
  expect([await email.inputValue(), await box.isChecked()]).toEqual(before);
  await expect(box).toHaveAccessibleName('Li e aceito o regulamento e a política de privacidade.');
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

export interface Company {
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
