import { guidesOf } from '../../../widgets/guides/page-guides.ts';
import { expect, test } from '../fixtures.ts';

/**
 * As Google's container treats tags of HTML: parsed beside the page, its scripts made anew from
 * their address or text alone, one after the other.
 */
function fire(tags: readonly string[]): void {
  const insert = (nodes: readonly ChildNode[]): void => {
    const [node, ...rest] = nodes;
    if (!node) return;
    const inserted = node instanceof HTMLScriptElement ? document.createElement('script') : node;
    if (inserted instanceof HTMLScriptElement && node instanceof HTMLScriptElement) {
      inserted.async = false;
      if (node.src) inserted.src = node.src;
      else inserted.text = node.text;
      inserted.onload = inserted.onerror = () => insert(rest);
    }
    document.body.append(inserted);
    if (!(inserted instanceof HTMLScriptElement && inserted.src)) insert(rest);
  };
  for (const html of tags) {
    const aside = document.createElement('div');
    aside.innerHTML = html;
    const nodes = [...aside.childNodes];
    aside.replaceChildren();
    insert(nodes);
  }
}

test('the guide’s tags show the form in its place, and count each event once', async ({
  page,
  host,
  site,
}) => {
  const guides = guidesOf({
    origin: site.url,
    campaign: '19',
    version: '1.0.0',
    isPublished: true,
  });
  const steps = guides.find(({ id }) => id === 'tag-manager')?.steps ?? [];
  const [place = '', script = '', made = '', measured = ''] = steps.flatMap(({ snippet }) =>
    snippet ? [snippet.code] : [],
  );
  const counted = () => page.evaluate('dataLayer.map(({ event }) => event).join()');
  const form = page.frameLocator('[data-promo-widget] iframe');
  const link = page.getByRole('link', { name: 'Cadastro no site da promoção' });
  const start = (main: string) =>
    page.goto(
      host.publish({
        html: `<!doctype html><title>Loja</title><script>dataLayer = []</script><main>${main}</main>`,
      }),
    );

  await test.step('into a place that the page has', async () => {
    await start(place);
    await expect(link).toBeVisible();
    await page.evaluate(fire, [script, measured]);
    await expect(form.getByLabel('CPF')).toBeVisible();
    await expect(link).toBeHidden();
    await expect.poll(counted).toBe('promo_seen');
    // A history change fires them again, in a view that brings its own place.
    await page.evaluate(fire, [script, measured]);
    await page.locator('main').evaluate((main, html) => (main.innerHTML = html), place);
    await expect.poll(counted).toBe('promo_seen,promo_seen');
    await form.getByLabel('CPF').fill('1');
    await expect.poll(counted).toBe('promo_seen,promo_seen,promo_started,promo_step');
    expect(await page.evaluate('dataLayer.at(-1)')).toEqual({
      event: 'promo_step',
      promo_form: 'cadastro',
      promo_step: 1,
      promo_steps: 3,
    });
  });

  await test.step('a widget that cannot open is counted with its code', async () => {
    await start(place.replace('data-campaign="19"', 'data-campaign="20"'));
    await page.evaluate(fire, [script, measured]);
    await expect.poll(counted).toContain('promo_error');
    const code = 'dataLayer.find(({ event }) => event === "promo_error").promo_code';
    expect(await page.evaluate(code)).toBe('CAMPAIGN_UNKNOWN');
  });

  await test.step('into a place that a tag makes, one however often', async () => {
    await start('');
    await page.evaluate(fire, [made + script]);
    await page.evaluate(fire, [made + script]);
    await expect(form.getByLabel('CPF')).toBeVisible();
    await expect(page.locator('[data-promo-widget]')).toHaveCount(1);
  });
});
