import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import QRCode from 'qrcode';
import type { ReceiptFacts } from './receipt-facts.ts';
import { receiptLines } from './receipt-lines.ts';

interface Paper {
  width: number;
  height: number;
  png: Buffer;
}

/** Paper of 80 mm: 48 characters and margins of three. */
const columns = 54;

const payment =
  '00020126580014br.gov.bcb.pix0136exemplo-de-pagamento-5204000053039865802BR6304ABCD';

/**
 * Draws the flat receipt, black on white.
 * @param width of the paper, in pixels.
 * @param codes whether its QR code is there, and whether another one stands above it.
 */
export function drawPaper(
  facts: ReceiptFacts,
  width: number,
  codes: { qr: boolean; otherCode: boolean },
): Paper {
  const { above, below } = receiptLines(facts);
  const character = width / columns;
  const line = character * 2.1;
  const margin = character * 3;
  const other = codes.otherCode ? width * 0.3 : 0;
  const qr = modulesOf(facts.qr);
  const side = codes.qr ? width * (qr.size > 60 ? 0.6 : 0.45) : 0;
  const lines = above.length + (codes.qr ? below.length : 0);
  const height = Math.round(line * (lines + 4) + side + other);
  const canvas = createCanvas(Math.round(width), height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  context.font = `${character / 0.602}px "DejaVu Sans Mono", "Liberation Mono", monospace`;
  if (codes.otherCode) drawQr(context, modulesOf(payment), margin, line, other);
  write(context, above, other + line * 2, line, margin);
  if (codes.qr) {
    const top = other + line * (above.length + 1.5);
    drawQr(context, qr, (width - side) / 2, top, side);
    write(context, below, top + side + line, line, margin);
  }
  return { width: canvas.width, height, png: canvas.toBuffer('image/png') };
}

function modulesOf(text: string): QRCode.BitMatrix {
  return QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
}

function write(
  context: SKRSContext2D,
  lines: string[],
  top: number,
  height: number,
  left: number,
): void {
  for (const [position, text] of lines.entries()) {
    context.fillText(text, left, top + position * height);
  }
}

function drawQr(
  context: SKRSContext2D,
  modules: QRCode.BitMatrix,
  left: number,
  top: number,
  side: number,
): void {
  const module = side / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      const [x, y] = [left + column * module, top + row * module];
      context.fillRect(x, y, module + 0.3, module + 0.3);
    }
  }
}
