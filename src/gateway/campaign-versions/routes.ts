import { listPictures, pictureFile } from '../../contract/campaign.ts';
import { cacheControl } from '../../contract/response-headers.ts';
import type { Gateway } from '../gateway.ts';
import { errorResponse } from '../http/response.ts';
import { type App, route } from '../http/route.ts';
import { refuse } from '../refusal.ts';
import { findPicture, findPictureHashes } from './version-queries.ts';

/** A build of the campaign's site downloads its pictures here. */
export function campaignPictureRoutes(app: App, gateway: Gateway): void {
  const { database, campaignId } = gateway;

  route(app, gateway, listPictures, () => findPictureHashes(database, campaignId), {
    cacheSeconds: 5,
  });

  app.get(pictureFile, async (context) => {
    const { campaignId: named, sha256 = '' } = context.req.param();
    const isOurs = named === String(campaignId) && /^[\da-f]{64}$/.test(sha256);
    const bytes = isOurs ? await findPicture(database, campaignId, sha256) : null;
    if (!bytes) return errorResponse(refuse('NOT_FOUND'));
    const headers = {
      'Cache-Control': cacheControl.hashed,
      // As a download, so that no browser opens it as a page of this origin.
      'content-type': 'application/octet-stream',
      'Content-Disposition': 'attachment',
    };
    return new Response(new Uint8Array(bytes), { headers });
  });
}
