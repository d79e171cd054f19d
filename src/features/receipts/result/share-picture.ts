import { timeoutAfter } from '../../../client/call.ts';
import { environment } from '../../../environment.ts';
import { mascotPath } from '../../../paths.ts';
import { formatWhole } from '../../../rules/text.ts';

/** In pixels: 4 by 5, which feeds and chats show uncropped. */
const width = 1080;
const height = 1350;

const margin = 84;
const textWidth = width - 2 * margin;

interface Brush {
  context: CanvasRenderingContext2D;
  colour(token: string): string;
}

export interface SharedPrize {
  prize: string;
  pictureUrl: string | null;
  isConfirmed: boolean;
}

/** A prize over rays. @returns a PNG; throws where the browser has no canvas. */
export async function drawPrizePicture(about: SharedPrize): Promise<Blob> {
  const [prize, mascot] = await Promise.all([
    about.pictureUrl ? loadPicture(about.pictureUrl) : null,
    loadPicture(mascotPath('comemora')),
    document.fonts.load('900 96px Gabarito'),
  ]);
  const { canvas, brush } = openCanvas();
  await nextTask();
  fillRays(brush, 500);
  await nextTask();
  const { context, colour } = brush;
  context.fillStyle = colour('on-primary');
  context.font = fontOf(84, 900);
  context.fillText('Saiu na minha nota!', width / 2, 150);
  if (prize) drawInside(brush, prize, { left: 150, top: 180, width: 780, height: 600 });
  await nextTask();
  const end = writePrize(brush, about.prize);
  if (!about.isConfirmed) {
    context.font = fontOf(44, 600);
    context.fillText('Falta só a conferência da nota', width / 2, end + 70);
  }
  await nextTask();
  signPicture(brush, mascot);
  await nextTask();
  return pngOf(canvas);
}

interface NumbersPicture {
  /** Formatted, in the wall's order; beyond 24, a line gives the count of the rest. */
  numbers: readonly string[];
  title: string;
  caption: string | null;
}

/** A wall of tickets. @returns a PNG; throws where the browser has no canvas. */
export async function drawNumbersPicture(about: NumbersPicture): Promise<Blob> {
  const [mascot] = await Promise.all([
    loadPicture(mascotPath('comemora')),
    document.fonts.load('900 96px Gabarito'),
  ]);
  const { canvas, brush } = openCanvas();
  fillRays(brush, 160);
  const { context, colour } = brush;
  context.fillStyle = colour('on-primary');
  context.font = fontOf(88, 900);
  context.fillText(about.title, width / 2, 180);
  if (about.caption) {
    context.font = fontOf(46, 600);
    context.fillText(about.caption, width / 2, 258);
  }
  const drawnNumbers = about.numbers.slice(0, 24);
  const columns = drawnNumbers.length > 8 ? 3 : 2;
  drawnNumbers.forEach((number, index) => {
    drawTicket(brush, number, { index, columns, top: 330, isAlone: drawnNumbers.length === 1 });
  });
  const more = about.numbers.length - drawnNumbers.length;
  if (more > 0) {
    context.fillStyle = colour('on-primary');
    context.font = fontOf(44, 700);
    context.fillText(`e mais ${formatWhole(more)}`, width / 2, 1136);
  }
  signPicture(brush, mascot);
  return pngOf(canvas);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function openCanvas(): { canvas: HTMLCanvasElement; brush: Brush } {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures');
  context.textAlign = 'center';
  const style = getComputedStyle(document.documentElement);
  return { canvas, brush: { context, colour: (token) => style.getPropertyValue(`--${token}`) } };
}

function fontOf(size: number, weight: number): string {
  return `${weight} ${size}px Gabarito, Arial, sans-serif`;
}

function fillRays({ context, colour }: Brush, centre: number): void {
  context.fillStyle = colour('primary');
  context.fillRect(0, 0, width, height);
  context.fillStyle = colour('primary-ray');
  const step = Math.PI / 9;
  for (let angle = 0.07; angle < 2 * Math.PI; angle += step) {
    context.beginPath();
    context.moveTo(width / 2, centre);
    context.arc(width / 2, centre, 2 * height, angle, angle + step / 2);
    context.fill();
  }
}

/** @returns the last line's baseline */
function writePrize({ context }: Brush, prize: string): number {
  const setSize = (size: number) => {
    context.font = fontOf(size, 900);
  };
  const { size, lines, end } = layOutPrize(prize, (line, size) => {
    setSize(size);
    return context.measureText(line).width;
  });
  setSize(size);
  lines.forEach((line, index) => {
    context.fillText(line, width / 2, baselineOf(index, size), textWidth);
  });
  return end;
}

const largestLetters = 104;
const smallestLetters = 16;
const lineHeight = 1.06;
const [prizeTop, prizeEnd] = [766, 981];

/** Takes the largest letters that leave room for another line above the mascot in the foot. */
export function layOutPrize(prize: string, widthOf: (line: string, size: number) => number) {
  const [first = '', ...words] = prize.split(' ');
  for (let size = largestLetters; ; size -= 8) {
    const lines = [first];
    for (const word of words) {
      const longer = `${lines.at(-1)} ${word}`;
      if (widthOf(longer, size) > textWidth) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    const end = baselineOf(lines.length - 1, size);
    if (end < prizeEnd || size === smallestLetters) return { size, lines, end };
  }
}

function baselineOf(index: number, size: number): number {
  return prizeTop + size + index * size * lineHeight;
}

interface TicketPlace {
  index: number;
  columns: number;
  top: number;
  isAlone: boolean;
}

function drawTicket({ context, colour }: Brush, number: string, at: TicketPlace): void {
  const gap = 28;
  const ticket = { width: (width - 2 * margin - gap * (at.columns - 1)) / at.columns, height: 76 };
  const column = at.index % at.columns;
  const left = at.isAlone ? (width - ticket.width) / 2 : margin + column * (ticket.width + gap);
  const top = at.top + Math.floor(at.index / at.columns) * (ticket.height + 22);
  const middle = top + ticket.height / 2;
  context.fillStyle = colour('strong');
  context.beginPath();
  context.roundRect(left, top, ticket.width, ticket.height, 14);
  for (const edge of [left, left + ticket.width]) {
    context.moveTo(edge + 13, middle);
    context.arc(edge, middle, 13, 0, 2 * Math.PI);
  }
  context.fill('evenodd');
  context.fillStyle = '#fff';
  context.font = fontOf(42, 800);
  context.fillText(number, left + ticket.width / 2, middle + 15);
}

function signPicture({ context, colour }: Brush, mascot: HTMLImageElement): void {
  const { site, homeUrl } = environment();
  const top = 1176;
  context.fillStyle = colour('ink');
  context.fillRect(0, top, width, height - top);
  const disc = { x: width - 190, y: top + 20, radius: 136 };
  // The figure's limbs are as dark as the foot, and its face is as bright as some fields.
  context.fillStyle = '#fff';
  context.beginPath();
  context.arc(disc.x, disc.y, disc.radius, 0, 2 * Math.PI);
  context.fill();
  const room = { left: disc.x - 108, top: disc.y - 104, width: 216, height: 203 };
  drawInside({ context, colour }, mascot, room);
  context.textAlign = 'left';
  context.fillStyle = colour('accent');
  context.font = fontOf(60, 900);
  context.fillText(site.campaign.name, margin, top + 82, width - 2 * margin - 240);
  context.fillStyle = '#fff';
  context.font = fontOf(38, 600);
  context.fillText(new URL(homeUrl()).host, margin, top + 138, width - 2 * margin - 240);
}

interface Room {
  left: number;
  top: number;
  width: number;
  height: number;
}

function drawInside({ context }: Brush, picture: HTMLImageElement, room: Room): void {
  const { naturalWidth, naturalHeight } = picture;
  const scale = Math.min(room.width / naturalWidth, room.height / naturalHeight);
  const [wide, high] = [naturalWidth * scale, naturalHeight * scale];
  const left = room.left + (room.width - wide) / 2;
  context.drawImage(picture, left, room.top + (room.height - high) / 2, wide, high);
}

const pictureTimeoutMs = 10_000;

/** The start of a vector picture whose size only its viewBox says. */
const sizeless = /<svg(?![^>]*\swidth=)(?=[^>]*\sviewBox="[-.\d]+ [-.\d]+ ([.\d]+) ([.\d]+)")/;
const sizes = '<svg width="$1" height="$2"';

/** Firefox draws a vector picture on a canvas only if it has a size. */
async function loadPicture(url: string): Promise<HTMLImageElement> {
  const { signal } = timeoutAfter(pictureTimeoutMs);
  const response = await environment().fetch(url, { signal });
  if (!response.ok) throw new Error(`No picture at ${url}`);
  const blob = await response.blob();
  const sized = blob.type.includes('svg') ? (await blob.text()).replace(sizeless, sizes) : blob;
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([sized], { type: blob.type }));
  try {
    await picture.decode();
  } finally {
    URL.revokeObjectURL(picture.src);
  }
  return picture;
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was drawn'))));
  });
}
