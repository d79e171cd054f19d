import { executeOcr } from '../contract/ocr.ts';
import { call } from './call.ts';

export const readReceipt = (imageBase64: string, signal: AbortSignal) =>
  call(executeOcr, { body: { imageBase64 }, signal });
