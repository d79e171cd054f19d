import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { newPerson, type Person } from '../support/people.ts';
import { expect, fillHomeSignUp, homeBlock, receiptFile, test as siteTest } from './fixtures.ts';
import { enlargeText } from './page-checks.ts';
import { readReceipt } from './receipt-steps.ts';
import { siteDirectory } from './sites.ts';
import { answerBotCheck, type Outside, standOutside } from './third-parties.ts';

const test = siteTest.extend<{ outside: Outside }>({
  outside: async ({ page, site }, use) => use(await standOutside(page, site)),
});

test.use({ siteName: 'second' });
// All tests of this site are here, one after another: a second worker's gateway would cost more than it saves.
test.describe.configure({ mode: 'default' });

const sha256 = (text: string) => hash('sha256', text, 'hex');

/** A person of a state where the campaign runs. */
const local = (): Person => ({ ...newPerson(), state: 'MG' });

/** Texts that no request to the outside may hold. */
function secretsOf({ name, document, phone, email, password }: Person): string[] {
  const digits = phone.replaceAll(/\D/g, '');
  return [name, document, phone, digits, email, encodeURIComponent(email), password];
}

test('another brand’s campaign is built from its data', async ({ page }) => {
  await page.goto('/');
  await test.step('the home page shows the campaign’s own data', async () => {
    await expect(page).toHaveTitle('Promoção Café da Sorte | Aurora');
    await expect(page.getByRole('heading', { level: 1, name: 'Café da Sorte' })).toBeVisible();
    await expect(page.locator('#produtos-participantes').getByRole('listitem')).toHaveCount(2);
    await expect(page.locator('#onde-comprar').getByRole('listitem')).toHaveCount(4);
    await expect(
      homeBlock(page, 'prizes').getByRole('heading', { name: 'Viagem a Minas' }),
    ).toBeVisible();
    await expect(homeBlock(page, 'prizes').locator('article use')).toHaveAttribute('href', '#gift');
    // On dark rays too the second press has the colour of the words around it.
    const second = homeBlock(page, 'hero').getByRole('link', { name: 'Enviar nota' });
    const words = homeBlock(page, 'hero').getByText('maiores de 18 anos');
    const colour = await words.evaluate((element) => getComputedStyle(element).color);
    await expect(second).toHaveCSS('color', colour);
    const states = homeBlock(page, 'sign-up').getByLabel('Estado').getByRole('option');
    await expect(states).toHaveText(['Escolha', 'SP', 'MG', 'RJ', 'ES']);
    const rules = homeBlock(page, 'sign-up').getByRole('link', { name: 'Ler o regulamento' });
    await expect(rules).toBeVisible();
  });

  await test.step('the winners are listed', async () => {
    await page.goto('/ganhadores');
    await expect(page.getByRole('heading', { level: 1, name: 'Ganhadores' })).toBeVisible();
    await expect(page.getByText('1.00042 Ana S., Ouro Preto')).toBeVisible();
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
});

test('the pages of another brand’s campaign hold no word, colour, drawing or picture of the sample', async () => {
  const site = siteDirectory('second');
  const names = await readdir(site, { recursive: true });
  expect(names.filter((name) => /^(?:lojas|premios|produtos)\/.*\.svg$/.test(name)).sort()).toEqual(
    ['lojas/mercado-ipe.svg', 'produtos/torrado-tradicional.svg'],
  );
  const brand = /brisal|escovou|carvão/i;
  const colours = /#14d3b2|#ffc62e|#14242c/i;
  // The tube, the smile on coins and bags, the wink, the face that is lost.
  const drawings = /M424 6C310|q10 16 20 0|q20 26 40 0|M24 50c30 48|M52 104c34/;
  for (const name of names.filter((each) => /\.(?:html|svg|webmanifest|js)$/.test(each))) {
    const text = await readFile(`${site}/${name}`, 'utf8');
    expect.soft(text, name).not.toMatch(brand);
    // Scripts have the drawings of every campaign.
    if (name.endsWith('.js')) continue;
    expect.soft(text, name).not.toMatch(colours);
    expect.soft(text, name).not.toMatch(drawings);
  }
  expect(await readFile(`${site}/favicon.svg`, 'utf8')).toContain('>A</text>');
});

test('the rules page of a campaign without rules says so', async ({ request }) => {
  expect(await (await request.get('/regulamento')).text()).toMatch(
    /<h\d[^>]*>Regulamento indisponível no momento\.</,
  );
});

test('a campaign without instant prizes speaks of none on the page of transparency', async ({
  request,
}) => {
  const page = await (await request.get('/transparencia')).text();
  expect(page).toContain('Antes do início, a ordem dos números fica trancada.');
  expect(page).not.toMatch(/hora de cada|Prêmios na hora|Cronograma/);
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
  for (const picture of [
    '/compartilhar.png',
    '/email-comemora.png',
    '/icone-512.png',
    '/favicon.svg',
  ]) {
    expect((await request.get(picture)).ok(), picture).toBe(true);
  }
});

test('the bot check loads at the first touch of a form, and its token is sent', async ({
  page,
}) => {
  const actions: string[] = [];
  await page.exposeFunction('asked', (action: string) => void actions.push(action));
  await answerBotCheck(page);
  await page.goto('/#fale-conosco');
  const dialog = page.getByRole('dialog', { name: 'Fale conosco' });
  await expect(dialog.getByRole('button', { name: 'Enviar' })).toBeVisible();
  expect(actions).toEqual([]);
  await dialog.getByLabel('Nome').fill('Joana Souza');
  await expect.poll(() => actions).toEqual(['preload']);
  await dialog.getByLabel('E-mail').fill('joana@exemplo.com.br');
  await dialog.getByLabel('Assunto').selectOption('Prêmios');
  await dialog.getByLabel('Descrição').fill('Quando sai o sorteio?');
  const sent = page.waitForRequest('**/api/incident/campaign/27');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ recaptchaToken: 'create_incident' });

  await page.goto('/#esqueci-senha');
  await page.getByLabel('Email').fill('joana@exemplo.com.br');
  const resetRequest = page.waitForRequest('**/api/consumer/password/reset');
  await page.getByRole('button', { name: 'Enviar' }).click();
  expect((await resetRequest).postDataJSON()).toMatchObject({ recaptchaToken: 'reset_password' });
});

test('trackers get clicks, fields and conversions after consent, but no typed values and no secret address', async ({
  page,
  outside,
}) => {
  const person = local();
  await test.step('trackers neither load nor send before consent', async () => {
    await page.goto('/faq');
    await page.getByText('Qual café participa?').click();
    await page.goto('/#cadastrar');
    const name = homeBlock(page, 'sign-up').getByLabel('Nome');
    await name.fill(person.name);
    await name.blur();
    expect(outside.addresses).toEqual([]);
  });

  await test.step('all of them load after consent', async () => {
    await page.getByRole('button', { name: 'Aceitar' }).click();
    await expect.poll(() => [outside.events.length, outside.pixel.length]).toEqual([2, 1]);
    await expect.poll(() => outside.addresses).toContain('https://www.clarity.ms/tag/clarity-test');
  });

  await test.step('none loads on pages with a secret address', async () => {
    const before = outside.addresses.length;
    for (const path of ['/senha?codigo=abc', '/atendimento/abc']) {
      await page.goto(path);
      await page.getByRole('textbox').fill('Renovada1@exemplo.com.br');
      await page.getByRole('button', { name: /Salvar|Buscar/ }).click();
      await expect(page.getByText(/já foi usado ou expirou|não encontrado/)).toBeVisible();
    }
    await page.goto('/transparencia?numero=4.50153');
    await expect(page.getByRole('heading', { name: 'Transparência' })).toBeVisible();
    expect(outside.addresses.slice(before)).toEqual([]);
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL(/faq$/);
    expect(await page.evaluate(() => document.referrer)).toBe(new URL('/', page.url()).href);
  });

  const conversions = () => outside.pixel.filter(([method]) => method !== 'page');
  await test.step('trackers get clicks and fields', async () => {
    await page.goto('/');
    await homeBlock(page, 'hero').getByRole('link', { name: 'Cadastre-se' }).click();
    await fillHomeSignUp(page, person);
    await page.getByLabel('E-mail').blur();
    await expect
      .poll(() => outside.events)
      .toEqual(
        expect.arrayContaining([
          { event: 'gtm.js', 'gtm.start': expect.any(Number) },
          { event: 'click', label: 'Aceitar' },
          { event: 'click', label: 'Cadastre-se', link: '/#cadastrar' },
          { event: 'blur', form: 'cadastro', field: 'document' },
          { event: 'blur', form: 'cadastro', field: 'password' },
        ]),
      );
    expect(conversions()).toEqual([]);
  });

  await test.step('the person signs up', async () => {
    const sent = page.waitForRequest('**/api/consumer');
    await page.getByRole('button', { name: 'CADASTRAR' }).click();
    await expect(page).toHaveURL(/\/nova-nota$/);
    expect((await sent).postDataJSON()).toMatchObject({ recaptchaToken: 'signup' });
  });
  const hashes = {
    sha256_email: sha256(person.email),
    sha256_phone_number: sha256(`55${person.phone.replaceAll(/\D/g, '')}`),
  };
  await test.step('the sign-up is a conversion', async () => {
    await expect
      .poll(() => outside.events)
      .toEqual(
        expect.arrayContaining([
          { event: 'save', form: 'cadastro' },
          { event: 'success', form: 'cadastro' },
          { event: 'lead', event_id: expect.any(String), ...hashes },
        ]),
      );
    const lead = outside.events.find(({ event }) => event === 'lead');
    expect(conversions()).toEqual([
      ['identify', { email: hashes.sha256_email, phone_number: hashes.sha256_phone_number }],
      ['track', 'CompleteRegistration', {}, { event_id: lead?.['event_id'] }],
    ]);
  });

  await test.step('so is a receipt, and none of what was typed was sent', async () => {
    const { file } = await receiptFile('code', 821);
    await readReceipt(page, file);
    await page.getByLabel('Valor Total').fill('54,90');
    await page.getByRole('button', { name: 'salvar' }).click();
    await expect
      .poll(() => outside.events)
      .toContainEqual({ event: 'purchase', event_id: expect.any(String), ...hashes });
    for (const secret of secretsOf(person)) expect(outside.said()).not.toContain(secret);
  });
});
