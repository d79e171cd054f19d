import type { APIRoute } from 'astro';
import { pagePictures, winnersOf } from '../../campaign/documents.ts';
import { buildCampaign } from '../../campaign/load.ts';

/** A PDF becomes `pagina-1.webp`, `pagina-2.webp` …, a picture `lista.webp`. */
export async function getStaticPaths() {
  const winners = await winnersOf(await buildCampaign());
  if (winners?.type === 'PDF') return pagePictures('pagina', winners.document);
  const picture = winners?.picture;
  return picture ? [{ params: { picture: 'lista' }, props: { picture } }] : [];
}

export const GET: APIRoute<{ picture: Uint8Array<ArrayBuffer> }> = ({ props }) =>
  new Response(props.picture, { headers: { 'Content-Type': 'image/webp' } });
