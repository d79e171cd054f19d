import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { ReceiptFacts } from './receipt-facts.ts';
import { withCheckDigit } from './receipt-key.ts';
import { punctuated } from './receipt-lines.ts';

/** The same sale as an NF-e (model 55), whose paper carries a CODE-128 bar code and no QR code. */
export function asNfe(facts: ReceiptFacts): ReceiptFacts {
  const body = facts.key.slice(0, 43);
  return { ...facts, key: withCheckDigit(`${body.slice(0, 20)}55${body.slice(22)}`) };
}

const wasmFile = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));

/** Loads the writer's WebAssembly from the packages: by default it would come from a public address. */
export async function prepareBarcodeWriter(): Promise<void> {
  const wasm = await readFile(wasmFile);
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });
}

/** The head of an NF-e's paper, where its bar code stands. */
export async function drawDanfe(facts: ReceiptFacts): Promise<Buffer> {
  await prepareBarcodeWriter();
  const { image } = await writeBarcode(facts.key, {
    format: 'Code128',
    scale: 3,
    addHRT: false,
  });
  if (!image) throw new Error('No bar code was drawn');
  const bars = await loadImage(Buffer.from(await image.arrayBuffer()));
  const canvas = createCanvas(1600, 700);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 1600, 700);
  context.fillStyle = '#000';
  context.font = '28px "DejaVu Sans", "Liberation Sans", sans-serif';
  context.fillText(facts.shop, 60, 90);
  context.fillText(`CNPJ ${punctuated(facts.cnpj)}`, 60, 140);
  context.fillText('DANFE - Documento Auxiliar da Nota Fiscal Eletrônica', 60, 220);
  context.fillText(`Nº ${facts.number} Série ${facts.series}`, 60, 270);
  context.drawImage(bars, 60, 330, bars.width, 160);
  context.fillText('CHAVE DE ACESSO', 60, 550);
  context.fillText(facts.key.replaceAll(/(.{4})/g, '$1 ').trim(), 60, 600);
  return canvas.toBuffer('image/jpeg', 90);
}

/** The foot of a SAT receipt without its QR code: the key as two bar codes, one below the other. */
export async function drawSatHalves(key: string): Promise<Buffer> {
  await prepareBarcodeWriter();
  const canvas = createCanvas(1600, 500);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 1600, 500);
  for (const [index, half] of [key.slice(0, 22), key.slice(22)].entries()) {
    const { image } = await writeBarcode(half, { format: 'Code128', scale: 3, addHRT: false });
    if (!image) throw new Error('No bar code was drawn');
    const bars = await loadImage(Buffer.from(await image.arrayBuffer()));
    context.drawImage(bars, 60, 60 + 200 * index, bars.width, 150);
  }
  return canvas.toBuffer('image/jpeg', 90);
}
