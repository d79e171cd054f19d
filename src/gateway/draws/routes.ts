import { getWinners, type WinnerList, winnerFiles } from '../../contract/winners.ts';
import type { Gateway } from '../gateway.ts';
import { errorResponse, matchesTag, tagOf } from '../http/response.ts';
import { type App, route } from '../http/route.ts';
import { getOrMake } from '../memoize.ts';
import { refuse } from '../refusal.ts';
import { readWinners } from './publish-winners.ts';

const seconds = 60;

const files = [
  { path: winnerFiles.PDF, type: 'application/pdf', make: 'winnersPdf' },
  { path: winnerFiles.IMAGE, type: 'image/webp', make: 'winnersPicture' },
] as const;

export function winnerRoutes(app: App, gateway: Gateway): void {
  const { database } = gateway;
  const readList = () => readWinners(database, gateway.snapshot);
  route(app, gateway, getWinners, async () => (await readList()) ?? refuse('NOT_FOUND'), {
    cacheSeconds: seconds,
  });

  for (const { path, type, make } of files) {
    const documentOf = writtenOnce(async (list) => {
      const documents = await import('../../campaign/winner-document.ts');
      return documents[make](list);
    });
    app.get(path, async (context) => {
      const isOurs = context.req.param('campaignId') === String(gateway.campaignId);
      const list = isOurs ? await readList() : null;
      if (!list) return errorResponse(refuse('NOT_FOUND'));
      const { bytes, tag } = await documentOf(list);
      const headers = { ETag: tag, 'Cache-Control': `public, max-age=${seconds}, must-revalidate` };
      if (matchesTag(context.req.raw, tag)) return new Response(null, { status: 304, headers });
      return new Response(bytes, { headers: { ...headers, 'content-type': type } });
    });
  }
}

interface WrittenDocument {
  bytes: Uint8Array<ArrayBuffer>;
  tag: string;
}

function writtenOnce(write: (list: WinnerList) => Promise<Uint8Array>) {
  const newest = new Map<string, Promise<WrittenDocument>>();
  return (list: WinnerList): Promise<WrittenDocument> => {
    const text = JSON.stringify(list);
    if (!newest.has(text)) newest.clear();
    return getOrMake(newest, text, async () => ({
      bytes: new Uint8Array(await write(list)),
      tag: tagOf(text),
    }));
  };
}
