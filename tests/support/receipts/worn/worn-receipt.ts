import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { addNoise, type Pixels, skewed } from '../pixels.ts';
import { type Random, seededRandom } from '../random.ts';
import { type ReceiptFacts, type ReceiptOrder, receiptFacts } from '../receipt-facts.ts';
import { withCheckDigit } from '../receipt-key.ts';
import { scannedPdf } from '../receipt-pdf.ts';
import { type LayoutName, layouts } from './layouts.ts';
import { printReceipt } from './print-receipt.ts';
import { crumpled, faded } from './wear.ts';

/** What happened to the paper, and to the picture of it. */
export const wears = [
  'fresh',
  'crumpled',
  'faded',
  'slanted',
  'hand',
  'two-receipts',
  'night',
  'low-quality',
  'rotated-90',
  'upside-down',
  'screenshot',
  'far',
  'forwarded',
  'held-sideways',
  'shadow',
  'dark-screen',
  'perspective',
  'scanned',
] as const;

export type Wear = (typeof wears)[number];

export interface WornOrder extends ReceiptOrder {
  layout: LayoutName;
  wear: Wear;
  /** False for a receipt whose code is torn off, which leaves its printed key. */
  withQr: boolean;
}

export interface WornReceipt {
  bytes: Uint8Array;
  expected: Pick<ReceiptFacts, 'key' | 'number' | 'cnpj' | 'day' | 'time' | 'total'>;
}

/** Prints a receipt, wears it and photographs it; the same order gives the same picture. */
export async function wornReceipt(order: WornOrder): Promise<WornReceipt> {
  const facts = factsOf(order);
  const random = seededRandom(order.seed + 7);
  const { key, number, cnpj, day, time, total } = facts;
  return {
    bytes: await photograph(order, facts, random),
    expected: { key, number, cnpj, day, time, total },
  };
}

function factsOf(order: WornOrder): ReceiptFacts {
  const facts = receiptFacts(order);
  if (order.layout !== 'sat') return facts;
  const body = facts.key.slice(0, 20);
  const key = withCheckDigit(
    `35${body.slice(2)}59000${facts.key.slice(28, 34)}${facts.key.slice(28, 34)}${facts.key.slice(35, 41)}`,
  );
  const moment = `${facts.day}${facts.time}`.replaceAll(/\D/g, '');
  return {
    ...facts,
    key,
    qr: `${key}|${moment}|${(facts.total / 100).toFixed(2)}||${'QUJD'.repeat(40)}`,
  };
}

/** Share by which one side of the paper may be nearer than the other. */
const leans: Partial<Record<Wear, number>> = { slanted: 0.16, perspective: 0.4 };

async function photograph(order: WornOrder, facts: ReceiptFacts, random: Random) {
  const { wear } = order;
  const isScreen = wear === 'screenshot' || wear === 'dark-screen';
  const paper = await printReceipt(layouts[order.layout](facts, order.withQr), !isScreen);
  if (isScreen) return screenshot(paper, wear === 'dark-screen');
  const scale = wear === 'far' ? 1.15 : 1.5 + random.next() * 0.5;
  if (wear === 'scanned') return scanned(paper);
  const picture = await onTable(paper, scale, wear, random);
  const lean = leans[wear];
  const seen = lean ? skewed(picture, lean, random) : picture;
  const softness = wear === 'night' ? 1.5 : 0.8 + random.next() * 0.5;
  const soft = await sharp(seen.data, {
    raw: { width: seen.width, height: seen.height, channels: 4 },
  })
    .removeAlpha()
    .blur(softness)
    .linear(wear === 'night' ? 0.3 : 0.9, wear === 'night' ? 6 : 8)
    .raw()
    .toBuffer();
  addNoise(soft, wear === 'night' ? 9 : 3, random);
  const photo = sharp(soft, { raw: { width: seen.width, height: seen.height, channels: 3 } });
  const turn = wear === 'rotated-90' ? random.pick([90, 270]) : wear === 'upside-down' ? 180 : 0;
  if (wear === 'forwarded') return forwarded(photo);
  if (wear === 'held-sideways') return heldSideways(photo);
  return photo
    .rotate(turn)
    .jpeg({ quality: wear === 'low-quality' ? 22 : 82 })
    .toBuffer();
}

async function screenshot(paper: Canvas, isDark: boolean): Promise<Uint8Array> {
  const screen = sharp(paper.toBuffer('image/png')).resize({ width: 900 });
  return (isDark ? screen.negate({ alpha: false }) : screen).png().toBuffer();
}

/** A page of grey pixels without any text, as office scanners make it at 200 dpi. */
async function scanned(paper: Canvas): Promise<Uint8Array> {
  const page = sharp(paper.toBuffer('image/png'))
    .resize({ width: 700 })
    .rotate(0.7, { background: '#fff' })
    .extend({ right: 900, bottom: 300, background: '#fff' })
    .grayscale();
  return scannedPdf(await page.jpeg({ quality: 70 }).toBuffer());
}

/** A photo compressed twice, as messengers do. */
async function forwarded(photo: Sharp): Promise<Uint8Array> {
  const once = await photo
    .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 55 })
    .toBuffer();
  return sharp(once).jpeg({ quality: 45 }).toBuffer();
}

/** Twelve megapixels in the sensor's orientation, with the EXIF mark of how the phone was held. */
async function heldSideways(photo: Sharp): Promise<Uint8Array> {
  const upright = await photo.png().toBuffer();
  const large = { width: 3000, height: 4000, fit: 'contain', background: '#5b4a3a' } as const;
  const turned = await sharp(upright).resize(large).rotate(270).toBuffer();
  return sharp(turned).withMetadata({ orientation: 6 }).jpeg({ quality: 85 }).toBuffer();
}

/** The paper as it lies on a table, with what else is seen. */
async function onTable(paper: Canvas, scale: number, wear: Wear, random: Random): Promise<Pixels> {
  const [across, along] = [paper.width * scale, paper.height * scale];
  const around = wear === 'far' ? 2.6 : wear === 'two-receipts' ? 2.2 : 1.12;
  const width = Math.round(across * around);
  const height = Math.round(along * (wear === 'far' ? 1.5 : 1.08));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = `hsl(${random.between(15, 40)} 25% ${random.between(20, 45)}%)`;
  context.fillRect(0, 0, width, height);
  const worn = wornPaper(paper, scale, wear, random);
  context.translate(width / 2, height / 2);
  context.rotate((random.between(-30, 30) / 10) * (Math.PI / 180));
  const left = wear === 'two-receipts' ? -across * 1.05 : -across / 2;
  context.drawImage(worn, left, -along / 2);
  if (wear === 'two-receipts') await layAnother(context, across, along, random);
  context.resetTransform();
  if (wear === 'hand') drawHand(context, width, height);
  if (wear === 'shadow') drawShadow(context, width, height);
  const shadow = context.createLinearGradient(0, 0, width, height);
  shadow.addColorStop(0, 'rgba(0, 0, 0, 0.02)');
  shadow.addColorStop(1, `rgba(0, 0, 0, ${0.1 + random.next() * 0.35})`);
  context.fillStyle = shadow;
  context.fillRect(0, 0, width, height);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

function wornPaper(paper: Canvas, scale: number, wear: Wear, random: Random): Canvas {
  const width = Math.round(paper.width * scale);
  const height = Math.round(paper.height * scale);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(paper, 0, 0, width, height);
  if (wear !== 'crumpled' && wear !== 'faded') return canvas;
  const picture = context.getImageData(0, 0, width, height);
  if (wear === 'faded') faded(picture, 0.55, random);
  // Without the canvas' picture, which is asked for its size anew at every pixel.
  else picture.data.set(crumpled({ width, height, data: picture.data }, width / 70, random).data);
  context.putImageData(picture, 0, 0);
  return canvas;
}

/** The edge of another receipt, whose key is cut off. */
async function layAnother(context: SKRSContext2D, across: number, along: number, random: Random) {
  const other = receiptFacts({
    cnpj: '11222333000181',
    issuedAt: new Date('2026-10-02T10:11:12-03:00'),
    total: 777,
    state: 'PR',
    seed: random.between(1, 9999),
  });
  const paper = await printReceipt(layouts.classic(other, false), true);
  const height = Math.min(along, (paper.height * across) / paper.width);
  context.drawImage(
    paper,
    0,
    0,
    paper.width,
    paper.height * 0.62,
    across * 0.05,
    -along / 2,
    across,
    height * 0.62,
  );
}

/** The shadow of the phone and the arm that holds it: its edge runs across the lines. */
function drawShadow(context: SKRSContext2D, width: number, height: number): void {
  context.fillStyle = 'rgba(10, 10, 25, 0.58)';
  context.beginPath();
  context.moveTo(width * 0.42, height);
  context.lineTo(width * 0.3, height * 0.35);
  context.lineTo(width * 0.72, height * 0.2);
  context.lineTo(width, height * 0.6);
  context.lineTo(width, height);
  context.fill();
}

function drawHand(context: SKRSContext2D, width: number, height: number): void {
  context.fillStyle = '#b98a6a';
  context.beginPath();
  context.ellipse(width * 0.02, height * 0.03, width * 0.2, height * 0.07, 0.6, 0, Math.PI * 2);
  context.ellipse(width * 0.99, height * 0.99, width * 0.16, height * 0.05, 0.7, 0, Math.PI * 2);
  context.fill();
}
