/** The bytes of a hexadecimal text of 32 bytes or more; null for any other. */
export function bytesOf(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2}){32,}$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
