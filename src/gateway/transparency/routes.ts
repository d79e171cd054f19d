import type { Context } from 'hono';
import { getTransparency, transparencyFiles } from '../../contract/transparency.ts';
import type { Gateway } from '../gateway.ts';
import { apiError } from '../http/api-error.ts';
import { errorResponse } from '../http/error-response.ts';
import { matchesTag } from '../http/negotiation.ts';
import { limitAddress } from '../http/rate-limit.ts';
import { type App, type AppEnvironment, route } from '../http/route.ts';
import { findLedger } from '../ledger/queries.ts';
import { ledgerText, numbersText, scheduleText, textStream } from './published-lists.ts';
import { transparencyReader } from './read.ts';

/** In seconds. */
const publicFor = 60;

/** A list may hold a million lines; a town behind one address checks it by parts. */
const limit = { address: { calls: 600, seconds: 60 } };

const json = 'application/jsonl; charset=utf-8';
const csv = 'text/csv; charset=utf-8';

export function transparencyRoutes(app: App, gateway: Gateway): void {
  const { database, campaign } = gateway;
  const campaignId = Number(campaign.campaign.id);
  const read = transparencyReader(gateway);

  route(app, gateway, getTransparency, ({ now }) => read(now), { publicFor });

  app.get(transparencyFiles.ledger, async (context) => {
    const after = context.req.query('after') ?? '0';
    if (!/^\d{1,15}$/.test(after)) return errorResponse(apiError('INVALID_REQUEST'));
    return publish(context, json, (upTo) =>
      ledgerText(database, { campaignId, after: Number(after), upTo }),
    );
  });
  app.get(transparencyFiles.numbers, (context) =>
    publishList(context, () => numbersText(database, campaignId)),
  );
  app.get(transparencyFiles.schedule, (context) =>
    publishList(context, () => scheduleText(database, campaignId)),
  );

  /** Once knowing them helps no participant to win. */
  async function publishList(
    context: Context<AppEnvironment>,
    write: () => AsyncGenerator<string, void>,
  ): Promise<Response> {
    const { secretsRevealedAt } = await findLedger(database, campaignId);
    if (secretsRevealedAt) return publish(context, csv, write);
    const message = 'A lista é publicada quando a promoção for encerrada.';
    return errorResponse(apiError('NOT_ALLOWED_NOW', { message }));
  }

  /** Sent as it is written, and known by where the ledger ends. */
  async function publish(
    context: Context<AppEnvironment>,
    type: string,
    write: (upTo: number) => AsyncGenerator<string, void>,
  ): Promise<Response> {
    const request = context.req.raw;
    const name = `${request.method} ${context.req.path}`;
    const tooMany = await limitAddress(gateway, name, context.env.address, limit);
    if (tooMany) return errorResponse(tooMany);
    const { position, hash } = await findLedger(database, campaignId);
    const tag = `W/"${hash.slice(0, 22)}"`;
    const headers = {
      ETag: tag,
      'Cache-Control': `public, max-age=${publicFor}, must-revalidate`,
      'content-type': type,
    };
    if (matchesTag(request, tag)) return new Response(null, { status: 304, headers });
    return new Response(textStream(write(position)), { headers });
  }
}
