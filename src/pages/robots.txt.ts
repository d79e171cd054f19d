import type { APIRoute } from 'astro';
import { buildCampaign } from '../campaign/load.ts';
import { siteOrigin } from '../layouts/origin-and-assets.ts';
import {
  myReceiptsPath,
  myRedemptionsPath,
  newPasswordPath,
  newReceiptPath,
  profilePath,
  redeemPath,
  signInPage,
  signOutPath,
  supportPath,
} from '../paths.ts';

/** Personal pages, and paths that are no pages (RFC 9309). */
const closed = [
  '/api/',
  supportPath,
  signInPage,
  myRedemptionsPath,
  myReceiptsPath,
  newReceiptPath,
  profilePath,
  redeemPath,
  signOutPath,
  newPasswordPath,
];

export const GET: APIRoute = async () => {
  const origin = siteOrigin(await buildCampaign());
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    ...(origin ? [`Sitemap: ${origin}/sitemap.xml`] : []),
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain' } });
};
