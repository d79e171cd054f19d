import { readdir, readFile } from 'node:fs/promises';
import { newPerson } from '../support/people.ts';
import { expect, fillHomeSignUp, test } from './fixtures.ts';
import { enlargeText } from './page-checks.ts';
import { siteDirectory } from './sites.ts';
import { answerBotCheck } from './third-parties.ts';

test.use({ siteName: 'second' });
// A second worker would cost more than it saves.
test.describe.configure({ mode: 'default' });

test('another brand’s campaign is built from its data, and a person signs up to it', async ({
  page,
  request,
}) => {
  await answerBotCheck(page);
  await page.goto('/');
  await test.step('the home page shows the campaign’s own data', async () => {
    await expect(page).toHaveTitle('Promoção Café da Sorte | Aurora');
    await expect(page.getByRole('heading', { level: 1, name: 'Café da Sorte' })).toBeVisible();
    await expect(page.locator('#produtos-participantes').getByRole('listitem')).toHaveCount(2);
    await expect(page.locator('#onde-comprar').getByRole('listitem')).toHaveCount(4);
    await expect(
      page.locator('#premiacao').getByRole('heading', { name: 'Viagem a Minas' }),
    ).toBeVisible();
    await expect(page.locator('#premiacao article use')).toHaveAttribute('href', '#gift');
    // On dark rays too the second press has the colour of the words around it.
    const second = page.locator('.hero').getByRole('link', { name: 'Envie a nota' });
    const words = page.locator('.hero').getByText('maiores de 18 anos');
    const colour = await words.evaluate((element) => getComputedStyle(element).color);
    await expect(second).toHaveCSS('color', colour);
    const states = page.locator('#cadastrar').getByLabel('Estado').getByRole('option');
    await expect(states).toHaveText(['Escolha', 'SP', 'MG', 'RJ', 'ES']);
  });
  await test.step('no page or script names the first campaign', async () => {
    for (const path of ['/', '/faq', '/regulamento', '/ganhadores', '/em-breve', '/nada']) {
      const html = await (await request.get(path)).text();
      expect(html, path).not.toMatch(/brisal|escovou|carvão/i);
    }
    const scripts = `${siteDirectory('second')}/_astro`;
    for (const name of await readdir(scripts)) {
      expect(await readFile(`${scripts}/${name}`, 'utf8'), name).not.toMatch(
        /brisal|escovou|carvão/i,
      );
    }
  });

  await test.step('the winners are listed', async () => {
    await page.goto('/ganhadores');
    await expect(page.getByRole('heading', { level: 1, name: 'Ganhadores' })).toBeVisible();
    await expect(page.getByText('1.00042 Ana S., Ouro Preto')).toBeVisible();
    await page.getByText('Ver as páginas do PDF').click();
    const picture = page.getByRole('img', { name: 'Página 1 de 1' });
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('naturalWidth', 1000);
    await page.setViewportSize({ width: 899, height: 800 });
    expect((await picture.boundingBox())?.width).toBe(320);
    await page.setViewportSize({ width: 900, height: 800 });
    expect((await picture.boundingBox())?.width).toBe(800);
    await page.setViewportSize({ width: 768, height: 800 });
    await enlargeText(page);
    const name = await page.getByText('Ana S., Ouro Preto', { exact: true }).boundingBox();
    expect(name?.width).toBeGreaterThan(200);
  });

  await test.step('a person signs up', async () => {
    await page.goto('/#cadastrar');
    await fillHomeSignUp(page, { ...newPerson(), state: 'MG' });
    await expect(page.getByRole('link', { name: 'Ler o regulamento' })).toBeVisible();
    await page.getByRole('button', { name: 'CADASTRAR' }).click();
    await expect(page).toHaveURL(/\/nova-nota$/);
  });
});

test('the pages of another brand’s campaign hold no word, colour, drawing or picture of the sample', async () => {
  const site = siteDirectory('second');
  const names = await readdir(site, { recursive: true });
  expect(names.filter((name) => /^(?:lojas|premios|produtos)\/.*\.svg$/.test(name)).sort()).toEqual(
    ['lojas/mercado-ipe.svg', 'produtos/torrado-tradicional.svg'],
  );
  const words = /brisal|escovou|carvão|#14d3b2|#ffc62e|#14242c/i;
  // The tube, the smile on coins and bags, the wink, the face that is lost.
  const drawings = /M424 6C310|q10 16 20 0|q20 26 40 0|M24 50c30 48|M52 104c34/;
  for (const name of names.filter((each) => /\.(?:html|svg|webmanifest)$/.test(each))) {
    const text = await readFile(`${site}/${name}`, 'utf8');
    expect.soft(text, name).not.toMatch(words);
    expect.soft(text, name).not.toMatch(drawings);
  }
  expect(await readFile(`${site}/favicon.svg`, 'utf8')).toContain('>A</text>');
});

test('the rules page of a campaign without rules says so', async ({ request }) => {
  expect(await (await request.get('/regulamento')).text()).toMatch(
    /<h\d[^>]*>Regulamento indisponível no momento\.</,
  );
});

test('robots.txt, sitemap, manifest and headers are those of the built campaign', async ({
  request,
}) => {
  const text = async (path: string) => (await request.get(path)).text();
  expect(await text('/robots.txt')).toContain('Sitemap: https://cafe.example/sitemap.xml');
  const listed = [...(await text('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, url]) => url,
  );
  expect(listed).toEqual(
    ['/', '/faq', '/simulador', '/regulamento', '/transparencia', '/ganhadores'].map(
      (path) => `https://cafe.example${path}`,
    ),
  );
  expect(JSON.parse(await text('/manifest.webmanifest'))).toMatchObject({
    name: 'Promoção Café da Sorte',
    theme_color: '#17345f',
    screenshots: [
      { src: '/compartilhar.png', form_factor: 'wide' },
      { src: '/instalar.png', form_factor: 'narrow' },
    ],
  });
  const home = await text('/');
  expect(home).toContain(
    '<meta property="og:image" content="https://cafe.example/compartilhar.png">',
  );
  expect(home).toContain('<link rel="canonical" href="https://cafe.example/">');
  const announcement = await text('/em-breve');
  expect(announcement).toContain('<meta name="robots" content="noindex">');
  for (const picture of ['/compartilhar.png', '/icone-512.png', '/favicon.svg']) {
    expect((await request.get(picture)).ok(), picture).toBe(true);
  }
});
