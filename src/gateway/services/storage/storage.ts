/** Keeps the receipts' files under names that this gateway made up. */
export interface Storage {
  /** Puts the whole file there, or nothing. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes; null when there is no such file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(key: string): Promise<void>;
}
