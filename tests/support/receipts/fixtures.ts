import type { ReceiptReading } from '../../../src/readers/read-receipt.ts';
import type { ExpectedReceipt } from './render-receipt.ts';

type Refusal = Extract<ReceiptReading, { state: 'refused' }>;
type Read = Extract<ReceiptReading, { state: 'read' }>;

/** What stands in the JSON beside a fixture. */
export interface ReceiptFixture {
  file: string;
  /** Null where nothing of a receipt is in the file. */
  printed: ExpectedReceipt | null;
  /** What the reader on the device is to say. */
  device:
    | Pick<Read, 'state' | 'source' | 'purchaseDate' | 'totalCentavos'>
    | { state: 'unreadable'; unfit?: 'test' }
    | Refusal;
  /** What the server's reader is to answer. */
  server: { number: string | null; issueDate: string | null; cnpj: string | null } | null;
}

export const fixtureFolder = new URL('../../fixtures/receipts/', import.meta.url);
