// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { Configurator } from '../../../../src/features/embedding/configurator.island.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { framingOf, loginForm, signUpForm, whereToBuy } from '../../../../widgets/attributes.ts';
import { frameRights } from '../../../../widgets/host/frame-element.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);
const widget = { ...whereToBuy, ...framingOf(whereToBuy), attributes: [], icon: '' };

const described = { placeholder: '', text: '' };
const attributes = [
  { ...described, name: 'mode', type: 'mode', label: 'Modo' },
  { ...described, name: 'scheme', type: 'scheme', label: 'Claro ou escuro' },
] as const;
const forms = [signUpForm, loginForm].map((form) => ({
  ...form,
  ...framingOf(form),
  // This document loads no frames.
  framePath: null,
  attributes,
  icon: '',
}));

const configurator = (
  widgets: Parameters<typeof Configurator>[0]['widgets'],
  publishedVersion: string | null,
) => (
  <Configurator
    site={site}
    widgets={widgets}
    embedded={{ origin: 'https://promocao.example', campaignId: '19', frameRights, shops: [] }}
    publishedVersion={publishedVersion}
  />
);

function open(
  publishedVersion: string | null,
  fetch?: typeof globalThis.fetch,
  widgets: Parameters<typeof Configurator>[0]['widgets'] = [widget],
) {
  // The preview then takes its scripts for loaded.
  document.head.replaceChildren(
    ...widgets.map(({ name }) => {
      const script = document.createElement('script');
      script.type = 'text/plain';
      script.setAttribute('src', `/widgets/v1/${name}.js`);
      return script;
    }),
  );
  renderInPage(configurator(widgets, publishedVersion));
  setEnvironment(pageEnvironment({ site, ...(fetch && { fetch }) }));
}

const code = () => document.querySelector('.snippet')?.textContent ?? '';

function choiceNamed(label: string): HTMLSelectElement | null {
  const found = [...document.querySelectorAll('label')].find(
    ({ textContent }) => textContent === label,
  );
  return document.getElementById(found?.htmlFor ?? '') as HTMLSelectElement | null;
}

function choose(label: string, value: string): void {
  const choice = choiceNamed(label);
  if (!choice) throw new Error(`No choice of ${label}`);
  choice.value = value;
  choice.dispatchEvent(new Event('change', { bubbles: true }));
}

test('before the first version is published, only the script that is always current is offered', () => {
  open(null);
  expect(code()).toContain('/widgets/v1/where-to-buy.js');
  expect(choiceNamed('Elemento')).not.toBeNull();
  expect(choiceNamed('Versão')).toBeNull();
});

test('the code is on the page before its script runs, and the button that copies it is not', async () => {
  expect(renderToString(configurator([widget], null))).not.toContain('Copiar código');
  open(null);
  await waitFor(() => expect(code()).toContain('Copiar código'));
});

test('a published version is offered with its hashes, and never without them', async () => {
  let answer: typeof fetch = async () => {
    throw new TypeError('Failed to fetch');
  };
  const hashes = { 'where-to-buy.js': 'sha384-x' };
  open('1.2.0', (address) => answer(address));
  choose('Versão', 'fixed');
  // Without its hash, a browser would take any script for this version's.
  await waitFor(() => expect(code()).toContain('Não foi possível buscar os hashes'));
  expect(code()).not.toContain('Copiar código');
  answer = async () => Response.json(hashes);
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.snippet button')];
  buttons.find(({ textContent }) => textContent === 'Tentar de novo')?.click();
  await waitFor(() =>
    expect(code()).toContain(
      '/widgets/1.2.0/where-to-buy.js" integrity="sha384-x" crossorigin="anonymous"',
    ),
  );
});

test('code for tests says so, and another widget’s code is for real again, with the looks that were chosen', async () => {
  open(null, undefined, forms);
  choose('Modo', 'test');
  choose('Claro ou escuro', 'dark');
  await waitFor(() => expect(code()).toContain('mode="test" scheme="dark"'));
  expect(code()).toContain('Este código é de teste: nada é enviado.');
  const tiles = [...document.querySelectorAll<HTMLButtonElement>('.widget-tiles button')];
  tiles.find(({ textContent }) => textContent?.includes('promo-login'))?.click();
  await waitFor(() => expect(code()).toContain('<promo-login campaign="19" scheme="dark">'));
  expect(code()).not.toContain('Este código é de teste');
});
