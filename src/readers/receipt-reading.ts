import type { AccessKey } from '../rules/access-key.ts';

/** What a device made of the file that somebody chose. */
export type ReceiptReading =
  | ({ state: 'read' } & ReadReceipt & ReceiptUpload)
  /** A fine file in which no receipt was found: the server may see more. */
  | ({ state: 'unreadable' } & ReceiptUpload)
  | { state: 'refused'; violation: FileViolation };

export type FileViolation = 'FILE_TYPE' | 'FILE_SIZE' | 'FILE_BROKEN' | 'FILE_ENCRYPTED';

/** What is to be sent instead of the chosen file, at most `maximumFileBytes` long. */
export interface ReceiptUpload {
  upload: Blob;
  fileType: 'image/jpeg' | 'image/png' | 'application/pdf';
}

export interface ReadReceipt {
  accessKey: AccessKey;
  /** The Código da Nota: the access key, which is what makes a receipt one and the same. */
  number: string;
  cnpj: string;
  /** `yyyy-MM`. */
  yearMonth: string;
  /** `yyyy-MM-dd`; null where the receipt's code carries the month alone. */
  purchaseDate: string | null;
  totalCentavos: number | null;
  source: 'qr' | 'bar-code' | 'pdf-text';
}
