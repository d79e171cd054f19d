import type { Id } from '../contract/primitives.ts';
import * as contract from '../contract/receipts.ts';
import { environment } from '../environment.ts';
import { call } from './call.ts';

/** More than 5 MB take on a slow line; in milliseconds. */
const uploadTimeoutMs = 180_000;

const ofCampaign = (couponId?: Id) => ({
  parameters: {
    campaignId: environment().site.campaign.id,
    ...(couponId !== undefined && { couponId }),
  },
});

export const fetchReceipts = () => call(contract.listReceipts, ofCampaign());

export const fetchReceiptDetails = (couponId: Id) =>
  call(contract.getReceiptDetails, ofCampaign(couponId));

export const createReceipt = (
  body: contract.ReceiptBody,
  options: { idempotencyKey: string; signal?: AbortSignal },
) =>
  call(contract.createReceipt, {
    ...ofCampaign(),
    ...options,
    body,
    botAction: 'create_coupon',
    timeoutMs: uploadTimeoutMs,
  });

/** @param imageBase64 the plain file, JPEG or PNG. */
export const replaceReceiptImage = (couponId: Id, imageBase64: string) =>
  call(contract.replaceReceiptImage, {
    ...ofCampaign(couponId),
    body: { imageBase64 },
    timeoutMs: uploadTimeoutMs,
  });
