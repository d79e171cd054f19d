import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import sharp from 'sharp';
import { buildPictures } from '../campaign/load.ts';
import { deriveTheme } from '../campaign/theme.ts';
import type { Hotsite } from '../contract/hotsite.ts';
import { hasSmile } from './brand-drawings.ts';
import smile from './brand-icon.svg?raw';

const family = 'Icon';

/** The icon of a tab as SVG: the campaign's own, the smiling coin, or the brand's first letter. */
export function iconSvg(hotsite: Hotsite): string {
  const { icon, brand } = hotsite.header;
  const own = icon?.endsWith('.svg') ? buildPictures().files.get(icon) : null;
  if (own) return own.toString();
  if (hasSmile(hotsite)) return smile;
  const { primary, 'on-primary': text, accent } = deriveTheme(hotsite.theme.palette);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><title>${letterOf(brand)}</title><rect width="60" height="60" rx="16" fill="${primary}"/><path d="M14 50h32" stroke="${accent}" stroke-width="5" stroke-linecap="round"/><text x="30" y="42" font-family="system-ui,sans-serif" font-size="36" font-weight="900" text-anchor="middle" fill="${text}">${letterOf(brand)}</text></svg>`;
}

/** The icon for home screens, whose round mask may cut a tenth off each edge. */
export async function iconPng(hotsite: Hotsite, size: number): Promise<Buffer> {
  const margin = Math.round(size / 10);
  const own = hotsite.header.icon && buildPictures().files.get(hotsite.header.icon);
  if (!own && !hasSmile(hotsite)) return letterPng(hotsite, size);
  return sharp(own || Buffer.from(smile), { density: 600 })
    .resize(size - 2 * margin)
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#fff' })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
}

function letterPng({ header, theme }: Hotsite, size: number): Promise<Buffer> {
  const { primary = '', 'on-primary': text = '', accent = '' } = deriveTheme(theme.palette);
  const font = createRequire(import.meta.url).resolve(
    '@fontsource-variable/gabarito/files/gabarito-latin-wght-normal.woff2',
  );
  GlobalFonts.registerFromPath(font, family);
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  context.fillStyle = primary;
  context.fillRect(0, 0, size, size);
  context.font = `900 ${size * 0.5}px ${family}`;
  context.textAlign = 'center';
  context.fillStyle = text;
  context.fillText(letterOf(header.brand), size / 2, size * 0.64);
  context.fillStyle = accent;
  context.fillRect(size * 0.28, size * 0.73, size * 0.44, size * 0.07);
  return canvas.encode('png');
}

function letterOf(brand: string): string {
  return /[\p{L}\p{N}]/u.exec(brand)?.[0].toUpperCase() ?? '★';
}
