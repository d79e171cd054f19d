import { writeFile } from 'node:fs/promises';
import { expect, type TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { receiptFile } from '../e2e/fixtures.ts';
import type { Person } from '../support/people.ts';
import type { Place } from './locator.ts';
import type { Tab } from './tab.ts';

/** Types what the short sign-up on the home page asks, and sends it. */
export async function signUp(view: Place, person: Person): Promise<void> {
  await view.fill('Nome', person.name);
  await view.fill('CPF', person.document);
  await view.choose('Estado', person.state);
  await view.fill('Data de Nasc.', person.birthDate);
  await view.fill('Celular', person.phone);
  await view.fill('E-mail', person.email);
  await view.fill('Senha', person.password);
  await view.press('checkbox', /Li e aceito/);
  await view.press('button', 'CADASTRAR');
}

/** Types what the long sign-up of persons asks. */
export async function fillSignUp(place: Place, person: Person): Promise<void> {
  await place.fill('CPF', person.document);
  await place.fill('Nome completo', person.name);
  await place.fill('Celular', person.phone);
  await place.fill('Data de nascimento', person.birthDate);
  await place.choose('Estado', person.state);
  await place.fill('Email', person.email);
  await place.fill('Senha', person.password);
  await place.press('checkbox', /Li e aceito/);
}

export async function signIn(
  place: Place,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await place.fill('Email', email);
  await place.fill('Senha', password);
  await place.press('button', 'Entrar');
}

/** Waits until the tab is at this address. */
export async function arrives(tab: Tab, address: string): Promise<void> {
  await expect.poll(() => tab.address()).toBe(address);
}

/**
 * A receipt's file on the disk, with what is printed in it. A photo shows the code alone, which says
 * everything: what the gateway reads of print is the same for every engine.
 */
export async function fileOfReceipt(kind: 'photo' | 'pdf', seed: number, info: TestInfo) {
  const { file, ...printed } = await receiptFile(kind === 'pdf' ? 'pdf' : 'code', seed);
  const path = info.outputPath(kind === 'pdf' ? 'nota.pdf' : 'nota.jpg');
  await writeFile(path, kind === 'pdf' ? file.buffer : await sharp(file.buffer).jpeg().toBuffer());
  return { path, ...printed };
}

/** Chooses the file and has it read; fields that were folded to one line are opened. */
export async function readFile(place: Place, path: string): Promise<void> {
  await place.attach('Escolher arquivo', path);
  await place.press('button', 'ler cupom');
  await place.says(/Cupom lido\. Confira|Preencha os campos/);
  if ((await place.text()).includes('Corrigir')) await place.press('button', 'Corrigir');
}

/** Completes what was read of a receipt, saves it, and waits for the numbers that it gives. */
export async function saveReceipt(
  place: Place,
  { accelerator, numbers }: { accelerator: 'Sim' | 'Não'; numbers: string },
): Promise<Place> {
  await place.fill('Valor Total', '54,90');
  await place.press('radio', accelerator);
  await place.press('button', 'salvar');
  const result = place.part('dialog', 'Cupom cadastrado com sucesso');
  // The first receipt of a person wins, while there are instant prizes.
  await result.press('button', 'Abrir o presente');
  await result.says(numbers);
  // Comes last, and pushes the buttons down.
  await result.says('Guarde a nota original');
  return result;
}
