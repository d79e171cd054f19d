import { getWinnersEndpoint, type WinnerList, winnerFiles } from '../../contract/winners.ts';
import type { Gateway } from '../gateway.ts';
import { errorResponse, notModified, publicCacheControl, tagOf } from '../http/response.ts';
import { type App, route } from '../http/route.ts';
import { refuse } from '../refusal.ts';
import { memoizeLatest, shareWhileReading } from '../share-work.ts';
import { readWinners } from './winners.ts';

const publicSeconds = 60;

const files = [
  { path: winnerFiles.PDF, type: 'application/pdf', make: 'winnersPdf' },
  { path: winnerFiles.IMAGE, type: 'image/webp', make: 'winnersPicture' },
] as const;

export function winnerRoutes(app: App, gateway: Gateway): void {
  const { database } = gateway;
  const readList = shareWhileReading(() => readWinners(database, gateway.snapshot, gateway.now()));
  route(app, gateway, getWinnersEndpoint, async () => (await readList()) ?? refuse('NOT_FOUND'), {
    cacheSeconds: publicSeconds,
  });

  for (const { path, type, make } of files) {
    const documentOf = memoizeLatest(async (list: WinnerList, text) => {
      const documents = await import('../../campaign/documents.ts');
      return { bytes: new Uint8Array(await documents[make](list)), tag: tagOf(text) };
    });
    app.get(path, async (context) => {
      const isOurs = context.req.param('campaignId') === String(gateway.campaignId);
      const list = isOurs ? await readList() : null;
      if (!list) return errorResponse(refuse('NOT_FOUND'));
      const { bytes, tag } = await documentOf(list);
      const headers = new Headers({
        ETag: tag,
        'Cache-Control': publicCacheControl(publicSeconds),
      });
      headers.set('content-type', type);
      return notModified(context.req.raw, headers) ?? new Response(bytes, { headers });
    });
  }
}
