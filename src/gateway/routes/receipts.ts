import {
  createReceipt,
  getReceiptDetails,
  listReceipts,
  listReceiptsV2,
  replaceReceiptImage,
} from '../../contract/receipts.ts';
import type { ConsumerRecord } from '../db/queries/consumers.ts';
import { type Reader, readReceipt, readReceipts } from '../engine/read-receipts.ts';
import {
  prepareImage,
  replaceReceiptImage as replaceImage,
} from '../engine/replace-receipt-image.ts';
import { scheduleFileDeletion } from '../engine/retention.ts';
import { prepareReceipt, submitReceipt } from '../engine/submit-receipt.ts';
import type { Gateway } from '../gateway.ts';
import { ownOrigin } from '../http/own-origin.ts';
import { isApiError } from '../http/refusal.ts';
import { type App, route } from '../http/route.ts';
import { countReceipt } from '../metrics.ts';

/** Receipts of the signed-in consumer: list, one, send, send again. */
export function receiptRoutes(app: App, gateway: Gateway): void {
  for (const endpoint of [listReceipts, listReceiptsV2]) {
    route(app, gateway, endpoint, (call) => readReceipts(gateway.database, readerOf(call)));
  }

  route(app, gateway, getReceiptDetails, (call) =>
    readReceipt(gateway.database, call.parameters.couponId ?? '', readerOf(call)),
  );

  route(
    app,
    gateway,
    createReceipt,
    async (call) => {
      const prepared = await prepareReceipt(gateway, call);
      if (isApiError(prepared)) return prepared;
      const answer = await call.idempotent((queries) =>
        submitReceipt(queries, gateway.campaign, prepared),
      );
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
        const refusal = await replaceImage(queries, prepared, call.now);
        return refusal ?? readReceipt(queries, id, readerOf(call));
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
