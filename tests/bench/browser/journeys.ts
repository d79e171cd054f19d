import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openFields } from '../../e2e/receipt-steps.ts';
import { newPerson } from '../../support/people.ts';
import { renderReceipt } from '../../support/receipts/render-receipt.ts';

/** What a person does on a page that has loaded. */
export interface Journey {
  name: string;
  path: string;
  /** Whether the person is signed in, and the receipts they have sent before. */
  receipts?: number;
  act(page: Page): Promise<void>;
}

/** Milliseconds between two keys of a person who types. */
const delay = 30;

export const journeys: readonly Journey[] = [
  {
    name: 'typing CPF and phone',
    path: '/cadastro',
    async act(page) {
      const person = newPerson();
      for (const [label, text] of [
        ['CPF', person.document],
        ['Celular', person.phone],
      ] as const) {
        await page.getByLabel(label).pressSequentially(text, { delay });
      }
      await page.keyboard.press('Tab');
    },
  },
  {
    name: 'a dialog opens and closes',
    path: '/cadastro',
    async act(page) {
      // By place: to find a role by its name takes the page itself as long as the dialog.
      await page.locator('footer a', { hasText: 'Fale conosco' }).click();
      const dialog = page.locator('dialog[open]');
      await dialog.getByLabel('Nome').pressSequentially('Joana', { delay });
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'the shops, one after the other',
    path: '/#onde-comprar',
    async act(page) {
      const shops = page.locator('#onde-comprar');
      const next = shops.getByRole('button', { name: 'Próximo' });
      for (let step = 0; step < 3; step += 1) {
        await next.click();
        // A click soon after a move does nothing.
        await page.waitForTimeout(700);
      }
    },
  },
  {
    name: 'questions open',
    path: '/faq',
    async act(page) {
      const questions = page.locator('summary');
      for (let question = 1; question < 5; question += 1) await questions.nth(question).click();
    },
  },
  {
    name: '500 receipts, from the first to the last',
    path: '/minhas-notas',
    receipts: 500,
    async act(page) {
      for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, 700);
      await page.locator('.receipts-next button').click();
      // Looked up by place: to find a role by its name among many cards keeps the page itself busy.
      await page.locator('.receipts-filter button').nth(1).click();
      await page.locator('.receipts-filter button').first().click();
      await page.locator('main a', { hasText: /^Ir para a nota 1$/ }).click();
      await page.locator('article:has(h2:focus) .receipt-actions button').first().click();
      await page.locator('dialog[open]').waitFor();
    },
  },
  {
    name: 'a new receipt, from its file to its form',
    path: '/nova-nota',
    receipts: 0,
    async act(page) {
      const { bytes } = await renderReceipt({
        cnpj: '11222333000181',
        issuedAt: new Date(Date.now() - 24 * 60 * 60 * 1000),
        total: 5490,
        state: 'PR',
        seed: 1,
        format: 'jpeg',
        condition: 'straight',
      });
      const folder = await mkdtemp(join(tmpdir(), 'receipt-'));
      const file = join(folder, 'nota.jpg');
      await writeFile(file, bytes);
      // By its path: bytes from here would first be put together by the page.
      await page.getByLabel('Escolher arquivo').setInputFiles(file);
      await page.getByRole('button', { name: 'ler cupom' }).click();
      // A slowed phone reads longer than what follows would wait.
      await page.getByText('Nota lida').first().waitFor();
      const asked = page.getByRole('progressbar', { name: 'Procurando o que falta' });
      await asked.waitFor({ state: 'detached' });
      const total = page.getByLabel('Valor Total');
      await openFields(page);
      await total.fill('');
      await total.pressSequentially('5490', { delay });
      await page.getByRole('radio', { name: 'Sim' }).check();
      await rm(folder, { recursive: true });
    },
  },
];
