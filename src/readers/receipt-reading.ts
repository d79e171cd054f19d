import type { AccessKey } from '../rules/access-key.ts';

export type ReceiptReading =
  | ({ state: 'read' } & ReadReceipt & ReceiptUpload)
  /** A readable file without a receipt in it: the server may see more. */
  | ({ state: 'unreadable' } & ReceiptUpload)
  | { state: 'refused'; violation: FileViolation };

export type FileViolation = 'FILE_TYPE' | 'FILE_SIZE' | 'FILE_BROKEN' | 'FILE_ENCRYPTED';

/** Sent instead of the chosen file, at most `maximumFileBytes` long. */
export interface ReceiptUpload {
  upload: Blob;
  fileType: 'image/jpeg' | 'image/png' | 'application/pdf';
}

export interface ReadReceipt {
  accessKey: AccessKey;
  /** The Código da Nota: the access key, a receipt's identity. */
  number: string;
  cnpj: string;
  /** `yyyy-MM`. */
  yearMonth: string;
  /** `yyyy-MM-dd`; null where the receipt's code carries the month alone. */
  purchaseDate: string | null;
  totalCentavos: number | null;
  source: 'qr' | 'bar-code' | 'pdf-text';
}
