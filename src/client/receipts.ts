import * as contract from '../contract/receipts.ts';
import { call } from './call.ts';

export const createReceipt = (
  body: contract.ReceiptBody,
  options: { idempotencyKey: string; signal?: AbortSignal },
) => call(contract.createReceipt, { ...options, body });
