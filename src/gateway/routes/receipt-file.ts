import { findReceiptById, receiptFileKey } from '../engine/read-receipts.ts';
import { isSigned } from '../engine/receipt-file-address.ts';
import type { Gateway } from '../gateway.ts';
import { errorResponse } from '../http/error-answer.ts';
import { apiError } from '../http/refusal.ts';
import type { App } from '../http/route.ts';

/**
 * Serves a receipt's file under its signed address, to nobody else. What people uploaded is never
 * run in this origin: pictures show, a PDF is saved, and a page made of either may do nothing.
 */
export function receiptFileRoutes(app: App, gateway: Gateway): void {
  app.get('/api/campaign/:campaignId/coupon/:couponId/file', async (context) => {
    const { campaignId, couponId } = context.req.param();
    const { database, storage } = gateway;
    const name = { campaignId, receiptId: Number(couponId) };
    const query = new URL(context.req.url).searchParams;
    const signed = isSigned(await receiptFileKey(database), name, query, gateway.now());
    const receipt = signed ? await findReceiptById(database, couponId) : null;
    const bytes = receipt && (await storage.get(receipt.fileKey));
    if (!bytes) return errorResponse(apiError('NOT_FOUND'));
    const isPdf = receipt.fileType === 'application/pdf';
    const fileName = `nota-${receipt.id}.${receipt.fileType.replace(/^.*\//, '')}`;
    return new Response(bytes, {
      headers: {
        'content-type': receipt.fileType,
        'content-disposition': `${isPdf ? 'attachment' : 'inline'}; filename="${fileName}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    });
  });
}
