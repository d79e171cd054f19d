import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { hostKinds, released } from './host-kinds.ts';
import { watchManners } from './page-traces.ts';

test('the snippet’s frame fits its form, and the carousel looks and works the same, on pages of all kinds', async ({
  page,
  host,
  site,
}) => {
  const manners = await watchManners(page, [host.origin, site.url]);
  const carousel = {
    scripts: [await released(site.url, 'where-to-buy')],
    element: '<promo-where-to-buy campaign="19"></promo-where-to-buy>',
    site: site.url,
  };
  const inFrame = `<iframe src="${site.url}/quadro/entrar/" title="Entrar" height="900"></iframe>`;
  const both = {
    ...carousel,
    scripts: [await released(site.url, 'login'), ...carousel.scripts],
    element: `<promo-login campaign="19">${inFrame}</promo-login>${carousel.element}`,
  };
  let usual: string[] | undefined;
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
      usual ??= looks;
      expect(looks).toEqual(usual);
    });
  }
  await manners.expectGood();
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
