import type { APIRoute } from 'astro';
import { buildCampaign } from '../campaign/load.ts';
import { sharingPicture } from '../layouts/open-graph-picture.ts';

export const GET: APIRoute = async () =>
  new Response(new Uint8Array(await sharingPicture(await buildCampaign(), 'tall')), {
    headers: { 'Content-Type': 'image/png' },
  });
