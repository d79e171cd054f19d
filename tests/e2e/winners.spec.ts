import { buildSite } from '../../src/commands/build-site.ts';
import { todayInSaoPaulo } from '../../src/rules/dates.ts';
import { registerAt, sendReceipt } from '../support/browser-consumer.ts';
import { endCampaign } from '../support/changed-campaign.ts';
import type { ServedSite } from '../support/served-site.ts';
import { expect, openedOnce, test as siteTest } from './fixtures.ts';
import { holds } from './page-checks.ts';
import { serveTestSite } from './served-sites.ts';
import { siteDirectory, sites } from './sites.ts';

/** A site that was built again after the draw of its campaign was published. */
const openDrawn = openedOnce(async () => {
  const live = await serveTestSite('over', { variables: { CAMPAIGN_WINDOW: 'live' } });
  await sendReceipt(live, await registerAt(live));
  await live.kill();
  await endCampaign(live.dataDirectory);
  const directory = siteDirectory('drawn');
  const site = await serveTestSite('over', {
    dataDirectory: live.dataDirectory,
    variables: { SITE_DIR: directory },
  });
  await site.operator('close');
  const federal = ['--federal', '12345,67890,11121,31415,92653'];
  const extraction = ['--extraction', todayInSaoPaulo(new Date())];
  const confirmed = ['--confirm', 'Escovou, Brilhou!', '--unjudged', 'Em análise'];
  const [prize] = await site.operator('draw', ...federal, ...extraction, ...confirmed);
  await site.operator('winners');
  await buildSite(directory, { variables: { ...sites.over, CAMPAIGN_API: site.url } });
  return { ...site, number: String(prize?.['number']) };
});

const test = siteTest.extend<{ drawn: ServedSite & { number: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture uses.
  drawn: async ({}, use) => use(await openDrawn()),
  site: async ({ drawn }, use) => use(drawn),
});

test('the page of winners shows what was published of the draw', async ({ page, drawn }) => {
  await page.goto('/ganhadores');
  await expect(page.getByRole('heading', { level: 1, name: 'Ganhadores' })).toBeVisible();
  const winner = page.getByRole('article').filter({ hasText: '1 ano de mercado grátis' }).last();
  await expect(winner).toContainText(drawn.number);
  await expect(winner).toContainText(/\*{3}\.\d{3}\.\d{3}-\*{2}/);
  const prizes = page.getByRole('list').filter({ hasText: '1º prêmio' });
  await expect(prizes.getByRole('listitem')).toHaveText([
    '1º prêmio 12345',
    '2º prêmio 67890',
    '3º prêmio 11121',
    '4º prêmio 31415',
    '5º prêmio 92653',
  ]);
  const picture = page.getByRole('img', { name: 'Página 1 de 1' });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty('naturalWidth', 1000);
  const file = await page.request.get(
    (await page.getByRole('link', { name: /Baixar PDF/ }).getAttribute('href')) ?? '',
  );
  expect(file.headers()['content-type']).toBe('application/pdf');
  await holds(page);
});
