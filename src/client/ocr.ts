import { executeOcr } from '../contract/ocr.ts';
import { call } from './call.ts';

/** Reads a receipt on the server. @param signal ends the wait: 20 s, or the person. */
export const readReceipt = (imageBase64: string, signal: AbortSignal) =>
  call(executeOcr, { body: { imageBase64 }, signal });
