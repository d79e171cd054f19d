import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { hostKinds, released } from './host-kinds.ts';
import { watchManners } from './page-traces.ts';

/** Kinds in which no form can be in the page's own document. */
const withoutFormInPage = ['sandbox', 'CSP with a hash', 'names on Object.prototype'];

test('on pages of all kinds every widget looks and works the same, and the page as it did without it', async ({
  page,
  host,
  site,
}) => {
  const manners = await watchManners(page, [host.origin, site.url]);
  const carousel = {
    scripts: [await released(site.url, 'where-to-buy')],
    element: `<button>Comprar</button><input value="5">
      <promo-where-to-buy campaign="19"></promo-where-to-buy>`,
    site: site.url,
  };
  const inFrame = `<iframe src="${site.url}/quadro/entrar/" title="Entrar" height="900"></iframe>`;
  const both = {
    ...carousel,
    scripts: [await released(site.url, 'login'), ...carousel.scripts],
    element: `<promo-login campaign="19">${inFrame}</promo-login>${carousel.element}`,
  };
  const usual: { carousel?: string[]; form?: string[] } = {};
  for (const [kind, pageOf] of Object.entries(hostKinds)) {
    await test.step(kind, async () => {
      // Without the right to an origin of its own no form can keep who signed in.
      const hasFrame = kind !== 'sandbox';
      await page.goto(host.publish(pageOf(hasFrame ? both : carousel)));
      if (hasFrame) await expectFittingFrame(page);
      await page.getByRole('button', { name: 'Próximo' }).press('Enter');
      const shops = page.getByRole('list', { name: 'Onde comprar' }).getByRole('listitem');
      await expect(shops.nth(1)).toHaveAttribute('aria-current', 'true');
      const looks = await page.locator('promo-where-to-buy').evaluate(looksInside);
      usual.carousel ??= looks;
      expect(looks).toEqual(usual.carousel);
      if (withoutFormInPage.includes(kind)) return;
      const form = await looksOfFormInPage(page);
      usual.form ??= form;
      expect(form).toEqual(usual.form);
    });
  }
  await manners.expectGood({ sheets: 1, names: ['nanostoresGlobal'] });
});

async function expectFittingFrame(page: Page): Promise<void> {
  const frame = page.locator('promo-login iframe');
  const form = page.frameLocator('promo-login iframe');
  await expect(form.getByLabel('Email')).toBeVisible();
  // A frame out of sight is not drawn, and does not know how tall it is.
  await frame.scrollIntoViewIfNeeded();
  await expect(frame).not.toHaveCSS('height', '900px');
  await expect(frame).toHaveCSS('opacity', '1');
  const hidden = await form
    .locator('html')
    .evaluate(({ scrollHeight }) => Math.max(0, scrollHeight - window.innerHeight));
  expect(hidden, 'pixels of the form').toBe(0);
  const sides = await frame.evaluate((element) =>
    [element, element.parentElement].map((one) => one?.getBoundingClientRect().width),
  );
  expect(sides[0]).toBe(sides[1]);
}

/** Adds a form to the page itself, which changes nothing of the page's own. */
async function looksOfFormInPage(page: Page): Promise<string[]> {
  const own = page.locator('body > :not(promo-login, promo-where-to-buy)');
  const before = await own.evaluateAll(looksOf);
  await page.locator('body > input').evaluate((input) => {
    const login = document.createElement('promo-login');
    login.setAttribute('campaign', '19');
    login.setAttribute('isolation', 'page');
    input.after(login);
  });
  const login = page.locator('promo-login[isolation="page"]');
  await expect(login.getByLabel('Email')).toBeVisible();
  expect(await own.evaluateAll(looksOf)).toEqual(before);
  return login.locator('*').evaluateAll(looksOf);
}

/** How elements are drawn, as CSS, but for what depends on the width that they were given. */
function looksOf(elements: Element[]): string[] {
  const measures = /size|width|height|origin|inset|left|right|top|bottom|grid-template|locale/;
  return elements.map((one) => {
    const computed = getComputedStyle(one);
    const names = Array.from(computed).filter((name) => !measures.test(name));
    const shown = [...names, 'font-size', 'padding-top', 'border-top-width'].sort();
    return shown.map((name) => `${name}: ${computed.getPropertyValue(name)}`).join('\n');
  });
}

/** How everything in a widget is drawn, as CSS, but for what depends on the width that it was given. */
function looksInside(host: Element): string[] {
  const measures = /size|width|height|origin|inset|left|right|top|bottom|grid-template/;
  return [...(host.shadowRoot?.querySelectorAll('.widget, .widget *') ?? [])].map((element) => {
    const computed = getComputedStyle(element);
    const names = Array.from(computed).filter((name) => !measures.test(name));
    const sizes = ['font-size', 'border-top-width', 'padding-top', 'height'];
    const kept = element.tagName === 'UL' || element.className === 'widget' ? [] : sizes;
    const declared = [...names, ...kept].map(
      (name) => `${name}: ${computed.getPropertyValue(name)}`,
    );
    return declared.sort().join('\n');
  });
}
