import type { APIRoute } from 'astro';
import { buildCampaign } from '../campaign/load.ts';
import { publicPages, siteOrigin } from '../layouts/public-addresses.ts';

/** sitemaps.org, protocol 0.9; empty without a site URL, since addresses are absolute. */
export const GET: APIRoute = async () => {
  const snapshot = await buildCampaign();
  const origin = siteOrigin(snapshot);
  const pages = origin ? await publicPages(snapshot) : [];
  const entries = pages.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('');
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`,
    { headers: { 'Content-Type': 'application/xml' } },
  );
};
