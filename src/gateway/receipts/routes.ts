import { listLuckyNumbersEndpoint } from '../../contract/engines.ts';
import { executeOcrEndpoint } from '../../contract/receipt-reading.ts';
import {
  createReceiptEndpoint,
  getReceiptDetailsEndpoint,
  listReceiptsEndpoint,
  listReceiptsV2Endpoint,
  replaceReceiptImageEndpoint,
} from '../../contract/receipts.ts';
import type { ConsumerRecord } from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';
import { ownOrigin } from '../http/origin.ts';
import { limitAddress } from '../http/rate-limit.ts';
import { errorResponse } from '../http/response.ts';
import { type App, route } from '../http/route.ts';
import { countReceipt } from '../metrics.ts';
import { refuse } from '../refusal.ts';
import { createReceipt } from './create-receipt.ts';
import {
  type OwnerContext,
  readOwnLuckyNumbers,
  readReceiptDetails,
  readReceipts,
} from './own-receipts.ts';
import { readWithOcr } from './read-with-ocr.ts';
import { fileNameOf, openReceiptFile, receiptFileRoute } from './receipt-files-and-links.ts';
import { replaceReceiptImage } from './replace-image.ts';

/** The lists have no pages, and some people have sent hundreds of receipts. */
const listLimit = { account: { calls: 60, seconds: 60 } };

export function receiptRoutes(app: App, gateway: Gateway): void {
  for (const endpoint of [listReceiptsEndpoint, listReceiptsV2Endpoint]) {
    route(app, gateway, endpoint, (call) => readReceipts(gateway.database, contextOf(call)), {
      limit: listLimit,
      countedAs: 'list of receipts',
    });
  }

  route(app, gateway, getReceiptDetailsEndpoint, (call) =>
    readReceiptDetails(gateway.database, call.parameters.couponId ?? '', contextOf(call)),
  );

  route(app, gateway, createReceiptEndpoint, (call) => createReceipt(gateway, call), {
    status: 201,
    bodyKind: 'file',
    onFirstAnswer: (receipt) => countReceipt(gateway.metrics, receipt),
  });

  route(
    app,
    gateway,
    replaceReceiptImageEndpoint,
    (call) => replaceReceiptImage(gateway, call, contextOf(call)),
    { bodyKind: 'file' },
  );

  function contextOf(call: {
    request: Request;
    consumer: ConsumerRecord;
    now: Date;
  }): OwnerContext {
    return {
      consumerId: call.consumer.id,
      campaignId: gateway.campaignId,
      origin: ownOrigin(call.request, gateway.settings),
      now: call.now,
    };
  }
}

const fileLimit = { address: { calls: 600, seconds: 60 } };

/** Needs a signed link. No upload may run in this origin: pictures are shown, PDFs are saved. */
export function receiptFileRoutes(app: App, gateway: Gateway): void {
  app.get(receiptFileRoute, async (context) => {
    const refusal = await limitAddress(gateway, 'GET file', context.env.address, fileLimit);
    if (refusal) return errorResponse(refusal);
    const query = new URL(context.req.url).searchParams;
    const opened = await openReceiptFile(gateway, context.req.param(), query);
    if (!opened) return errorResponse(refuse('NOT_FOUND'));
    const { receipt, file } = opened;
    const isPdf = receipt.fileType === 'application/pdf';
    return new Response(file, {
      headers: {
        'content-type': receipt.fileType,
        'content-disposition': `${isPdf ? 'attachment' : 'inline'}; filename="${fileNameOf(receipt)}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    });
  });
}

/** Reading takes seconds of processor time, and users have only a few receipts at hand. */
const ocrLimit = {
  account: { calls: 20, seconds: 60 },
  address: { calls: 300, seconds: 60 },
};

export function ocrRoutes(app: App, gateway: Gateway): void {
  route(
    app,
    gateway,
    executeOcrEndpoint,
    ({ body: { imageBase64 }, consumer, address, request: { signal } }) =>
      readWithOcr(gateway, { imageBase64, consumer, address, signal }),
    { limit: ocrLimit, bodyKind: 'file' },
  );
}

export function luckyNumberRoutes(app: App, gateway: Gateway): void {
  route(
    app,
    gateway,
    listLuckyNumbersEndpoint,
    ({ consumer: { id }, query }) =>
      readOwnLuckyNumbers(gateway.database, { consumerId: id, requested: query.get('consumerId') }),
    { limit: listLimit },
  );
}
