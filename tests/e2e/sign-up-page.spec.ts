import type { Page } from '@playwright/test';
import { newPerson, type Person } from '../support/people.ts';
import { expect, test } from './fixtures.ts';
import { enlargeText, expectNoFault, sidewaysScroll } from './page-checks.ts';
import { acceptPrivacy, fillAccess, fillAddress, fillPerson } from './sign-up-fields.ts';

test.use({ siteName: 'everything' });

test('a person signs up, answers the poll, and reaches the new receipt', async ({ page }) => {
  const person = newPerson();
  await test.step('a link leads to the form and its prizes', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'CADASTRE-SE' }).first().click();
    await expect(
      page.getByRole('heading', { name: 'PREENCHA OS CAMPOS ABAIXO PARA PARTICIPAR' }),
    ).toBeVisible();
    const prize = page.getByRole('listitem').filter({ hasText: '1 ano de mercado grátis' });
    await expect(prize).toBeVisible();
  });
  const steps = page.getByRole('navigation', { name: 'Partes do cadastro' });
  await test.step('the parts count their fields', async () => {
    await expect(steps.getByText(/^0 de \d+ campos prontos$/)).toBeInViewport({ ratio: 1 });
    await expect(steps.getByRole('button')).toHaveText([
      'Informações Pessoais 0 de 5',
      'Endereço 0 de 4',
      'Dados de Acesso 0 de 2',
      'Aceite 0 de 1',
    ]);
  });
  const phone = page.viewportSize() ?? { width: 360, height: 740 };
  await test.step('wide screens show short answers side by side, and all prizes at once', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    const topsOf = async (name: string) => {
      const parts = [page.getByText(name, { exact: true }), page.getByLabel(name)];
      return Promise.all(parts.map(async (part) => (await part.boundingBox())?.y));
    };
    for (const [first, second] of [
      ['CPF', 'Estado'],
      ['Data de nascimento', 'Celular'],
    ] as const) {
      expect(await topsOf(first), 'short answers share a line').toEqual(await topsOf(second));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Aceitar' }).click();
    const instant = page.getByRole('listitem').filter({ hasText: 'Cartão-presente de R$ 100' });
    await expect(instant, 'all prizes stand in the first view').toBeInViewport({ ratio: 1 });
  });
  await test.step('a part leads to its fields', async () => {
    // The part that is chosen is led to, and what is missing goes along with the form.
    const acceptance = steps.getByRole('button', { name: 'Aceite' });
    await page.getByRole('button', { name: 'continuar' }).scrollIntoViewIfNeeded();
    await expect(acceptance).toBeInViewport({ ratio: 1 });
    await acceptance.click();
    await expect(page.getByRole('checkbox', { name: /Li e aceito/ })).toBeFocused();
  });
  await test.step('the person fills in all parts', async () => {
    await page.setViewportSize(phone);
    const city = page.getByLabel('Cidade', { exact: true });
    await expect(city, 'a postal code tells it').toBeHidden();
    await fillPage(page, person);
    await expect(city).toBeVisible();
    await expect(page.getByLabel('Perfil em rede social')).toBeHidden();
    const group = page.getByText('Sobre você', { exact: true });
    await group.click();
    const profile = page.getByLabel('Perfil em rede social');
    await profile.fill('#');
    await group.click();
    await expect(profile, 'a group does not hide what is wrong').toBeVisible();
    await profile.fill('@ana.clara');
    await group.click();
    await expect(profile).toBeHidden();
    await page.getByRole('radio', { name: 'No mercado' }).check();
  });
  const send = page.getByRole('button', { name: 'continuar' });
  await test.step('the poll’s answers can be cleared, and the form is sent', async () => {
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await expect(steps.getByText('12 de 12 campos prontos')).toBeInViewport({ ratio: 1 });
    const heightWaiting = await send.evaluate(heightOfNote);
    await page.getByRole('button', { name: 'Limpar respostas' }).click();
    await expect(steps.getByText('Tudo pronto!')).toBeInViewport({ ratio: 1 });
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    expect(await send.evaluate(heightOfNote), 'nothing moves').toBe(heightWaiting);
    await expect(page.getByRole('radio', { name: 'No mercado' })).toBeFocused();
    await page.keyboard.press('Space');
    await page.getByRole('radio', { name: 'Sim' }).check();
    await send.click();
    await expect(page).toHaveURL(/\/nova-nota$/);
  });
});

function heightOfNote(button: Element): number | undefined {
  return document.getElementById(button.getAttribute('aria-describedby') ?? '')?.offsetHeight;
}

test('the sign-up page of a company fits, even when full of errors', async ({ page }) => {
  await page.goto('/cadastro');
  // Until the page's script has come, the form keeps what is typed, but no presses.
  await expect(page.getByRole('button', { name: 'continuar' })).not.toHaveAttribute('disabled');
  await test.step('a company’s form has its own fields', async () => {
    await page.getByRole('button', { name: 'Pessoa Jurídica' }).click();
    await expect(page.getByRole('heading', { name: 'Informações Pessoais' })).toHaveCount(0);
    await expect(page.getByLabel('Data de nascimento')).toHaveCount(0);
    await expect(page.getByText('quem representa a empresa')).toBeVisible();
    await page.emulateMedia({ forcedColors: 'active' });
    const grounds = ['Física', 'Jurídica'].map((kind) =>
      page
        .getByRole('button', { name: `Pessoa ${kind}` })
        .evaluate((button) => getComputedStyle(button).backgroundColor),
    );
    expect(new Set(await Promise.all(grounds)).size).toBe(2);
    // Without it the letters stand on a ground of their own, as white as they are.
    const chosen = page.getByRole('button', { name: 'Pessoa Jurídica' });
    await expect(chosen).toHaveCSS('forced-color-adjust', 'none');
    await page.emulateMedia({ forcedColors: null });
  });
  await page.getByRole('button', { name: 'Ajuda: Sobre você' }).click();
  const steps = page.getByRole('navigation', { name: 'Partes do cadastro' });
  await test.step('errors are counted', async () => {
    await page.getByLabel('CNPJ').fill('11');
    await page.getByLabel('CNPJ').press('Enter');
    const summary = page.getByRole('group', { name: /^Confira/ });
    await expect(summary).toBeFocused();
    await expect(page.getByRole('alert'), 'the focus says it').toHaveCount(0);
    await expect(summary, 'seen by who uses the keyboard').toHaveCSS('outline-style', 'solid');
    const left = await steps.getByText(/ campos prontos$/).textContent();
    const [, done = '', of = ''] = left?.match(/(\d+) de (\d+)/) ?? [];
    const open = Number(of) - Number(done);
    await expect(summary, 'all count alike').toContainText(`Confira ${open} campos`);
    await expect(page.getByText(`Confira ${open} campos`)).toHaveCount(2);
  });
  await test.step('the page fits when full of errors', async () => {
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toBeHidden();
    await page.setViewportSize({ width: 320, height: 740 });
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await expect(steps.getByRole('button', { name: 'Endereço' })).toBeVisible();
    await enlargeText(page);
    await expect(steps.getByText(/campos prontos$/)).toBeVisible();
    await expect(steps.getByRole('button'), 'no word breaks').toHaveCount(0);
    expect(await sidewaysScroll(page), 'text at 200 %').toBeLessThanOrEqual(0);
    await page.evaluate(() => document.documentElement.removeAttribute('style'));
    // From its top: the header, which stays, covers half of whatever is scrolled under it.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await expectNoFault(page);
  });
});

test('the bar above the sign-up covers no field to which the keyboard goes back', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 640, height: 720 });
  await page.goto('/cadastro');
  const send = page.getByRole('button', { name: 'continuar' });
  await expect(send).not.toHaveAttribute('disabled');
  await send.focus();
  const controls: { name: string; cover: string | undefined }[] = [];
  const goBack = async () => {
    await page.keyboard.press('Shift+Tab');
    const { isBar, ...control } = await page.evaluate(coverOfFocused);
    if (!isBar) controls.push(control);
    return isBar;
  };
  while (!(await goBack()));
  expect(controls.map(({ name }) => name)).toContain('CPF');
  expect(controls.filter(({ cover }) => cover)).toEqual([]);
});

/** What of the page's fixed parts lies over the middle of the control that has the focus. */
function coverOfFocused() {
  const control = document.activeElement ?? document.body;
  const bars = '.sign-up-steps, .site-header';
  const { left, top, width, height } = control.getClientRects()[0] ?? new DOMRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const [label] = control instanceof HTMLInputElement ? (control.labels ?? []) : [];
  return {
    isBar: control.closest(bars) !== null,
    name: (label ?? control).textContent?.trim() ?? '',
    cover: hit?.closest(bars)?.className,
  };
}

/** Fills in what a person must. */
async function fillPage(page: Page, person: Person): Promise<void> {
  await fillPerson(page, person);
  await fillAddress(page);
  await expect(page.getByLabel('Cidade', { exact: true })).toHaveValue('Curitiba');
  await fillAccess(page, person);
  await acceptPrivacy(page);
}
