import type { Context, MiddlewareHandler } from 'hono';
import { cacheControl } from '../../contract/response-headers.ts';
import {
  getTransparencyEndpoint,
  stampFile,
  stampList,
  transparencyFiles,
} from '../../contract/transparency.ts';
import { readCheckpoint } from '../../rules/log/signed-note.ts';
import { refusalDetails } from '../../rules/messages/messages.ts';
import type { Gateway } from '../gateway.ts';
import { limitAddress, type RateLimit } from '../http/rate-limit.ts';
import { errorResponse, notModified, publicCacheControl } from '../http/response.ts';
import { type App, type AppEnvironment, route } from '../http/route.ts';
import { findLogFile, isCompressed } from '../ledger/log-files.ts';
import { findLedger, findPublishedHead } from '../ledger/queries.ts';
import { notAllowedNow, refuse } from '../refusal.ts';
import { findStamp, findStamps } from '../time-stamps/stamp-ledger.ts';
import { numbersText, scheduleText, textStream } from './stream-lists.ts';
import { transparencyReader } from './summary.ts';

const publicSeconds = 60;

/** Limited, because a list may have a million lines; high, for towns behind one address. */
const proofLimit = { address: { calls: 600, seconds: 60 } };

const logLimit = { address: { calls: 12_000, seconds: 60 } };

/** Caches hold a checkpoint for two seconds only: the next one soon follows. */
const newest = 'public, max-age=2';

export function transparencyRoutes(app: App, gateway: Gateway): void {
  const { database, campaignId } = gateway;
  const readSummary = transparencyReader(gateway);
  route(app, gateway, getTransparencyEndpoint, ({ now }) => readSummary(now), {
    cacheSeconds: publicSeconds,
    limit: proofLimit,
  });
  logRoutes(app, gateway);
  stampRoutes(app, gateway);
  app.get(transparencyFiles.numbers, (context) =>
    publishList(gateway, context, () => numbersText(database, campaignId)),
  );
  app.get(transparencyFiles.schedule, (context) =>
    publishList(gateway, context, () => scheduleText(database, campaignId)),
  );
}

/** The public log: its newest checkpoint, and its tiles, which never change. */
function logRoutes(app: App, gateway: Gateway): void {
  const { database, campaignId } = gateway;
  app.use(`${transparencyFiles.log}/*`, limitedTo(gateway, 'GET log', logLimit));
  app.get(`${transparencyFiles.log}/checkpoint`, async () => {
    const { checkpoint } = await findPublishedHead(database, campaignId);
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'Cache-Control': newest };
    return new Response(checkpoint, { headers });
  });
  app.get(`${transparencyFiles.log}/tile/*`, async (context) => {
    const path = context.req.path.slice(transparencyFiles.log.length + 1);
    const file = await findLogFile(gateway, path);
    if (!file) return errorResponse(refuse('NOT_FOUND'));
    const headers = new Headers({
      'content-type': 'application/octet-stream',
      'Cache-Control': cacheControl.hashed,
    });
    if (isCompressed(file.tile)) headers.set('content-encoding', 'gzip');
    return new Response(file.bytes, { headers });
  });
}

/** All stamps as JSON Lines, for the verifier, and each in files for `openssl ts -verify`. */
function stampRoutes(app: App, gateway: Gateway): void {
  const { database, campaignId } = gateway;

  app.get(stampList, limitedTo(gateway, 'GET stamps', proofLimit), async () => {
    const lines = (await findStamps(database, campaignId)).map(
      ({ size, checkpoint, answerBase64 }) =>
        `${JSON.stringify({ size, checkpoint, answer: answerBase64 })}\n`,
    );
    return new Response(lines.join(''), {
      headers: {
        'content-type': 'application/jsonl; charset=utf-8',
        'Cache-Control': publicCacheControl(60),
      },
    });
  });

  app.get(stampFile, limitedTo(gateway, 'GET stamp', proofLimit), async (context) => {
    const [, size, kind] = /^(\d{1,15})\.(tsr|txt)$/.exec(context.req.param('file') ?? '') ?? [];
    const stamp = size && (await findStamp(database, campaignId, Number(size)));
    if (!stamp) return errorResponse(refuse('NOT_FOUND'));
    const headers = { 'Cache-Control': cacheControl.hashed };
    return kind === 'tsr'
      ? new Response(Buffer.from(stamp.answerBase64, 'base64'), {
          headers: { ...headers, 'content-type': 'application/timestamp-reply' },
        })
      : new Response(stamp.checkpoint, {
          headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
        });
  });
}

function limitedTo(
  gateway: Gateway,
  name: string,
  limit: RateLimit,
): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const refusal = await limitAddress(gateway, name, context.env.address, limit);
    return refusal ? errorResponse(refusal) : next();
  };
}

/** Refused until the secrets are revealed: earlier, the list would help people win. */
async function publishList(
  gateway: Gateway,
  context: Context<AppEnvironment>,
  write: () => AsyncGenerator<string, void>,
): Promise<Response> {
  const { database, campaignId } = gateway;
  const { secretsRevealedAt } = await findLedger(database, campaignId);
  if (!secretsRevealedAt) {
    return errorResponse(notAllowedNow(refusalDetails.listNotRevealed));
  }
  const request = context.req.raw;
  const name = `${request.method} ${context.req.path}`;
  const refusal = await limitAddress(gateway, name, context.env.address, proofLimit);
  if (refusal) return errorResponse(refusal);
  const { checkpoint } = await findPublishedHead(database, campaignId);
  const tag = `W/"${readCheckpoint(checkpoint)?.root.slice(0, 22)}"`;
  const headers = new Headers({
    ETag: tag,
    'Cache-Control': publicCacheControl(publicSeconds),
    'content-type': 'text/csv; charset=utf-8',
  });
  return notModified(request, headers) ?? new Response(textStream(write()), { headers });
}
