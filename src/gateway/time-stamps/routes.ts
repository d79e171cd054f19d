import { stampFile, stampList } from '../../contract/transparency.ts';
import type { Gateway } from '../gateway.ts';
import { apiError, errorResponse } from '../http/api-error.ts';
import { limitAddress } from '../http/rate-limit.ts';
import type { App } from '../http/route.ts';
import { findStamp, findStamps } from './stamp-ledger.ts';

const limit = { address: { calls: 600, seconds: 60 } };

/** All stamps as JSON Lines, for the verifier, and each in files for `openssl ts -verify`. */
export function timeStampRoutes(app: App, gateway: Gateway): void {
  const { database, campaignId } = gateway;

  app.get(stampList, async (context) => {
    const tooMany = await limitAddress(gateway, 'GET stamps', context.env.address, limit);
    if (tooMany) return errorResponse(tooMany);
    const lines = (await findStamps(database, campaignId)).map(
      ({ size, checkpoint, answerBase64 }) =>
        `${JSON.stringify({ size, checkpoint, answer: answerBase64 })}\n`,
    );
    return new Response(lines.join(''), {
      headers: {
        'content-type': 'application/jsonl; charset=utf-8',
        'Cache-Control': 'public, max-age=60, must-revalidate',
      },
    });
  });

  app.get(stampFile, async (context) => {
    const tooMany = await limitAddress(gateway, 'GET stamp', context.env.address, limit);
    if (tooMany) return errorResponse(tooMany);
    const [, size, kind] = /^(\d{1,15})\.(tsr|txt)$/.exec(context.req.param('file') ?? '') ?? [];
    const stamp = size && (await findStamp(database, campaignId, Number(size)));
    if (!stamp) return errorResponse(apiError('NOT_FOUND'));
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
    return kind === 'tsr'
      ? new Response(Buffer.from(stamp.answerBase64, 'base64'), {
          headers: { ...headers, 'content-type': 'application/timestamp-reply' },
        })
      : new Response(stamp.checkpoint, {
          headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
        });
  });
}
