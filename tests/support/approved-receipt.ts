import type { Receipt } from '../../src/contract/receipts.ts';

/** As its owner's list has it. */
export const approvedReceipt: Receipt = {
  id: 1,
  identifier: '1234',
  purchaseDate: '2026-11-19',
  createdAt: '2026-11-20T12:00:00Z',
  totalAmount: 54.9,
  status: 'APPROVED',
  moderationList: [],
  engineOrders: [],
};
