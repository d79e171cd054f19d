import type { APIRoute } from 'astro';
import { pagePictures } from '../../campaign/fetch-pdf.ts';
import { buildCampaign } from '../../campaign/load.ts';
import { regulationsOf } from '../../campaign/regulations.ts';

/** `sorteio-1.webp`, `sorteio-2.webp` … */
export async function getStaticPaths() {
  const regulations = await regulationsOf(await buildCampaign());
  return regulations.flatMap(({ slug, document }) => pagePictures(slug, document));
}

export const GET: APIRoute<{ picture: Uint8Array<ArrayBuffer> }> = ({ props }) =>
  new Response(props.picture, { headers: { 'Content-Type': 'image/webp' } });
