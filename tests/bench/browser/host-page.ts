import { loadCampaign } from '../../../src/campaign/load.ts';
import { snippetOf } from '../../../src/features/embedding/snippet.ts';
import { widgetHeights } from '../../../src/layouts/widget-heights.ts';
import { allWidgets, framingOf } from '../../../widgets/attributes.ts';
import { frameRights } from '../../../widgets/host/frame-element.ts';

/** A widget as it appears on an embedder's page. */
export interface Guest {
  widget: (typeof allWidgets)[number]['name'];
  isolation?: 'page';
  /** Whether it is measured what many of it leave behind; those in frames are alike. */
  remains?: true;
}

export const guests: readonly Guest[] = [
  { widget: 'where-to-buy', remains: true },
  { widget: 'sign-up', remains: true },
  { widget: 'sign-up', isolation: 'page', remains: true },
  { widget: 'login' },
  { widget: 'login', isolation: 'page' },
  { widget: 'receipts' },
  { widget: 'support' },
];

/** An embedder's page, with the snippet that embedders are offered, or without any. */
export function hostPage(site: string, guest: Guest | null): string {
  return `<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width">
    <title>Loja</title><h1>Loja parceira</h1><p>Ofertas da semana</p>
    ${guest ? snippet(site, guest) : ''}<p>Rodapé</p></html>`;
}

const heights = widgetHeights(await loadCampaign({}));

function snippet(origin: string, { widget: name, isolation }: Guest): string {
  const widget = allWidgets.find((each) => each.name === name);
  if (!widget) throw new Error(`No widget ${name}`);
  const { height, page: heightInPage } = heights[widget.name];
  return snippetOf(
    { name, title: widget.title, attributes: [], ...framingOf(widget), height, heightInPage },
    { origin, campaignId: '19', frameRights, shops: [] },
    {
      mount: 'element',
      release: { kind: 'current' },
      attributes: isolation ? { isolation } : {},
    },
  );
}
