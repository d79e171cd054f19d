import { createRequire } from 'node:module';
import {
  createCanvas,
  GlobalFonts,
  type Image,
  loadImage,
  type SKRSContext2D,
} from '@napi-rs/canvas';
import sharp from 'sharp';
import { buildPictures } from '../campaign/load.ts';
import type { CampaignSnapshot } from '../campaign/snapshot.ts';
import { deriveTheme } from '../campaign/theme.ts';
import type { EmailPose } from '../paths.ts';
import { hasSmile, homeSymbols, inOwnColours } from './brand-drawings.ts';
import plain from './hero-plain.svg?raw';
import smiling from './hero-smile.svg?raw';
import { mascotDrawing } from './mascot.ts';
import sprite from './sprite.svg?raw';
import homeSprite from './sprite-home.svg?raw';

/** Pixels; `scale` is that of the words, which are laid out for the wide picture. */
const shapes = {
  wide: { width: 1200, height: 630, centre: { x: 870, y: 320 }, scale: 1 },
  tall: { width: 1080, height: 1920, centre: { x: 540, y: 1300 }, scale: 1.6 },
  email: { width: 1120, height: 336, centre: { x: 850, y: 170 }, scale: 0.85 },
} as const;
type Shape = (typeof shapes)[keyof typeof shapes];
const rooms = {
  wide: { x: 600, y: 30, width: 590, height: 570 },
  tall: { x: 60, y: 950, width: 960, height: 900 },
  email: { x: 690, y: 18, width: 320, height: 300 },
} as const;
const family = 'Sharing';

type Theme = Readonly<Record<string, string>>;
type Hotsite = CampaignSnapshot['hotsite'];
type Wordmark = Hotsite['header']['wordmark'];

/** `wide` for shared links; `tall` for the browser's offer to install the site. */
export async function sharingPicture(
  { hotsite }: CampaignSnapshot,
  kind: 'wide' | 'tall' = 'wide',
): Promise<Buffer> {
  const shape = shapes[kind];
  const theme = deriveTheme(hotsite.theme.palette);
  const { title, lead, picture } = hotsite.pages.home;
  const { canvas, context } = openCanvas(theme, shape);
  context.save();
  context.scale(shape.scale, shape.scale);
  drawTitle(context, theme, title);
  drawLead(context, theme, lead);
  context.restore();
  const image = picture ? await pictureBytes(picture.url) : Buffer.from(standalone(theme, hotsite));
  drawPicture(context, await loadImage(image), rooms[kind]);
  return canvas.encode('png');
}

/** The head of an email, for screens with two pixels per point; in few colours, so that it loads fast. */
export async function emailPicture(
  { hotsite }: CampaignSnapshot,
  pose: EmailPose,
): Promise<Buffer> {
  const theme = deriveTheme(hotsite.theme.palette);
  const { title } = hotsite.pages.home;
  const { canvas, context } = openCanvas(theme, shapes.email);
  context.save();
  // Two lines of a title need the height that they have; more lines are drawn smaller.
  const scale = shapes.email.scale * Math.min(1, 2.6 / (title.length + 0.6));
  context.scale(scale, scale);
  drawTitle(context, theme, title);
  context.restore();
  const mascot = inOwnColours(mascotDrawing(pose, hasSmile(hotsite)), hotsite);
  const image = sharp(Buffer.from(filled(mascot, theme)), { density: 144 }).png();
  drawPicture(context, await loadImage(await image.toBuffer()), rooms.email);
  return sharp(await canvas.encode('png'))
    .png({ colours: 128, effort: 10 })
    .toBuffer();
}

function openCanvas(theme: Theme, shape: Shape) {
  const font = createRequire(import.meta.url).resolve(
    '@fontsource-variable/gabarito/files/gabarito-latin-wght-normal.woff2',
  );
  GlobalFonts.registerFromPath(font, family);
  const canvas = createCanvas(shape.width, shape.height);
  const context = canvas.getContext('2d');
  drawRays(context, theme, shape);
  return { canvas, context };
}

function drawRays(
  context: SKRSContext2D,
  { primary, 'primary-ray': ray }: Theme,
  size: Shape,
): void {
  const { centre } = size;
  context.fillStyle = primary ?? '';
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = ray ?? '';
  const rays = 18;
  const angle = (2 * Math.PI) / rays;
  for (let ray = 0; ray < rays; ray += 1) {
    context.beginPath();
    context.moveTo(centre.x, centre.y);
    context.arc(
      centre.x,
      centre.y,
      Math.max(size.width, size.height),
      ray * angle,
      (ray + 0.5) * angle,
    );
    context.fill();
  }
}

function drawTitle(
  context: SKRSContext2D,
  { ink, accent }: Theme,
  lines: CampaignSnapshot['hotsite']['pages']['home']['title'],
): void {
  context.save();
  context.translate(52, 78);
  context.rotate((-4 * Math.PI) / 180);
  context.scale(1.12, 1.12);
  context.font = `900 120px ${family}`;
  context.lineJoin = 'round';
  context.strokeStyle = ink ?? '';
  // Line by line, so that the edge of one lies over the comma of the line above.
  for (const [index, { text, left, width }] of lines.entries()) {
    const baseline = 108 + index * 106;
    context.fillStyle = index > 0 ? (accent ?? '') : '#fff';
    // One wide stroke would leave a hole in the middle of round letters.
    for (const stroke of [20, 24, 26, 29]) {
      context.lineWidth = stroke;
      context.strokeText(text, left, baseline, width);
    }
    context.fillText(text, left, baseline, width);
  }
  context.restore();
}

const leadSizes = [38, 33, 28, 24] as const;
const lineHeight = 1.24;
/** Pixels from the first line down, as high as four of the largest. */
const leadRoom = 190;

/** In the largest letters of which the picture has room for all. */
function drawLead(context: SKRSContext2D, theme: Theme, lead: string): void {
  context.fillStyle = theme['on-primary'] ?? theme['ink'] ?? '';
  const layouts = leadSizes.map((size) => ({ size, words: leadWords(context, lead, size) }));
  const fits = ({ size, words }: (typeof layouts)[number]) =>
    ((words.at(-1)?.line ?? 0) + 1) * size * lineHeight < leadRoom;
  const layout = layouts.find(fits) ?? layouts.at(-1);
  for (const { font, text, x, line } of layout?.words ?? []) {
    context.font = font;
    context.fillText(text, 60 + x, 428 + line * Math.round((layout?.size ?? 0) * lineHeight));
  }
}

/** In lines of about equal length, so that the last one is never a single word. */
function leadWords(context: SKRSContext2D, lead: string, size: number) {
  const words = lead.split('**').flatMap((part, index) => {
    const font = `${index % 2 === 1 ? 800 : 400} ${size}px ${family}`;
    context.font = font;
    return part.split(/(?<= )/).map((text) => {
      return { font, text, width: context.measureText(text).width };
    });
  });
  const linesWithin = (room: number) => {
    let [x, line] = [0, 0];
    return words.map((word) => {
      if (x > 0 && x + word.width > room) [x, line] = [0, line + 1];
      const placed = { ...word, x, line };
      x += word.width;
      return placed;
    });
  };
  let best = linesWithin(550);
  const last = best.at(-1)?.line;
  for (let room = 540; room > 200 && linesWithin(room).at(-1)?.line === last; room -= 10) {
    best = linesWithin(room);
  }
  return best;
}

function drawPicture(
  context: SKRSContext2D,
  image: Image,
  room: (typeof rooms)[keyof typeof rooms],
): void {
  const scale = Math.min(room.width / image.width, room.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  context.drawImage(
    image,
    room.x + (room.width - width) / 2,
    room.y + (room.height - height) / 2,
    width,
    height,
  );
}

/** The same colours as in drawing.css. */
const parts: Readonly<Record<string, Theme>> = {
  tube: { body: 'var(--ink)', band: 'var(--primary)', lettering: '#fff' },
  gift: { body: 'var(--ink)', band: 'var(--accent)' },
};

function standalone(theme: Theme, hotsite: Hotsite): string {
  const { wordmark } = hotsite.header;
  const drawing = hasSmile(hotsite) ? smiling : inOwnColours(plain, hotsite);
  const shared = [inOwnColours(sprite, hotsite), homeSymbols(homeSprite, hotsite)];
  const symbols = shared.map(contentOf).join('') + brandSymbol(wordmark);
  const inside = symbols.replace(/<symbol id="(\w+)".*?<\/symbol>/gs, (symbol, name: string) =>
    filled(symbol, parts[name] ?? {}),
  );
  const picture = drawing
    .replace('<svg class="hero-picture" viewBox="0 0 560 470"', `<svg ${frame}`)
    .replace('>', `>${inside}`);
  expectSymbols(picture, wordmark ? [] : ['brand']);
  return filled(picture, theme);
}

function contentOf(svg: string): string {
  return svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
}

/** Stops the build, because an SVG silently draws nothing for a missing symbol. */
function expectSymbols(svg: string, optional: readonly string[]): void {
  const defined = Array.from(svg.matchAll(/\bid="([\w-]+)"/g), ([, id]) => id);
  const used = Array.from(svg.matchAll(/(?:href="#|url\(#)([\w-]+)/g), ([, id]) => id);
  const missingIds = used.filter((id = '') => !defined.includes(id) && !optional.includes(id));
  if (missingIds.length > 0) throw new Error(`The sharing picture lacks ${missingIds.join(', ')}`);
}

/** Larger than in the page, where the tube stands out of its box. */
const frame =
  'xmlns="http://www.w3.org/2000/svg" viewBox="-20 -60 640 550" font-family="Sharing" width="1280" height="1100"';

function brandSymbol(wordmark: Wordmark): string {
  if (!wordmark) return '';
  const { width, height, path } = wordmark;
  const stroke = 'stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"';
  return `<symbol id="brand" viewBox="0 0 ${width} ${height}"><path fill="none" ${stroke} d="${path}"/></symbol>`;
}

function filled(svg: string, colours: Theme): string {
  return svg.replace(/var\(--([\w-]+)\)/g, (unknown, name: string) => colours[name] ?? unknown);
}

async function pictureBytes(url: string): Promise<Uint8Array> {
  const bytes = url.startsWith('/')
    ? buildPictures().files.get(url)
    : new Uint8Array(await (await fetch(url)).arrayBuffer());
  if (!bytes) throw new Error(`There is no picture ${url}`);
  // The density gives a drawing without a size enough pixels.
  return sharp(bytes, { density: 200 }).png().toBuffer();
}
