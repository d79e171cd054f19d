import type { APIRoute } from 'astro';
import { pagePictures } from '../../campaign/fetch-pdf.ts';
import { buildCampaign } from '../../campaign/load.ts';
import { winnersOf } from '../../campaign/load-winners.ts';

/** `pagina-1.webp`, `pagina-2.webp` … */
export async function getStaticPaths() {
  const winners = await winnersOf(await buildCampaign());
  return winners?.type === 'PDF' ? pagePictures('pagina', winners.document) : [];
}

export const GET: APIRoute<{ picture: Uint8Array<ArrayBuffer> }> = ({ props }) =>
  new Response(props.picture, { headers: { 'Content-Type': 'image/webp' } });
