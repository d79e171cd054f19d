import type { APIRoute } from 'astro';
import { buildCampaign } from '../campaign/load.ts';
import { icons } from '../layouts/site-addresses.ts';

export const GET: APIRoute = async () => {
  const { campaign, hotsite } = await buildCampaign();
  const { palette } = hotsite.theme;
  const manifest = {
    name: `Promoção ${campaign.name}`,
    short_name: hotsite.header.brand,
    description: campaign.description ?? undefined,
    lang: 'pt-BR',
    start_url: '/',
    display: 'standalone',
    theme_color: palette.primary,
    background_color: palette.surface,
    icons: icons
      .filter(({ size }) => size > 180)
      .map(({ name, size }) => ({
        src: `/${name}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any maskable',
      })),
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
};
