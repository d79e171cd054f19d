import type { APIRoute } from 'astro';
import sharp from 'sharp';
import icon from '../layouts/icon.svg?raw';
import { icons } from '../layouts/site-addresses.ts';

export function getStaticPaths() {
  return icons.map(({ name, size }) => ({ params: { icon: name }, props: { size } }));
}

export const GET: APIRoute<{ size: number }> = async ({ props: { size } }) => {
  // Phones may cut a tenth off each edge with a round mask.
  const margin = Math.round(size / 10);
  const drawing = await sharp(Buffer.from(icon), { density: 600 })
    .resize(size - 2 * margin)
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#fff' })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
  return new Response(new Uint8Array(drawing), { headers: { 'Content-Type': 'image/png' } });
};
