import type { ReceiptReading } from '../../../src/readers/read-receipt.ts';
import type { ExpectedReceipt } from './render-receipt.ts';

type Refusal = Extract<ReceiptReading, { state: 'refused' }>;
type Read = Extract<ReceiptReading, { state: 'read' }>;

/** The JSON beside a fixture. */
export interface ReceiptFixture {
  file: string;
  /** Null for a file without a receipt. */
  printed: ExpectedReceipt | null;
  /** The reading expected of the reader on the device. */
  device:
    | Pick<Read, 'state' | 'source' | 'purchaseDate' | 'totalCentavos'>
    | { state: 'unreadable'; unusable?: 'test' }
    | Refusal;
  /** The answer expected of the server's reader. */
  server: { number: string | null; issueDate: string | null; cnpj: string | null } | null;
}

export const fixtureFolder = new URL('../../fixtures/receipts/', import.meta.url);
