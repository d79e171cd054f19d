// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { Configurator } from '../../../../src/features/embedding/configurator.island.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { framingOf, whereToBuy } from '../../../../widgets/attributes.ts';
import { frameRights } from '../../../../widgets/host/frame-element.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);
const widget = { ...whereToBuy, ...framingOf(whereToBuy), attributes: [], icon: '' };

function open(publishedVersion: string | null, fetch?: typeof globalThis.fetch) {
  // The preview then takes its script for loaded.
  const script = document.createElement('script');
  script.type = 'text/plain';
  script.setAttribute('src', '/widgets/v1/where-to-buy.js');
  document.head.replaceChildren(script);
  const root = renderInPage(
    <Configurator
      site={site}
      widgets={[widget]}
      embedded={{ origin: 'https://promocao.example', campaignId: '19', frameRights, shops: [] }}
      publishedVersion={publishedVersion}
    />,
  );
  setEnvironment(pageEnvironment({ site, ...(fetch && { fetch }) }));
  return root;
}

const code = () => document.querySelector('.snippet')?.textContent ?? '';

function choiceNamed(label: string): HTMLSelectElement | null {
  const found = [...document.querySelectorAll('label')].find(
    ({ textContent }) => textContent === label,
  );
  return document.getElementById(found?.htmlFor ?? '') as HTMLSelectElement | null;
}

test('before the first version is published, only the script that is always current is offered', () => {
  const root = open(null);
  expect(code()).toContain('/widgets/v1/where-to-buy.js');
  expect(choiceNamed('Elemento')).not.toBeNull();
  expect(choiceNamed('Versão')).toBeNull();
  root.unmount();
});

test('a published version is offered with its hashes, and never without them', async () => {
  let answer: typeof fetch = async () => {
    throw new TypeError('Failed to fetch');
  };
  const hashes = { 'where-to-buy.js': 'sha384-x' };
  const root = open('1.2.0', (address) => answer(address));
  const choice = choiceNamed('Versão');
  if (!choice) throw new Error('No choice of a version');
  choice.value = 'fixed';
  choice.dispatchEvent(new Event('change', { bubbles: true }));
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
  root.unmount();
});
