import type { Id } from '../contract/primitives.ts';
import * as contract from '../contract/receipts.ts';
import { call } from './call.ts';

export const fetchReceipts = () => call(contract.listReceipts);

export const fetchReceiptDetails = (couponId: Id) =>
  call(contract.getReceiptDetails, { parameters: { couponId } });

export const createReceipt = (
  body: contract.ReceiptBody,
  options: { idempotencyKey: string; signal?: AbortSignal },
) => call(contract.createReceipt, { ...options, body });

export const replaceReceiptImage = (couponId: Id, imageBase64: string) =>
  call(contract.replaceReceiptImage, { parameters: { couponId }, body: { imageBase64 } });
