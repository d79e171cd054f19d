import type { APIRoute } from 'astro';
import { regulationsOf } from '../campaign/documents.ts';
import { buildCampaign } from '../campaign/load.ts';
import type { CampaignSnapshot } from '../campaign/snapshot.ts';
import { siteOrigin } from '../layouts/origin-and-assets.ts';
import {
  faqPath,
  homePath,
  privacyPath,
  regulationPath,
  simulatorPath,
  transparencyPath,
  winnersPath,
} from '../paths.ts';
import { winnerPage } from '../rules/draws/published-winners.ts';

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

async function publicPages(snapshot: CampaignSnapshot): Promise<string[]> {
  const [, ...otherRegulations] = await regulationsOf(snapshot);
  return [
    homePath,
    faqPath,
    simulatorPath,
    regulationPath,
    transparencyPath,
    ...otherRegulations.map(({ slug }) => `${regulationPath}/${slug}`),
    ...(snapshot.hotsite.pages.privacy ? [privacyPath] : []),
    ...(winnerPage(snapshot.campaign) ? [winnersPath] : []),
  ];
}
