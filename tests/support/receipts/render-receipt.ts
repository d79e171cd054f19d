import { conditions, type PictureCondition, pictureConditions } from './conditions.ts';
import { photograph } from './photograph.ts';
import { seededRandom } from './random.ts';
import { type ReceiptFacts, type ReceiptOrder, receiptFacts } from './receipt-facts.ts';
import { scannedPdf, textPdf } from './receipt-pdf.ts';

export type ReceiptPicture = ReceiptOrder &
  (
    | { format: 'png' | 'jpeg'; condition: PictureCondition }
    | { format: 'pdf'; condition: 'text' | 'broken' | `scanned-${PictureCondition}` }
  );

/** What is printed, and so what a right reading may say. */
export type ExpectedReceipt = Pick<ReceiptFacts, 'key' | 'number' | 'cnpj' | 'day' | 'total'>;

/** Makes a receipt's file; the same order gives the same picture. */
export async function renderReceipt(
  order: ReceiptPicture,
): Promise<{ bytes: Uint8Array; expected: ExpectedReceipt }> {
  const facts = receiptFacts(order);
  const { key, number, cnpj, day, total } = facts;
  return { bytes: await fileOf(order, facts), expected: { key, number, cnpj, day, total } };
}

async function fileOf(order: ReceiptPicture, facts: ReceiptFacts): Promise<Uint8Array> {
  if (order.format !== 'pdf') return picture(facts, order.condition, order.format, order.seed);
  switch (order.condition) {
    case 'text':
      return textPdf(facts);
    case 'broken':
      return (await textPdf(facts)).slice(0, 400);
    default: {
      const condition = order.condition.slice('scanned-'.length);
      return scannedPdf(await picture(facts, asPicture(condition), 'jpeg', order.seed));
    }
  }
}

async function picture(
  facts: ReceiptFacts,
  name: PictureCondition,
  format: 'png' | 'jpeg',
  seed: number,
): Promise<Uint8Array> {
  const random = seededRandom(seed + 1);
  const condition = conditions[name](random);
  const photo = await photograph(facts, condition, random);
  return format === 'png'
    ? photo.png().toBuffer()
    : photo.jpeg({ quality: condition.quality }).toBuffer();
}

function asPicture(name: string): PictureCondition {
  const found = pictureConditions.find((condition) => condition === name);
  if (!found) throw new Error(`No condition is called ${name}`);
  return found;
}
