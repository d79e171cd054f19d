import { PDFDocument, StandardFonts } from 'pdf-lib';
import QRCode from 'qrcode';
import type { ReceiptFacts } from './receipt-facts.ts';
import { receiptLines } from './receipt-lines.ts';

/** Fixed dates, so that the same receipt gives the same bytes. */
async function emptyPdf(): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));
  return pdf;
}

/** The receipt as a shop mails it: lines of text and the QR code as a drawing. */
export async function textPdf(facts: ReceiptFacts): Promise<Uint8Array> {
  const pdf = await emptyPdf();
  const font = await pdf.embedFont(StandardFonts.Courier);
  const { above, below } = receiptLines(facts);
  const height = (above.length + below.length) * 10 + 160;
  const page = pdf.addPage([260, height]);
  const write = (lines: string[], top: number) => {
    for (const [position, text] of lines.entries()) {
      page.drawText(text, { x: 10, y: top - position * 10, size: 8, font });
    }
  };
  write(above, height - 20);
  const qr = QRCode.create(facts.qr, { errorCorrectionLevel: 'M' }).modules;
  const module = 110 / qr.size;
  const top = height - 20 - above.length * 10;
  for (let row = 0; row < qr.size; row += 1) {
    for (let column = 0; column < qr.size; column += 1) {
      if (!qr.get(row, column)) continue;
      const [x, y] = [75 + column * module, top - (row + 1) * module];
      page.drawRectangle({ x, y, width: module, height: module });
    }
  }
  write(below, top - 120);
  return pdf.save();
}

/** The receipt as a scanner leaves it: one picture and no text. */
export async function scannedPdf(jpeg: Uint8Array): Promise<Uint8Array> {
  const pdf = await emptyPdf();
  const picture = await pdf.embedJpg(jpeg);
  const { width, height } = picture.scale(0.4);
  pdf.addPage([width, height]).drawImage(picture, { width, height });
  return pdf.save();
}
