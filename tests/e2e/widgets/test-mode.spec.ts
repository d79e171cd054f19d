import type { Page } from '@playwright/test';
import { newPerson } from '../../support/people.ts';
import { expect, receiptFile, test } from '../fixtures.ts';
import { readReceipt } from '../receipt-steps.ts';
import { acceptPrivacy, fillAccess, fillPerson } from '../sign-up-fields.ts';
import { openShop, shopPage } from './host-pages.ts';
import { listen, watchManners } from './page-traces.ts';

const mark = /Modo de teste\. Nada é enviado/;
const next = 'Fora do modo de teste a pessoa seguiria para /nova-nota no site da promoção.';

/** Calls of the gateway from now on, but for what the campaign shows to everybody. */
function calls(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isPublic = /\/(?:prize|product|hotsite|transparency|poll|subject)$/.test(pathname);
    const isCall = pathname.startsWith('/api') || pathname.includes('identitytoolkit');
    if (isCall && !(isPublic && request.method() === 'GET' && !request.headers()['authorization']))
      requests.push(`${request.method()} ${pathname}`);
  });
  return requests;
}

const expectedEvents = (url: string) => [
  'promo:submit {"form":"cadastro"}',
  'promo:success {"form":"cadastro"}',
  'promo:done {"form":"cadastro"}',
  `promo:handoff {"url":"${url}/nova-nota"}`,
];

test('a form in test mode completes with sample answers, sends nothing, and says so', async ({
  page,
  host,
  site,
}) => {
  const manners = await watchManners(page, [host.origin, site.url]);
  const events = await listen(page);
  const requests = calls(page);
  const person = newPerson();
  const pageOf = (element: string) => host.publish({ html: shopPage(site, element) });

  await test.step('in the frame that the snippet carries, whose address does not say it', async () => {
    const address = pageOf(`<promo-sign-up campaign="19" mode="test">
      <iframe src="${site.url}/quadro/cadastro/" title="Cadastro" width="100%" height="900"></iframe>
    </promo-sign-up>`);
    await page.goto(address);
    const form = page.frameLocator('iframe');
    const note = form.getByRole('complementary', { name: 'Modo de teste' });
    await expect(note).toContainText(mark);
    const element = page.locator('promo-sign-up');
    await element.evaluate((signUp) => signUp.removeAttribute('mode'));
    await expect(form.getByLabel('CPF')).toBeVisible();
    await expect(note).toBeHidden();
    await element.evaluate((signUp) => signUp.setAttribute('mode', 'test'));
    await expect(note).toContainText(mark);
    await fillPerson(form.locator('body'), person);
    await fillAccess(form.locator('body'), { ...person, email: 'erro@exemplo.com.br' });
    await acceptPrivacy(form.locator('body'));
    const send = form.getByRole('button', { name: 'continuar' });
    await send.click();
    const refusal = form.getByRole('alertdialog', { name: 'Atenção' });
    await expect(refusal).toContainText('que começam com erro@ são recusados');
    await refusal.getByRole('button', { name: 'Ok' }).click();
    await expect.poll(() => events).toContain('promo:failed {"form":"cadastro"}');
    expect(events).toContain('promo:error {"form":"cadastro"}');
    await form.getByLabel('Email').fill(person.email);
    await send.click();
    await expect(note.getByRole('status')).toHaveText(next);
    // The frame's own events are heard beside the page's.
    await expect.poll(() => events).toEqual(expect.arrayContaining(expectedEvents(site.url)));
    for (const typed of [person.email, 'erro@exemplo.com.br', person.password, person.name]) {
      expect(events.join(), 'nothing that a user types').not.toContain(typed);
    }
    await expect(page).toHaveURL(address);
  });

  await test.step('in the page itself', async () => {
    const address = pageOf(
      '<promo-sign-up campaign="19" isolation="page" mode="test"></promo-sign-up>',
    );
    await page.goto(address);
    const note = page.getByRole('note');
    await expect(note).toContainText(mark);
    await fillPerson(page, person);
    await fillAccess(page, person);
    await acceptPrivacy(page);
    await page.getByRole('button', { name: 'continuar' }).click();
    await expect(note.getByRole('status')).toHaveText(next);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(events.slice(-4)).toEqual(expectedEvents(site.url));
    await expect(page).toHaveURL(address);
  });
  expect(requests).toEqual([]);
  await manners.expectGood({ sheets: 1, names: ['nanostoresGlobal'] });
});

test('a receipt in test mode is read and shown, and the frame stores none of it', async ({
  page,
  host,
  site,
}) => {
  const requests = calls(page);
  const body = '<promo-receipts campaign="19" mode="test"></promo-receipts>';
  await openShop(page, { host, site, body });
  const form = page.frameLocator('iframe').locator('body');
  await form.getByLabel('Email').fill('ana@exemplo.com.br');
  await form.getByLabel('Senha', { exact: true }).fill('12345678');
  await form.getByRole('button', { name: 'Entrar', exact: true }).click();
  await readReceipt(form, (await receiptFile('code', 4_200)).file);
  await form.getByLabel('Valor Total').fill('54,90');
  await form.getByRole('radio', { name: 'Não' }).check();
  await form.getByRole('button', { name: 'salvar' }).click();
  await expect(form.getByRole('dialog')).toContainText('0.12345');
  await page.keyboard.press('Escape');
  await expect(form.getByText('R$ 54,90').first()).toBeVisible();
  await expect(form.getByText('R$ 42,50').first()).toBeVisible();
  expect(requests).toEqual([]);
  // Nothing of the session was kept.
  await page.reload();
  await expect(form.getByLabel('Email')).toBeVisible();
});
