import type { APIRoute } from 'astro';
import { pagePictures, regulationsOf } from '../../campaign/documents.ts';
import { buildCampaign } from '../../campaign/load.ts';

/** `sorteio.pdf`, if the site makes it from the campaign's text, and its pages: `sorteio-1.webp` … */
export async function getStaticPaths() {
  const regulations = await regulationsOf(await buildCampaign());
  return regulations.flatMap(({ slug, text, url, document }) => [
    ...(text && document.state === 'readable' && url.startsWith('/regulamentos/')
      ? [fileOf(url.replace(/^.*\//, ''), document.pdf, 'application/pdf')]
      : []),
    ...pagePictures(slug, document).map(({ params, props }) =>
      fileOf(`${params.picture}.webp`, props.picture, 'image/webp'),
    ),
  ]);
}

function fileOf(file: string, bytes: Uint8Array, type: string) {
  return { params: { file }, props: { bytes, type } };
}

export const GET: APIRoute<{ bytes: Uint8Array<ArrayBuffer>; type: string }> = ({ props }) =>
  new Response(props.bytes, { headers: { 'Content-Type': props.type } });
