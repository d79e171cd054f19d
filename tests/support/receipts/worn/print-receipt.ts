import { type Canvas, createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import QRCode from 'qrcode';
import { writeBarcode } from 'zxing-wasm/writer';
import { prepareBarcodeWriter } from '../danfe.ts';
import type { Block, Font } from './layout-parts.ts';

/** Families, the width of a character in heights of the font, and whether each has a cell of its own. */
const fonts: Record<Font, { family: string; advance: number; inCells: boolean }> = {
  mono: {
    family: '"DejaVu Sans Mono", "Liberation Mono", monospace',
    advance: 0.602,
    inCells: false,
  },
  cells: { family: '"Liberation Sans", "DejaVu Sans", sans-serif', advance: 0.6, inCells: true },
  tight: {
    family: '"DejaVu Sans Condensed", "DejaVu Sans", sans-serif',
    advance: 0.6,
    inCells: true,
  },
  sans: { family: '"DejaVu Sans", "Liberation Sans", sans-serif', advance: 0.55, inCells: false },
  narrow: {
    family: '"Liberation Sans Narrow", "Liberation Sans", sans-serif',
    advance: 0.44,
    inCells: false,
  },
};

/** Dots of the head of an 80 mm printer, margins included. */
const dots = 640;
const margin = 32;

/** Prints blocks as a thermal printer does: each dot is black or white. */
export async function printReceipt(blocks: readonly Block[], dotted: boolean): Promise<Canvas> {
  const scale = dotted ? 1 : 2;
  const width = dots * scale;
  const heights = blocks.map((block) => heightOf(block, width));
  const height = heights.reduce((sum, one) => sum + one, margin * 3 * scale);
  const canvas = createCanvas(width, Math.ceil(height));
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  let top = margin * scale;
  for (const [index, block] of blocks.entries()) {
    await draw(context, block, width, top);
    top += heights[index] ?? 0;
  }
  if (dotted) blackAndWhite(context, canvas);
  return canvas;
}

function heightOf(block: Block, width: number): number {
  if (block.kind === 'lines') return block.lines.length * lineHeight(block.columns, width);
  return block.kind === 'qr' ? width * block.share * 1.12 : width * 0.14;
}

function lineHeight(columns: number, width: number): number {
  return ((width - 2 * marginOf(width)) / columns) * 2.15;
}

function marginOf(width: number): number {
  return (margin * width) / dots;
}

async function draw(context: SKRSContext2D, block: Block, width: number, top: number) {
  const left = marginOf(width);
  if (block.kind === 'lines') {
    const height = lineHeight(block.columns, width);
    const cell = (width - 2 * left) / block.columns;
    setFont(context, block.font, cell, block.bold ?? false);
    write(context, block.lines, {
      left,
      top: top + height * 0.75,
      height,
      cell: fonts[block.font].inCells ? cell : null,
    });
    return;
  }
  if (block.kind === 'bars') {
    await prepareBarcodeWriter();
    const { image } = await writeBarcode(block.text, { format: 'Code128', addHRT: false });
    if (!image) throw new Error('No bar code was drawn');
    const bars = await loadImage(Buffer.from(await image.arrayBuffer()));
    context.imageSmoothingEnabled = false;
    const across = Math.max(1, Math.floor((width - 2 * left) / bars.width)) * bars.width;
    context.drawImage(bars, (width - across) / 2, top, across, width * 0.11);
    return;
  }
  const side = width * block.share;
  const beside = block.aside.length > 0;
  drawQr(context, block.text, beside ? left : (width - side) / 2, top, side);
  if (!beside) return;
  const height = (side * 1.05) / block.aside.length;
  setFont(context, 'cells', width / 58, false);
  write(context, block.aside, {
    left: left + side * 1.08,
    top: top + height * 0.7,
    height,
    cell: width / 58,
  });
}

function setFont(context: SKRSContext2D, font: Font, advance: number, bold: boolean): void {
  const { family, advance: share } = fonts[font];
  context.font = `${bold ? 'bold ' : ''}${advance / share}px ${family}`;
}

interface Place {
  left: number;
  top: number;
  /** From line to line. */
  height: number;
  /** Width of every character's own cell, as printers have; null for a font's own widths. */
  cell: number | null;
}

function write(context: SKRSContext2D, lines: readonly string[], place: Place): void {
  const { left, top, height, cell } = place;
  for (const [row, text] of lines.entries()) {
    if (cell === null) context.fillText(text, left, top + row * height);
    else {
      for (const [column, character] of [...text].entries()) {
        const { width } = context.measureText(character);
        context.fillText(character, left + column * cell + (cell - width) / 2, top + row * height);
      }
    }
  }
}

function drawQr(
  context: SKRSContext2D,
  text: string,
  left: number,
  top: number,
  side: number,
): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const module = Math.max(1, Math.floor(side / modules.size));
  const [x0, y0] = [Math.round(left), Math.round(top)];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      context.fillRect(x0 + column * module, y0 + row * module, module, module);
    }
  }
}

function blackAndWhite(context: SKRSContext2D, { width, height }: Canvas): void {
  const picture = context.getImageData(0, 0, width, height);
  for (let at = 0; at < picture.data.length; at += 4) {
    picture.data.fill((picture.data[at] ?? 255) < 150 ? 0 : 255, at, at + 3);
  }
  context.putImageData(picture, 0, 0);
}
