import type { Page } from '@playwright/test';
import { newPerson } from '../support/people.ts';
import { expect, fillHomeSignUp, homeBlock, receiptFile, test } from './fixtures.ts';
import { openFields } from './receipt-steps.ts';

test('a person signs up, sends a picture, sees the numbers, and finds them again', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const form = homeBlock(page, 'sign-up');
  await test.step('the sign-up keeps what is typed before its scripts have loaded', async () => {
    const scripts = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto('/#cadastrar', { waitUntil: 'commit' });
    const name = form.getByLabel('Nome');
    await name.fill('Joana Souza');
    scripts.resolve();
    await homeBlock(page, 'sign-up').locator('astro-island:not([ssr])').waitFor();
    await expect(name).toHaveValue('Joana Souza');
    await page.reload();
    await expect(name).toHaveValue('Joana Souza');
    await page.unroute('**/*.js');
  });
  await test.step('a wrong field is marked, and holds the button back', async () => {
    const person = newPerson();
    const send = form.getByRole('button', { name: 'CADASTRAR' });
    await fillHomeSignUp(page, person);
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    const document = form.getByLabel('CPF');
    await document.fill('529.982.247-24');
    await document.blur();
    await expect(form.getByText('CPF Inválido')).toBeVisible();
    await expect(document).toHaveAttribute('aria-invalid', 'true');
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await document.fill(person.document);
    await expect(form.getByText('CPF Inválido')).toHaveCount(0);
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    await send.click();
    await expect(page).toHaveURL(/\/nova-nota$/);
  });
  const { file, key, cnpj, date } = await receiptFile('code', 702);

  const positions = placesOfButton(page, /ler cupom/i);
  await page.getByLabel('Escolher arquivo').setInputFiles(file);
  const [asItCame, besideThePicture] = await positions;
  expect(besideThePicture).toBe(asItCame);
  await page.getByRole('button', { name: 'ler cupom' }).click();
  const typed = (label: string) => page.getByLabel(label).inputValue();
  await openFields(page);
  expect((await typed('Código da Nota')).replaceAll(' ', '')).toBe(key);
  expect((await typed('CNPJ')).replace(/\D/g, '')).toBe(cnpj);
  await page.getByLabel('Data da compra').fill(date);
  await page.getByLabel('Valor Total').fill('54,90');
  await page.getByRole('radio', { name: 'Sim' }).check();
  await page.getByRole('button', { name: 'salvar' }).click();

  const result = page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' });
  await result.getByRole('button', { name: 'Abrir o presente' }).click();
  await result.getByRole('button', { name: 'Ver os 11' }).click();
  const luckyNumbers = result.getByText(/^\d\.\d{5}$/);
  await expect(luckyNumbers).toHaveCount(11);
  const numbers = await luckyNumbers.allTextContents();
  expect(new Set(numbers).size).toBe(11);

  // The form has asked what is published already: a cache must not answer with that.
  await page.goto('/transparencia');
  await page.getByRole('button', { name: 'Conferir agora' }).click();
  await expect(page.getByText('O registro é o mesmo do comprovante guardado.')).toBeAttached();

  await page.goto('/minhas-notas');
  await expect(page.getByRole('heading', { name: 'Nota 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Meus números da sorte' }).click();
  const storedNumbers = page.getByRole('dialog').getByText(/^\d\.\d{5}$/);
  await expect(storedNumbers).toHaveCount(11);
  expect(new Set(await storedNumbers.allTextContents())).toEqual(new Set(numbers));

  await page.goto('/');
  const mine = page.getByRole('region', { name: 'A promoção agora' });
  await expect(mine).toContainText(/1 nota enviada\s*11 números da sorte/);
});

/** Where a button stands in the page when it comes, and when the picture beside it is drawn. */
function placesOfButton(page: Page, name: RegExp): Promise<[number, number]> {
  return page.evaluate(
    (words) =>
      new Promise((resolve) => {
        const top = () => {
          const buttons = Array.from(document.querySelectorAll('button'));
          const button = buttons.find(({ textContent }) => words.test(textContent ?? ''));
          return button && button.getBoundingClientRect().top + scrollY;
        };
        let first: number | undefined;
        new MutationObserver((_, observer) => {
          first ??= top();
          const picture = document.querySelector('figure img');
          if (first === undefined || !picture) return;
          observer.disconnect();
          const came = first;
          picture.addEventListener('load', () => resolve([came, top() ?? Number.NaN]));
        }).observe(document.body, { childList: true, subtree: true });
      }),
    name,
  );
}
