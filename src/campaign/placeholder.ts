import { extname } from 'node:path';
import sharp from 'sharp';
import type { CampaignSnapshot } from './snapshot.ts';
import { deriveTheme } from './theme.ts';

/** For a missing picture: in the campaign's colours and the format of the path's ending. */
export async function placeholderPicture(
  { hotsite }: CampaignSnapshot,
  path: string,
): Promise<Buffer> {
  const { primary, accent, tile = '', ink } = deriveTheme(hotsite.theme.palette);
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 150"><rect width="240" height="150" rx="18" fill="${tile}"/><path d="M70 66h100v58q0 8-8 8H78q-8 0-8-8Z" fill="${primary}"/><rect x="62" y="48" width="116" height="26" rx="7" fill="${primary}"/><path d="M62 74h116M112 48v84M128 48v84" stroke="${ink}" stroke-opacity=".25" stroke-width="3"/><path d="M112 48h16v84h-16Z" fill="${accent}"/><path d="M120 48c-14 2-32-4-28-16 4-10 24-6 28 16 4-22 24-26 28-16 4 12-14 18-28 16Z" fill="none" stroke="${accent}" stroke-width="8" stroke-linejoin="round"/><path d="M196 24q2 12 14 14-12 2-14 14-2-12-14-14 12-2 14-14ZM44 92q1.5 9 10 10-8.5 1.5-10 10-1.5-8.5-10-10 8.5-1 10-10Z" fill="${accent}"/></svg>\n`,
  );
  const picture = sharp(drawing, { density: 216 });
  switch (extname(path).toLowerCase()) {
    case '.svg':
      return drawing;
    case '.jpg':
    case '.jpeg':
      return picture.flatten({ background: tile }).jpeg().toBuffer();
    case '.webp':
      return picture.webp().toBuffer();
    default:
      return picture.png().toBuffer();
  }
}
