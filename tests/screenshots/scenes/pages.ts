import type { Page } from '@playwright/test';
import { signIn, signInAsNew } from '../../e2e/fixtures.ts';
import { sendReceiptTo } from '../../support/site-actions.ts';
import {
  breakOff,
  on,
  part,
  type Scenes,
  type Show,
  type Stage,
  visit,
  visitSignedIn,
} from './stage.ts';

const shops = '#onde-comprar';

/** The promotion's own pages, which everybody reads, in each phase of the promotion. */
export const pageScenes: Scenes = {
  ...on('delivered', {
    home: visit('/'),
    'home-signed-in': visitSignedIn('/'),
    'home-with-receipts': async ({ page, site }) => {
      const ana = await signInAsNew(page, site);
      for (const totalAmount of [20, 54.9]) await sendReceiptTo(site, ana, { totalAmount });
      await page.goto('/');
      await page.getByText('notas enviadas').waitFor();
      await page.getByText(/^2$/).first().waitFor();
    },
    'home-news': part('/', '.news'),
    'home-news-invited': part('/?mgm=ABC123', '.news', ({ page }) =>
      page.getByText('Um amigo chamou você!').waitFor(),
    ),
    prizes: part('/', '#premiacao'),
    'how-to': part('/', '#como-participar'),
    accelerator: part('/', '.boost'),
    products: part('/', '#produtos-participantes'),
    'products-moved': part('/', '#produtos-participantes', async ({ page }) => {
      const section = page.locator('#produtos-participantes');
      await section.scrollIntoViewIfNeeded();
      for (const _ of ['once', 'twice']) {
        await section.getByRole('button', { name: 'Próximo' }).click();
      }
    }),
    'where-to-buy': part('/', shops),
    'where-to-buy-found': part('/', shops, searchShops('Maringa')),
    'where-to-buy-nothing-found': part('/', shops, searchShops('Manaus')),
    'where-to-buy-no-position': part('/', shops, async ({ page }) => {
      await page.locator(shops).scrollIntoViewIfNeeded();
      await page.locator(shops).getByRole('button', { name: 'Perto de mim' }).click();
      await page.getByText('A localização não foi permitida.').waitFor();
    }),
    footer: part('/', 'footer'),
    faq: visit('/faq'),
    'faq-open': async ({ page }) => {
      await page.goto('/faq');
      const answers = page.locator('.accordion details');
      await answers.evaluateAll((all) => {
        for (const each of all) each.setAttribute('open', '');
      });
    },
    regulation: visit('/regulamento'),
    'regulation-contents': async ({ page }) => {
      await page.goto('/regulamento');
      const contents = page.getByText('Ir para uma seção');
      if (await contents.isVisible()) await contents.click();
      else await page.getByRole('link', { name: '12. Disposições gerais' }).click();
    },
    'regulation-instant-prize': async ({ page }) => {
      await page.goto('/regulamento');
      await page.getByRole('link', { name: 'Prêmio na hora' }).click();
      await page.waitForURL(/\/regulamento\/./);
    },
    'regulation-pdf': async ({ page }) => {
      await page.goto('/regulamento');
      await page.getByText('Ver as páginas do PDF').click();
    },
    privacy: visit('/privacidade'),
    'coming-soon-started': visit('/em-breve'),
    'not-found': visit('/nada'),
    simulator: visit('/simulador'),
    transparency: visit('/transparencia'),
    'transparency-checked': async ({ page }) => {
      await page.goto('/transparencia');
      await checkLedger(page);
    },
    'transparency-details': async ({ page }) => {
      await page.goto('/transparencia');
      await checkLedger(page);
      await page.getByText('Detalhes técnicos').click();
    },
    'transparency-not-loaded': async ({ page }) => {
      await breakOff(page, '**/api/transparency?*');
      await page.goto('/transparencia');
      await page.getByText('Detalhes técnicos').click();
      await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
    },
  }),
  ...on('everything', {
    'home-everything': visit('/'),
    'debug-mode': visit('/?debug=abracadabra'),
    'simulator-result': async ({ page }) => {
      await page.goto('/simulador');
      const more = (name: string) => page.getByRole('button', { name: `Mais um: ${name}` });
      await more('Creme dental Menta Fresca, 90 g').click();
      await more('Creme dental Carvão Ativado, 90 g').click();
      for (const price of await page.getByLabel('Preço por item').all()) {
        await price.fill('12,90');
        // The line that stays in view gives way to a price that is being typed.
        await price.blur();
      }
    },
    'simulator-first-choice': async ({ page }) => {
      await page.goto('/simulador');
      await page
        .getByRole('button', { name: /^Mais um/ })
        .first()
        .click();
    },
    'simulator-too-little': async ({ page }) => {
      await page.goto('/simulador');
      await page
        .getByRole('button', { name: /^Mais um/ })
        .first()
        .click();
      await page.getByLabel('Preço por item').fill('7,50');
      await page.getByText('Faltam R$').filter({ visible: true }).first().waitFor();
    },
    'simulator-wrong-price': async ({ page }) => {
      await page.goto('/simulador');
      await page
        .getByRole('button', { name: /^Mais um/ })
        .first()
        .click();
      await page.getByLabel('Preço por item').fill('7,5,0');
      await page.getByLabel('Preço por item').blur();
      await page.getByText('Valor inválido').waitFor();
    },
  }),
  ...on('delivered', { 'cookie-banner': askAboutCookies('/') }, { fold: true }),
  ...on('second', { 'second-cookie-banner': askAboutCookies('/faq') }, { fold: true }),
  ...on('delivered', { 'menu-open': openMenu }, { fold: true, widest: 1199 }),
  ...on('delivered', { 'menu-open-signed-in': openOwnMenu }, { fold: true }),
  ...on('everything', { 'menu-open-everything': openOwnMenu }, { fold: true }),
  ...on(
    'delivered',
    Object.fromEntries(
      [
        ...['/', '/cadastro', '/entrar', '/nova-nota', '/simulador', '/transparencia'],
        ...['/quadro/cadastro/', '/quadro/notas/', '/widgets'],
      ].map((path) => [
        `without-scripts-${path.split('/').filter(Boolean).join('-') || 'home'}`,
        visit(path),
      ]),
    ),
    { window: { javaScriptEnabled: false } },
  ),
  ...on('before', {
    'home-before': visit('/'),
    'coming-soon-before': visit('/em-breve'),
    'page-before': visit('/cadastro'),
    'faq-before': visit('/faq'),
    'transparency-before': visit('/transparencia'),
  }),
  ...on('over', {
    'home-after': visit('/'),
    'coming-soon-after': visit('/em-breve'),
    'over-dialog': async ({ page }) => {
      await page.goto('/#encerrada');
      await page.getByRole('dialog').waitFor();
    },
    'home-sign-up-after': part('/', '#cadastrar'),
    'faq-after': visit('/faq'),
  }),
  ...on('drawn', {
    'home-drawn': visit('/'),
    'home-drawn-signed-in': signedInAfterTheEnd('/'),
    'my-receipts-drawn': async (stage) => {
      await signedInAfterTheEnd('/minhas-notas')(stage);
      await stage.page.locator('.receipt-card').first().waitFor();
    },
    'profile-drawn': signedInAfterTheEnd('/perfil'),
    'winners-after': visit('/ganhadores'),
    'winners-pdf': async ({ page }) => {
      await page.goto('/ganhadores');
      await page.getByRole('img', { name: /^Página 1/ }).scrollIntoViewIfNeeded();
    },
    'transparency-drawn': async ({ page }) => {
      await page.goto('/transparencia');
      await checkLedger(page);
    },
    'transparency-number': async ({ page }) => {
      const list = await page.request.get('/api/transparency/numbers.csv');
      const [number = ''] = /\d\.\d{5}/.exec(await list.text()) ?? [];
      await page.goto(`/transparencia?numero=${number}`);
      await page.getByText(`O número ${number} está no registro`).first().waitFor();
    },
    'transparency-number-unknown': async ({ page }) => {
      await page.goto('/transparencia?numero=9.99998');
      await page.getByText('O registro não tem o número').first().waitFor();
    },
    'transparency-wrong': async ({ page }) => {
      const list = await (await page.request.get('/api/transparency/numbers.csv')).text();
      await page.goto('/transparencia');
      await page.getByText('Detalhes técnicos').click();
      const buffer = Buffer.from(list.replace(/\n101,1,\d\./, '\n101,1,9.9'));
      await page
        .locator('input[type=file]')
        .setInputFiles([{ name: 'numbers.csv', mimeType: 'text/csv', buffer }]);
      await checkLedger(page);
    },
    'transparency-draw-again': async ({ page }) => {
      await page.goto('/transparencia');
      await page.getByText('Detalhes técnicos').click();
      await page.getByRole('button', { name: 'Refazer o sorteio' }).click();
      await page.getByText(/^A Loteria Federal aponta \d/).waitFor();
    },
    'transparency-draw-alert': async ({ page }) => {
      await breakOff(page, '**/api/transparency/numbers.csv*');
      await page.goto('/transparencia');
      await page.getByText('Detalhes técnicos').click();
      await page.getByRole('button', { name: 'Refazer o sorteio' }).click();
      await page.getByRole('alertdialog', { name: 'Atenção' }).waitFor();
    },
  }),
  ...on('second', {
    'second-home': visit('/'),
    'second-regulation-missing': visit('/regulamento'),
    'second-winners': visit('/ganhadores'),
    'second-login': visit('/entrar'),
    'second-not-found': visit('/nada'),
  }),
  ...on('shut', {
    'shut-home': visit('/'),
    'shut-sign-up': async ({ page }) => {
      await page.goto('/#cadastro');
      await page.getByRole('dialog', { name: 'Cadastros encerrados' }).waitFor();
    },
    'shut-sign-in': async ({ page }) => {
      await page.goto('/#entrar');
      await page.getByRole('dialog', { name: 'Login indisponível' }).waitFor();
    },
  }),
};

function askAboutCookies(path: string): Show {
  return async ({ page }) => {
    await page.context().clearCookies();
    await page.goto(path);
  };
}

async function openMenu({ page }: Stage): Promise<void> {
  await page.goto('/');
  await page.locator('.menu > summary').click();
}

async function openOwnMenu(stage: Stage): Promise<void> {
  await signInAsNew(stage.page, stage.site);
  await openMenu(stage);
}

function searchShops(words: string): Show {
  return async ({ page }) => {
    const section = page.locator(shops);
    await section.scrollIntoViewIfNeeded();
    await section.getByRole('searchbox').fill(words);
    await section.getByRole('status').filter({ hasText: /\S/ }).waitFor();
  };
}

async function checkLedger(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Conferir agora' }).click();
  await page.getByRole('button', { name: 'Conferir de novo' }).waitFor();
}

function signedInAfterTheEnd(path: string): Show {
  return async ({ page, site: { participant } }) => {
    if (!participant) throw new Error('This promotion has no participant');
    await signIn(page, participant);
    await page.waitForURL(/\/$/);
    await page.goto(path);
  };
}
