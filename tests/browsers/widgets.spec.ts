import { hostKinds, released } from '../e2e/widgets/host-kinds.ts';
import { type HostSite, serveHost } from '../e2e/widgets/host-pages.ts';
import { newPerson } from '../support/people.ts';
import { registerAt } from '../support/site-actions.ts';
import type { ServedSite } from '../support/site-process.ts';
import { expect, test } from './browser-test.ts';
import { frameAt } from './find-elements.ts';
import {
  guestTraces,
  heardEvents,
  hiddenPixels,
  recordingShopPage,
  whereFocusIs,
} from './recording-shop-page.ts';
import {
  arrives,
  chooseAndRead,
  fillSignUpPage,
  saveReceipt,
  signIn,
  writeReceiptFile,
} from './steps.ts';

const widgets = [
  ['sign-up', 'PREENCHA OS CAMPOS ABAIXO PARA PARTICIPAR'],
  ['login', 'Entrar na sua conta'],
  ['receipts', 'Entrar na sua conta'],
  ['redeem', 'Aqui não há troca de pontos'],
  ['support', 'Fale conosco'],
] as const;

const publish = (host: HostSite, site: ServedSite, ...elements: string[]) =>
  host.publish({ html: recordingShopPage(site.url, elements) });

test('six widgets on one page: every form fits its frame, the shops stand in the page', async ({
  tab,
  view,
  host,
  site,
}) => {
  const forms = widgets.map(([name]) => `<promo-${name} campaign="19"></promo-${name}>`);
  const shops = '<promo-where-to-buy campaign="19"></promo-where-to-buy>';
  await tab.open(publish(host, site, ...forms, shops));
  for (const [name, heading] of widgets) {
    const frame = `promo-${name} iframe`;
    await tab.evaluate(`${frameAt(frame)}.scrollIntoView()`);
    await view.frame(frame).shows('heading', heading);
    await expect.poll(() => hiddenPixels(tab, frame)).toBe(0);
  }
  await view.part('list', 'Onde comprar').shows('listitem', undefined, 12);
  await expect.poll(() => heardEvents(tab)).toHaveLength(widgets.length + 1);
  expect(new Set(await heardEvents(tab))).toEqual(new Set(['promo:ready {}']));
  expect(await guestTraces(tab)).toEqual({ cookies: '', kept: 0, sheets: 0 });
});

test('a user who signs in in a frame goes on at the site', async ({ tab, view, host, site }) => {
  const { person } = await registerAt(site);
  await tab.open(publish(host, site, '<promo-login campaign="19"></promo-login>'));
  const frame = view.frame('promo-login iframe');
  await signIn(frame, { email: person.email, password: 'Errada1' });
  await frame.says('Usuário/senha incorreto.');
  await expect
    .poll(() => heardEvents(tab))
    .toEqual(['promo:ready {}', 'promo:submit {"form":"entrar"}', 'promo:error {"form":"entrar"}']);
  await signIn(frame, person);
  await arrives(tab, `${site.url}/nova-nota`);
  await view.shows('heading', 'Envie a foto da nota');
});

test('a press that comes too early shows what is missing, at the top of a tall frame', async ({
  tab,
  view,
  host,
  site,
}) => {
  await tab.open(publish(host, site, '<promo-sign-up campaign="19"></promo-sign-up>'));
  const frame = 'promo-sign-up iframe';
  await expect.poll(() => heardEvents(tab)).toEqual(['promo:ready {}']);
  await view.frame(frame).press('button', 'continuar');
  await view.frame(frame).shows('group', 'Confira 8 campos');
  await expect.poll(() => whereFocusIs(tab, frame)).toBe('seen');
});

test('a user who signs up in the page’s own document goes on at the site, signed in', async ({
  tab,
  view,
  host,
  site,
}) => {
  const element = '<promo-sign-up campaign="19" isolation="page"></promo-sign-up>';
  await tab.open(publish(host, site, element));
  const person = newPerson();
  await fillSignUpPage(view, person);
  expect(await guestTraces(tab)).toEqual({ cookies: '', kept: 0, sheets: 1 });
  await view.press('button', 'continuar');
  await arrives(tab, `${site.url}/nova-nota`);
  await view.shows('heading', 'Envie a foto da nota');
});

test.describe('where everything moves', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('a receipt is sent and found inside a frame, and the page stays, a login beside it too', async ({
    tab,
    view,
    host,
    site,
  }, info) => {
    const { person } = await registerAt(site);
    const forms = ['receipts', 'login'].map(
      (name) => `<promo-${name} campaign="19"></promo-${name}>`,
    );
    const address = publish(host, site, ...forms);
    await tab.open(address);
    // What was touched follows who is signed in.
    await view.frame('promo-login iframe').fill('Email', 'ana@exemplo.com.br');
    const frame = view.frame('promo-receipts iframe');
    await signIn(frame, person);
    const { path, date } = await writeReceiptFile('pdf', 3_002, info);
    await chooseAndRead(frame, path);
    await frame.holds('Data da compra', date);
    const result = await saveReceipt(frame, { accelerator: 'Não', numbers: '1 número da sorte' });
    expect(await tab.evaluate('innerHeight', 'promo-receipts iframe')).toBeLessThan(2500);
    await result.press('button', 'Fechar');
    await frame.shows('heading', 'Nota 1');
    await expect.poll(() => whereFocusIs(tab, 'promo-receipts iframe')).toBe('seen');
    expect(await tab.address()).toBe(address);
    await expect.poll(() => heardEvents(tab)).toContain('promo:success {"form":"nota"}');
    expect(await guestTraces(tab)).toEqual({ cookies: '', kept: 0, sheets: 0 });
  });
});

for (const isolation of ['frame', 'page'] as const) {
  test(`a form is the page’s to focus, move and reset (${isolation})`, async ({
    tab,
    view,
    host,
    site,
  }) => {
    const element = `<promo-login campaign="19" isolation="${isolation}"></promo-login>`;
    await tab.open(publish(host, site, element));
    const form = isolation === 'frame' ? view.frame('promo-login iframe') : view;
    await form.shows('button', 'Entrar');
    await expect.poll(() => heardEvents(tab)).toEqual(['promo:ready {}']);

    await test.step('forged news have no effect', async () => {
      const height = `document.querySelector('promo-login').getBoundingClientRect().height`;
      await tab.evaluate('forge()');
      await expect.poll(() => tab.evaluate('forged')).toBe(2);
      expect(await tab.evaluate(height)).toBeLessThan(1000);
      expect(await heardEvents(tab)).toEqual(['promo:ready {}']);
    });

    await test.step('the page gives the form the focus', async () => {
      const focused = `(document.querySelector('promo-login').focus(), document.activeElement.localName)`;
      await expect.poll(() => tab.evaluate(focused)).not.toBe('body');
      // Keys that come before the frame has heard of the focus reach no field.
      const frame = isolation === 'frame' ? 'promo-login iframe' : undefined;
      await expect(async () => {
        await tab.type('ana');
        expect(await tab.evaluate('document.activeElement.value', frame)).toMatch(/na$/);
      }).toPass();
      await form.holds('Email', /na$/);
    });

    await test.step('attributes that are set again lose nothing', async () => {
      await form.fill('Email', 'ana@exemplo.com.br');
      await tab.evaluate(
        `['19', '19', '20', '19'].forEach((campaign) =>
          document.querySelector('promo-login').setAttribute('campaign', campaign))`,
      );
      await form.holds('Email', 'ana@exemplo.com.br');
      expect(await heardEvents(tab)).toEqual(['promo:ready {}']);
    });

    await test.step('a move loses nothing', async () => {
      // A moved frame loads anew, with what its script has stored; a form in the page stays the same.
      if (isolation === 'frame') {
        const stored = () => tab.evaluate('JSON.stringify(sessionStorage)', 'promo-login iframe');
        await expect.poll(stored).toContain('ana@exemplo.com.br');
      }
      await tab.evaluate('move()');
      await form.holds('Email', 'ana@exemplo.com.br');
      const loads = isolation === 'frame' ? 2 : 1;
      await expect.poll(() => heardEvents(tab)).toEqual(Array(loads).fill('promo:ready {}'));
    });

    await test.step('there is one form', async () => {
      const forms = `document.querySelectorAll('promo-login form').length +
        (document.querySelector('promo-login').shadowRoot?.querySelectorAll('iframe').length ?? 0)`;
      expect(await tab.evaluate(forms)).toBe(1);
    });

    await test.step('a reset empties it', async () => {
      await tab.evaluate(`document.querySelector('promo-login').reset()`);
      await form.holds('Email', '');
    });
  });
}

const strangeKinds = [
  'isolated',
  'isolated without credentials',
  'hostile style sheets',
  'an older browser',
  'names on Object.prototype',
  'Trusted Types',
  'the policies of the guide',
];

test('the form is in its frame on pages of all kinds, or a message with a link where frames are blocked', async ({
  tab,
  view,
  host,
  site,
}) => {
  const element = '<promo-login campaign="19"></promo-login>';
  const scripts = [await released(site.url, 'login')];
  const snippet = { scripts, element, site: site.url };
  const frame = 'promo-login iframe';
  for (const [kind, pageOf] of Object.entries(hostKinds)) {
    if (!strangeKinds.includes(kind)) continue;
    await tab.open(host.publish(pageOf(snippet)));
    await expect.poll(() => tab.evaluate(`${frameAt(frame)} !== undefined`), kind).toBe(true);
    await tab.evaluate(`${frameAt(frame)}.scrollIntoView()`);
    await view.frame(frame).shows('button', 'Entrar');
    expect(await tab.evaluate(`getComputedStyle(${frameAt(frame)}).opacity`), kind).toBe('1');
    await expect.poll(() => hiddenPixels(tab, frame), kind).toBe(0);
  }
  const stranger = await serveHost();
  await tab.open(stranger.publish({ html: recordingShopPage(site.url, [element]) }));
  await view.shows('link', 'Abrir Entrar em outra aba');
  const shown = await tab.evaluate(`document.querySelector('promo-login').shadowRoot.textContent`);
  expect(shown).toContain('Não foi possível mostrar o formulário aqui.');
  expect(await heardEvents(tab)).toEqual(['promo:error {"code":"FRAME_NOT_READY"}']);
  stranger.close();
});
