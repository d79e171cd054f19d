import type { APIRoute } from 'astro';
import { buildCampaign } from '../campaign/load.ts';
import { iconSvg } from '../drawings/brand-icon.ts';

export const GET: APIRoute = async () =>
  new Response(iconSvg((await buildCampaign()).hotsite), {
    headers: { 'Content-Type': 'image/svg+xml' },
  });
