import type { APIRoute } from 'astro';
import { getMimeType } from 'hono/utils/mime';
import { buildCampaign } from '../campaign/load.ts';
import { icons } from '../layouts/origin-and-assets.ts';
import { homePath, myReceiptsPath, newReceiptPath } from '../paths.ts';

/** For a campaign that names no captured screens. */
const screenshots = [
  { picture: '/compartilhar.png', width: 1200, height: 630 },
  { picture: '/instalar.png', width: 1080, height: 1920 },
];

/** The installed site opens where a receipt is sent, and other apps can share pictures with it. */
export const GET: APIRoute = async () => {
  const { campaign, hotsite } = await buildCampaign();
  const { palette } = hotsite.theme;
  const largeIcons = icons
    .filter(({ size }) => size > 180)
    .map(({ name, size }) => ({
      src: `/${name}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    }));
  const shortcutIcons = largeIcons.slice(0, 1);
  const manifest = {
    id: homePath,
    name: `Promoção ${campaign.name}`,
    short_name: hotsite.header.brand,
    description: campaign.description ?? undefined,
    lang: 'pt-BR',
    start_url: newReceiptPath,
    scope: homePath,
    display: 'standalone',
    theme_color: palette.primary,
    background_color: palette.surface,
    icons: largeIcons,
    screenshots: (hotsite.installPictures ?? screenshots).map(({ picture, width, height }) => ({
      src: picture,
      sizes: `${width}x${height}`,
      type: getMimeType(picture),
      form_factor: width > height ? 'wide' : 'narrow',
      label: `Promoção ${campaign.name}`,
    })),
    shortcuts: [
      { name: 'Nova nota', url: newReceiptPath, icons: shortcutIcons },
      { name: 'Minhas notas', url: myReceiptsPath, icons: shortcutIcons },
    ],
    share_target: {
      action: newReceiptPath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'nota', accept: ['image/*', 'application/pdf'] }] },
    },
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
};
