import QRCode from 'qrcode';
import sharp from 'sharp';

/** A picture of a QR code and nothing else, as base64. */
export async function qrPicture(text: string): Promise<string> {
  const code = await QRCode.toBuffer(text, { scale: 4, margin: 8 });
  return (await sharp(code).flatten({ background: '#fff' }).png().toBuffer()).toString('base64');
}
