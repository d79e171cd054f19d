import { executeOcr } from '../../contract/ocr.ts';
import {
  createReceipt,
  getReceiptDetails,
  listReceipts,
  listReceiptsV2,
  replaceReceiptImage,
} from '../../contract/receipts.ts';
import type { ConsumerRecord } from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';
import { apiError, isApiError } from '../http/api-error.ts';
import { errorResponse } from '../http/error-response.ts';
import { ownOrigin } from '../http/origin.ts';
import { type App, route } from '../http/route.ts';
import { countReceipt } from '../metrics.ts';
import { scheduleFileDeletion } from './file-deletion.ts';
import { isSigned } from './file-link.ts';
import {
  findReceiptById,
  type Reader,
  readOwnReceipt,
  readReceipts,
  receiptFileKey,
} from './read.ts';
import { readUpload } from './read-upload.ts';
import { prepareImage, swapImage } from './replace-image.ts';
import { prepareReceipt, submitReceipt } from './submit.ts';
import {
  askAboutReceipt,
  askDueQuestions,
  isConfirmedByOffice,
  lockQuestions,
} from './tax-office-answers.ts';

export function receiptRoutes(app: App, gateway: Gateway): void {
  for (const endpoint of [listReceipts, listReceiptsV2]) {
    route(app, gateway, endpoint, (call) => readReceipts(gateway.database, readerOf(call)));
  }

  route(app, gateway, getReceiptDetails, (call) =>
    readOwnReceipt(gateway.database, call.parameters.couponId ?? '', readerOf(call)),
  );

  route(
    app,
    gateway,
    createReceipt,
    async (call) => {
      const prepared = await prepareReceipt(gateway, call);
      if (isApiError(prepared)) return prepared;
      const answer = await call.idempotent(async (queries) => {
        await lockQuestions(gateway, queries, prepared.receipt.identifier);
        const proven = await isConfirmedByOffice(gateway, queries, prepared.receipt);
        const receipt = { ...prepared, isProven: proven };
        const entered = await submitReceipt(queries, gateway.campaign, receipt);
        if (isApiError(entered)) return entered;
        const status = await askAboutReceipt(gateway, queries, entered.id);
        return status ? { ...entered, status } : entered;
      });
      if (gateway.settings.taxOffice.kind !== 'off' && !isApiError(answer)) {
        gateway.runInBackground('tax office', () => askDueQuestions(gateway));
      }
      if (isApiError(answer)) await scheduleFileDeletion(gateway.database, prepared.file, call.now);
      return answer;
    },
    { status: 201, carries: 'file', count: (receipt) => countReceipt(gateway.metrics, receipt) },
  );

  route(
    app,
    gateway,
    replaceReceiptImage,
    async (call) => {
      const id = call.parameters.couponId ?? '';
      const { imageBase64 } = call.body;
      const { id: consumerId } = call.consumer;
      const prepared = await prepareImage(gateway, { id, consumerId, imageBase64 });
      if (isApiError(prepared)) return prepared;
      const answer = await call.idempotent(async (queries) => {
        const error = await swapImage(queries, prepared, call.now);
        return error ?? readOwnReceipt(queries, id, readerOf(call));
      });
      if (isApiError(answer)) await scheduleFileDeletion(gateway.database, prepared.file, call.now);
      return answer;
    },
    { carries: 'file' },
  );

  function readerOf(call: { request: Request; consumer: ConsumerRecord; now: Date }): Reader {
    return {
      consumerId: call.consumer.id,
      campaignId: gateway.campaign.campaign.id,
      origin: ownOrigin(call.request, gateway.settings),
      now: call.now,
    };
  }
}

/** Only with a signed link. No upload may run in this origin: pictures are shown, PDFs are saved. */
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

/** Reading takes seconds of processor time, and users have only a few receipts at hand. */
const limit = {
  account: { calls: 20, seconds: 60 },
  address: { calls: 300, seconds: 60 },
};

/** OCR for pages that could not read the receipt themselves. */
export function ocrRoutes(app: App, gateway: Gateway): void {
  route(
    app,
    gateway,
    executeOcr,
    ({ body: { imageBase64 }, consumer, request: { signal } }) =>
      readUpload(gateway, { imageBase64, consumer, signal }),
    { limit, carries: 'file' },
  );
}
