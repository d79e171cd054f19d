import type { ReceiptFile } from '../db/queries/receipts.ts';
import type { Storage } from '../services/storage/storage.ts';
import type { CheckedFile } from './receipt-file.ts';

/** Stores a file under its hash: sent twice it is stored once, and a repeated call does no harm. */
export async function storeReceiptFile(
  storage: Storage,
  { bytes, type, sha256 }: CheckedFile,
): Promise<ReceiptFile> {
  const fileKey = `receipts/${sha256}`;
  await storage.put(fileKey, bytes);
  return { fileKey, fileType: type, fileSha256: sha256 };
}
