import type { Page } from '@playwright/test';
import { expect, shortenPauses, signInAsNew, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';
import { fillReceipt } from './receipt-steps.ts';

test.use({ siteName: 'everything' });

/** Sends a receipt and closes its result. */
async function sendReceipt(page: Page, seed: number): Promise<void> {
  await page.goto('/nova-nota');
  await fillReceipt(page, seed);
  await page.getByRole('button', { name: 'salvar' }).click();
  await expect(page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' })).toBeVisible();
  await page.keyboard.press('Escape');
}

test('a receipt’s poll is closed unanswered, then shown again and answered', async ({
  page,
  site,
}) => {
  await shortenPauses(page);
  await signInAsNew(page, site);
  await sendReceipt(page, 831);
  const poll = page.getByRole('dialog', { name: 'O que achou da promoção?' });
  await expect(poll).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/$/);

  await sendReceipt(page, 832);
  const answer = poll.getByRole('button', { name: 'Responder' });
  const score = poll.getByRole('group', { name: /Que nota/ });
  await expect(score.getByRole('radio')).toHaveCount(10);
  await expectNoFault(page);
  await score.getByRole('radio', { name: '9', exact: true }).check();
  await expect(answer).toHaveAttribute('aria-disabled', 'true');
  await expect(answer).toHaveAccessibleDescription('Falta preencher: você indicaria a promoção');
  await poll
    .getByRole('group', { name: /Você indicaria/ })
    .getByRole('radio', { name: 'Sim' })
    .check();

  await page.route('**/answer', (route) => route.fulfill({ status: 503, body: '{}' }));
  await answer.click();
  const alert = page.getByRole('dialog', { name: 'Atenção' });
  await expect(alert).toContainText('Sistema indisponível no momento');
  await page.unroute('**/answer');
  await alert.getByRole('button', { name: 'Ok' }).click();
  await answer.click();
  await expect(poll).toContainText('Agradecemos a participação em nossa pesquisa ;)');
  await poll.getByRole('button', { name: 'Ok' }).click();
  await expect(page).toHaveURL(/\/$/);
});
