import type { Page } from '@playwright/test';
import { createIncidentEndpoint } from '../../src/contract/support.ts';
import { scriptPayloads } from '../support/script-payloads.ts';
import { callSite, registerAt, sendReceiptTo } from '../support/site-actions.ts';
import { addressInMail, expect, storeSession, test } from './fixtures.ts';

test.use({ siteName: 'everything' });

const [worst = ''] = scriptPayloads;

/** Notes what a payload that ran, or one that became part of the page, leaves behind. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const ran: string[] = [];
  await page.exposeFunction('hit', () => ran.push(page.url()));
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message());
    await dialog.dismiss();
  });
  return async () => {
    const drawn = page.locator(
      'base:not([target]), object, math, [onerror], [onload], [onfocus], [ontoggle], [href*="hit("], [srcdoc]',
    );
    return [...ran, ...(await drawn.allInnerTexts()).map((text) => `${page.url()} ${text}`)];
  };
}

test('scripts typed into every text field are shown as typed', async ({ page, site }) => {
  const found = await watch(page);
  const somewhere = { postcode: '80010000', number: worst, state: 'PR' };
  const ana = await registerAt(site, {
    additionalFields: [{ campaignAdditionalFieldId: 11, value: 'PR' }],
    address: { ...somewhere, street: worst, complement: worst, district: worst, city: worst },
  });
  await sendReceiptTo(site, ana, { identifier: '123456' });
  const description = scriptPayloads.join('\n');
  const incident = { name: worst, subjectId: -1, subject: worst, description };
  const email = ana.person.email;
  await callSite(site, createIncidentEndpoint, { token: ana.token, body: { ...incident, email } });

  await page.goto(await addressInMail(site, email, /\/atendimento\/[\w-]+/));
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Buscar conversa' }).click();
  await expect(page.getByText('hit()').first()).toBeVisible();
  const shown = await page.getByRole('main').textContent();
  for (const payload of scriptPayloads) expect(shown).toContain(payload);
  await page.getByLabel('Mensagem').fill(scriptPayloads.join(' '));
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: worst }).last()).toBeVisible();
  expect(await found()).toEqual([]);

  await storeSession(page, ana);
  for (const path of ['/perfil', '/minhas-notas', '/resgatar', '/meus-resgates', '/nova-nota']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await found()).toEqual([]);
  }
});

test('scripts in addresses, browser storage and messages never run', async ({ page }) => {
  const found = await watch(page);
  const encoded = encodeURIComponent(worst);
  for (const path of [
    `/?mgm=${encoded}#${encoded}`,
    `/?debug=${encoded}`,
    `/#cadastro`,
    `/senha?codigo=${encoded}`,
    `/entrar?next=javascript:hit()#${encoded}`,
    `/continuar#codigo=${encoded}&para=javascript:hit()`,
    `/atendimento/${encoded}`,
    `/quadro/atendimento#conversa=${encoded}`,
    `/${encoded}`,
  ]) {
    // Some of them lead on to another page, which drops a navigation that begins just then.
    await expect(() => page.goto(path)).toPass();
    await expect(page.locator('body')).toBeVisible();
    await expect(async () => expect(await found()).toEqual([])).toPass();
  }
  await page.evaluate((payload) => {
    for (const key of [...Object.keys(localStorage), 'promo.session', 'promo.mgm']) {
      localStorage[key] = payload;
    }
    for (const key of [...Object.keys(sessionStorage), 'promo.wanted', 'promo.owner']) {
      sessionStorage[key] = `javascript:hit()//${payload}`;
    }
  }, worst);
  for (const path of ['/', '/entrar', '/nova-nota', '/simulador', '/quadro/entrar']) {
    await page.goto(path);
    await page.evaluate((payload) => {
      for (const data of [payload, { v: 1, type: 'promo:hello', id: payload }, [payload]]) {
        window.postMessage(data, '*', [new MessageChannel().port2]);
      }
    }, worst);
    await expect(page.locator('body')).toBeVisible();
    await expect(async () => expect(await found()).toEqual([])).toPass();
  }
});
