import type { Locator, Page, Route } from '@playwright/test';
import { contrast } from '../../src/campaign/colour.ts';
import { registerAt, sendReceiptTo } from '../support/site-actions.ts';
import { expect, homeBlock, storeSession, test } from './fixtures.ts';

const arrow = (section: Locator, name: 'Anterior' | 'Próximo') =>
  section.getByRole('button', { name });

/**
 * Whether a card stands between the sides of the window. It may stand above or below it, since
 * Playwright scrolls the page to press an arrow.
 */
const isBetweenSides = (card: Locator) =>
  card.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
  });

/** The shops, how faint each one's card and mark are, and the least contrast of their words. */
async function shopsOf(page: Page) {
  const cards = page.locator('#onde-comprar').getByRole('listitem');
  await expect(cards).toHaveCount(12);
  const opacities = async () => {
    const [faces, marks] = await Promise.all([
      cards.evaluateAll((all) => all.map((card) => getComputedStyle(card, '::before').opacity)),
      cards
        .getByRole('presentation')
        .evaluateAll((all) => all.map((mark) => getComputedStyle(mark).opacity)),
    ]);
    expect(faces).toEqual(marks);
    return marks.map(Number);
  };
  const leastContrast = async () => {
    const words = await cards.locator('b, small, a').evaluateAll((all) =>
      all.map((word) => {
        const { color, opacity } = getComputedStyle(word);
        const field = getComputedStyle(word.closest('section') ?? word).backgroundColor;
        return { color, opacity: Number(opacity), field };
      }),
    );
    const onField = words.map(({ color, opacity, field }) => {
      const text = channels(color).map((value, at) => {
        return value * opacity + (channels(field)[at] ?? 0) * (1 - opacity);
      });
      return contrast(hex(text), hex(channels(field)));
    });
    expect(words.some(({ opacity }) => opacity < 1)).toBe(true);
    return Math.min(...onField);
  };
  return { cards, opacities, leastContrast, section: page.locator('#onde-comprar') };
}

const channels = (color: string) => (color.match(/\d+/g) ?? []).map(Number);
const hex = (color: number[]) =>
  `#${color.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

test('the carousel of shops moves one by one, and fades by distance', async ({ page }) => {
  await page.goto('/#onde-comprar');
  const { cards, opacities, leastContrast, section } = await shopsOf(page);
  const active = section.locator('[aria-current=true]');
  await expect(active).toContainText('Bom Vizinho');
  await expect(arrow(section, 'Anterior')).toBeHidden();
  expect(await opacities()).toEqual([1, 0.8, 0.6, 0.4, ...Array(8).fill(0.2)]);
  expect(await leastContrast()).toBeGreaterThanOrEqual(4.5);

  const rail = section.getByRole('list');
  await rail.evaluate((list) => list.scrollTo({ left: 6 * 192, behavior: 'instant' }));
  await expect.poll(() => isBetweenSides(active)).toBe(true);
  await expect(arrow(section, 'Anterior')).toBeVisible();
  await rail.evaluate((list) => list.scrollTo({ left: 0, behavior: 'instant' }));
  await expect(active).toContainText('Bom Vizinho');

  await arrow(section, 'Próximo').click();
  await expect(active).toContainText('Rede Araucária');
  await expect.poll(() => isBetweenSides(active)).toBe(true);
  await expect(arrow(section, 'Anterior')).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 800 });
  // A click soon after a move does nothing.
  await expect(async () => {
    await cards.nth(5).getByText('Mercado Litoral').click();
    await expect(active).toContainText('Mercado Litoral', { timeout: 500 });
  }).toPass();
  await expect.poll(opacities).toEqual([0.2, 0.2, 0.4, 0.6, 0.8, 1, 0.8, 0.6, 0.4, 0.2, 0.2, 0.2]);

  await section.getByRole('list').press('End');
  await expect(async () => {
    await cards.nth(-2).click();
    await expect(cards.nth(-2)).toHaveAttribute('aria-current', 'true', { timeout: 500 });
  }).toPass();
  await expect(async () => {
    await arrow(section, 'Próximo').press('Enter');
    await expect(arrow(section, 'Próximo')).toBeHidden({ timeout: 500 });
  }).toPass();
  await expect(arrow(section, 'Anterior')).toBeFocused();
  await expect(async () => {
    await section.getByRole('list').press('ArrowRight');
    await expect(active).toContainText('Bom Vizinho', { timeout: 500 });
  }).toPass();
  const link = cards.first().getByRole('link', { name: 'Ver ofertas: Bom Vizinho' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('href', 'https://bom-vizinho.example/busca?q=brisal');
});

test('the products move by one card in 600 ms, or at once with reduced motion', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  const section = page.locator('#produtos-participantes');
  const products = section.getByRole('listitem');
  const rail = page.locator('#produtos');
  // At once: a press during a smooth scroll would leave the page half way, the cards out of sight.
  await products
    .first()
    .evaluate((card) => card.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect(products).toHaveCount(9);
  await expect(section.getByText('+10 números')).toHaveCount(1);
  await expect(products.first()).toContainText('+10 números');
  await expect(arrow(section, 'Próximo')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await arrow(section, 'Próximo').click();
  expect(await rail.getAttribute('data-moving')).toBeNull();
  expect(await isBetweenSides(products.nth(1))).toBe(true);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // Presses that follow one another within 300 ms count as one.
  await page.clock.runFor(400);
  await arrow(section, 'Próximo').click();
  await page.clock.runFor(500);
  await expect(rail).toHaveAttribute('data-moving');
  await page.clock.runFor(200);
  await expect(rail).not.toHaveAttribute('data-moving');
  await expect.poll(() => isBetweenSides(products.nth(2))).toBe(true);
});

test('the home page shows current news, greets an invited friend, and has one main button in view', async ({
  page,
  site,
}) => {
  await page.context().addCookies([{ name: 'promo_consent', value: 'accepted', url: site.url }]);
  await page.goto('/?mgm=ABC123');
  const now = page.getByRole('region', { name: 'A promoção agora' });
  await expect(now.getByText(/^[\d.]+ prêmios restantes$/)).toBeVisible();
  await expect(now.getByText(/^\d+ dias para enviar, até \d\d\/\d\d$/)).toBeVisible();
  await expect(now.getByText('Um amigo chamou você!')).toBeVisible();
  // What can be won follows at once, before what is to be done.
  await expect(page.locator('main h2')).toContainText(['Prêmios', 'Como participar']);
  const first = homeBlock(page, 'hero').getByRole('link', { name: 'Cadastre-se' });
  await expect(first).toBeInViewport();
  await expect(signUpLinkOf(page)).toHaveCSS('box-shadow', 'none');
  for (const [width, height] of [
    [320, 568],
    [568, 320],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(first, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
  }

  await page.evaluate(() => {
    location.hash = 'fotografar';
  });
  await expectDrawnPhotoDialog(page);
});

/** The header's way to sign up. */
const signUpLinkOf = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Cadastre-se' });

/** The dialog of a first photo brings each drawing that it shows. */
async function expectDrawnPhotoDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Fotografe a nota' });
  await expect(dialog.getByLabel('Escolher arquivo')).toBeAttached();
  const empty = dialog.locator('svg').evaluateAll((drawings) =>
    drawings.flatMap((drawing) => {
      const uses = [...drawing.querySelectorAll('use')].map(
        (use) => use.getAttribute('href') ?? '',
      );
      return uses.filter((href) => !document.querySelector(href));
    }),
  );
  expect(await empty).toEqual([]);
  await expect(dialog.locator('svg path')).not.toHaveCount(0);
}

test('the menu marks the current page and closes, and answers of the FAQ fade in', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const opener = page.locator('.menu > summary');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await test.step('the menu marks the current page', async () => {
    await opener.click();
    await expect(menu.locator('[aria-current=page]')).toHaveText('HOME');
    await expect(signUpLinkOf(page)).toHaveCount(1);
    // A phone's footer is far below.
    for (const name of ['FAQ', 'Regulamentos', 'Fale conosco']) {
      await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible();
    }
  });
  await test.step('it closes by Escape or a press outside', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await page.mouse.click(180, 700);
    await expect(menu).toBeHidden();
  });
  await test.step('a dialog opened from it gives the focus back to its button', async () => {
    await opener.press('Enter');
    await page.getByRole('banner').getByRole('link', { name: 'Fale conosco' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });
  await test.step('it covers nothing that the keyboard has gone on to', async () => {
    await opener.press('Enter');
    await page.getByRole('banner').getByRole('link', { name: 'Regulamentos' }).focus();
    await page.keyboard.press('Tab');
    await expect(menu).toBeHidden();
    expect(
      await page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return document
          .elementFromPoint(x, y)
          ?.closest('a, button')
          ?.contains(document.activeElement);
      }),
      'no veil lies over it',
    ).toBe(true);
    await opener.press('Enter');
  });
  await test.step('it fits a phone on its side', async () => {
    await page.setViewportSize({ width: 740, height: 360 });
    await opener.click();
    await signUpLinkOf(page).click({ trial: true });
  });

  await test.step('an opened answer fades in', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      const opacityOf = (question: Element) =>
        Number(getComputedStyle(question, '::details-content').opacity) *
        Number(getComputedStyle(question.querySelector('p') ?? question).opacity);
      document.addEventListener('DOMContentLoaded', () => {
        const opacity = opacityOf(document.querySelector('.accordion [open]') ?? document.body);
        Object.assign(window, { opacityOf, atTheBeginning: opacity });
      });
    });
    await page.goto('/faq');
    expect(await page.evaluate('atTheBeginning')).toBe(1);
    const opened = await page.getByText('Como participo?').evaluate((summary: HTMLElement) => {
      summary.click();
      return Reflect.get(window, 'opacityOf')(summary.parentElement);
    });
    expect(opened).toBeLessThan(1);
    await expect(page.getByText('Compre R$ 10,00 ou mais em produtos')).toBeVisible();
  });

  await test.step('the menu marks no page that it does not list', async () => {
    await opener.click();
    await expect(menu.locator('[aria-current]')).toHaveCount(0);
  });

  await test.step('the way to take part is loud where the page has no button of its own', async () => {
    await page.goto('/privacidade');
    await expect(signUpLinkOf(page)).not.toHaveCSS('box-shadow', 'none');
  });
});

test('a signed-in user finds their figures on the first screen, without layout shifts', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 412, height: 740 });
  const user = await registerAt(site);
  await storeSession(page, user, site.url);
  for (const [figure, link] of [
    [/pode concorrer em \d/, 'Quanto ela rende?'],
    ['1 nota enviada', 'Ver minhas notas'],
  ] as const) {
    const request = Promise.withResolvers<Route>();
    await page.route('**/api/campaign/19/coupon', request.resolve, { times: 1 });
    await page.goto('/');
    const route = await request.promise;
    const below = page.getByText(/prêmios restantes/);
    const before = await below.boundingBox();
    await route.continue();
    await expect(page.getByText(figure)).toBeInViewport({ ratio: 1 });
    expect((await below.boundingBox())?.y, link).toBe(before?.y);
    await expect(page.locator('.news').getByRole('link', { name: link })).toBeInViewport({
      ratio: 1,
    });
    await sendReceiptTo(site, user);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('pages show all their texts, and no form that could not be sent', async ({ page }) => {
    await page.goto('/cadastro');
    await expect(page.getByText(/^Esta página precisa de JavaScript/)).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    // The page that a widget shows in its frame.
    await page.goto('/quadro/entrar/');
    const sentence = page.locator('noscript p');
    await expect(sentence).toContainText('Este formulário precisa de JavaScript');
    await expect(sentence.locator('a')).toHaveText('Abrir o site da promoção');
    await expect(sentence).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await page.goto('/');
    await expect(homeBlock(page, 'hero').getByRole('link')).toHaveText(['Cadastre-se']);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Fale conosco' }).click();
    await expect(page.locator('noscript#fale-conosco')).toBeInViewport();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.locator('#como-participar').getByRole('listitem')).toHaveCount(3);
    await expect(page.locator('#produtos-participantes').getByRole('listitem')).toHaveCount(9);
    await expect(page.locator('#onde-comprar').getByRole('link')).toHaveCount(12);
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await expect(homeBlock(page, 'prizes').getByRole('heading', { level: 3 })).toHaveCount(2);
    await page.locator('#onde-comprar').getByRole('list').focus();
    await page.keyboard.press('End');
    await page.goto('/faq#pergunta-3');
    await expect(page.locator('#pergunta-3')).toBeVisible();
    await page.goto('/regulamento');
    await expect(
      page.getByRole('heading', { name: '1. Empresa promotora e autorização' }),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Em resumo' })).toContainText(
      '18 anos ou mais e',
    );
    await expect(page.getByText(/^2\.1\. Participam as compras/)).toBeVisible();
    const last = page.getByRole('link', { name: '12. Disposições gerais' });
    await expect(last).toBeHidden();
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(last).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    const list = await last.boundingBox();
    const text = await page.getByText(/^2\.1\. Participam as compras/).boundingBox();
    expect(list && text && list.x + list.width <= text.x).toBe(true);
    await page.getByRole('heading', { name: '9. Desclassificação' }).scrollIntoViewIfNeeded();
    await expect(last, 'the list follows the reader').toBeInViewport();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByText('Ir para uma seção').click();
    await last.click();
    await expect(page.getByRole('heading', { name: '12. Disposições gerais' })).toBeInViewport();
  });
});
