import { executeOcr } from '../contract/ocr.ts';
import { call } from './call.ts';

/** REC-08: how long the server's reading is waited for, in milliseconds. */
const timeoutMs = 20_000;

/** Reads a receipt on the server. @param signal ends the wait: the person does. */
export const readReceipt = (imageBase64: string, signal: AbortSignal) =>
  call(executeOcr, { body: { imageBase64 }, signal, timeoutMs });
