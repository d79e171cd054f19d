import type { APIRoute } from 'astro';
import { getMimeType } from 'hono/utils/mime';
import { buildCampaign, buildPictures } from '../campaign/load.ts';

/** The campaign's own pictures, at the paths that its data names. */
export async function getStaticPaths() {
  await buildCampaign();
  return [...buildPictures().files].map(([path, bytes]) => ({
    params: { picture: path.slice(1) },
    props: { bytes, type: getMimeType(path) ?? 'application/octet-stream' },
  }));
}

export const GET: APIRoute<{ bytes: Buffer; type: string }> = ({ props: { bytes, type } }) =>
  new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } });
