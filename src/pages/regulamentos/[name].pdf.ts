import type { APIRoute } from 'astro';
import { buildCampaign } from '../../campaign/load.ts';
import { regulationsOf } from '../../campaign/regulations.ts';

/** Made from the campaign's texts. */
export async function getStaticPaths() {
  const regulations = await regulationsOf(await buildCampaign());
  return regulations.flatMap(({ text, url, document }) =>
    text && document.state === 'readable' && url.startsWith('/regulamentos/')
      ? [{ params: { name: url.replace(/^.*\/|\.pdf$/g, '') }, props: { pdf: document.pdf } }]
      : [],
  );
}

export const GET: APIRoute<{ pdf: Uint8Array<ArrayBuffer> }> = ({ props }) =>
  new Response(props.pdf, { headers: { 'Content-Type': 'application/pdf' } });
