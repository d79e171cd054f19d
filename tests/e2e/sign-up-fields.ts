import type { Locator, Page } from '@playwright/test';
import type { Person } from '../support/people.ts';

/** Where the fields of a sign-up are: the wizard's dialog, or the page. */
type Place = Page | Locator;

export async function fillAccess(place: Place, { email, password }: Person): Promise<void> {
  await place.getByLabel('Email').fill(email);
  await place.getByLabel('Senha', { exact: true }).fill(password);
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
