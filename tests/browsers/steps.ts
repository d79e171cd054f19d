import { writeFile } from 'node:fs/promises';
import { expect, type TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { receiptFile } from '../e2e/fixtures.ts';
import type { Person } from '../support/people.ts';
import type { Target } from './locator.ts';
import type { Tab } from './tab.ts';

/** Types what the short sign-up on the home page asks, and sends it. */
export async function signUpAtHome(view: Target, person: Person): Promise<void> {
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
export async function fillSignUpPage(target: Target, person: Person): Promise<void> {
  await target.fill('CPF', person.document);
  await target.fill('Nome completo', person.name);
  await target.fill('Celular', person.phone);
  await target.fill('Data de nascimento', person.birthDate);
  await target.choose('Estado', person.state);
  await target.fill('Email', person.email);
  await target.fill('Senha', person.password);
  await target.press('checkbox', /Li e aceito/);
}

export async function signIn(
  target: Target,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await target.fill('Email', email);
  await target.fill('Senha', password);
  await target.press('button', 'Entrar');
}

/** Waits until the tab is at this address. */
export async function arrives(tab: Tab, address: string): Promise<void> {
  await expect.poll(() => tab.address()).toBe(address);
}

/**
 * A receipt's file on the disk, with what is printed in it. A photo shows the code alone, which says
 * everything: what the gateway reads of print is the same for every browser.
 */
export async function writeReceiptFile(kind: 'photo' | 'pdf', seed: number, info: TestInfo) {
  const { file, ...printed } = await receiptFile(kind === 'pdf' ? 'pdf' : 'code', seed);
  const path = info.outputPath(kind === 'pdf' ? 'nota.pdf' : 'nota.jpg');
  await writeFile(path, kind === 'pdf' ? file.buffer : await sharp(file.buffer).jpeg().toBuffer());
  return { path, ...printed };
}

/** Chooses the file and has it read; fields that were folded to one line are opened. */
export async function chooseAndRead(target: Target, path: string): Promise<void> {
  await target.attach('Escolher arquivo', path);
  await target.press('button', 'ler cupom');
  await target.says(/Nota lida\. Confira|Preencha os campos/);
  if ((await target.text()).includes('Corrigir')) await target.press('button', 'Corrigir');
}

/** Completes what was read of a receipt, saves it, and waits for the numbers that it gives. */
export async function saveReceipt(
  target: Target,
  { accelerator, numbers }: { accelerator: 'Sim' | 'Não'; numbers: string },
): Promise<Target> {
  await target.fill('Valor Total', '54,90');
  await target.press('radio', accelerator);
  await target.press('button', 'salvar');
  const result = target.part('dialog', 'Cupom cadastrado com sucesso');
  // The first receipt of a person wins, while there are instant prizes.
  await result.press('button', 'Abrir o presente');
  await result.says(numbers);
  // Comes last, and pushes the buttons down.
  await result.says('Guarde a nota original');
  return result;
}
