import type { APIRoute } from 'astro';
import { buildCampaign } from '../campaign/load.ts';
import { iconPng } from '../layouts/brand-icon.ts';
import { icons } from '../layouts/public-pages.ts';

/** The icon in the sizes that phones ask for. */
export function getStaticPaths() {
  return icons.map(({ name, size }) => ({ params: { icon: name }, props: { size } }));
}

export const GET: APIRoute<{ size: number }> = async ({ props: { size } }) => {
  const { hotsite } = await buildCampaign();
  const png = await iconPng(hotsite, size);
  return new Response(new Uint8Array(png), { headers: { 'Content-Type': 'image/png' } });
};
