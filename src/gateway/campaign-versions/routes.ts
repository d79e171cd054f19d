import { listPicturesEndpoint, pictureFile } from '../../contract/campaign.ts';
import { cacheControl } from '../../contract/response-headers.ts';
import type { Gateway } from '../gateway.ts';
import { limitAddress } from '../http/rate-limit.ts';
import { errorResponse } from '../http/response.ts';
import { type App, route } from '../http/route.ts';
import { refuse } from '../refusal.ts';
import { getOrMake } from '../share-work.ts';
import { findPicture, findPictureHashes } from './version-queries.ts';

const pictureLimit = { address: { calls: 600, seconds: 60 } };

/** A build of the campaign's site downloads its pictures here. */
export function campaignPictureRoutes(app: App, gateway: Gateway): void {
  const { database, campaignId } = gateway;

  // Once each for all downloads, and until a restart: a promotion has few, of all its versions.
  const pictures = new Map<string, Promise<Blob | null>>();
  const readPicture = async (sha256: string) => {
    const picture = await getOrMake(pictures, sha256, async () => {
      const bytes = await findPicture(database, campaignId, sha256);
      return bytes && new Blob([new Uint8Array(bytes)]);
    });
    if (!picture) pictures.delete(sha256);
    return picture;
  };

  route(app, gateway, listPicturesEndpoint, () => findPictureHashes(database, campaignId), {
    cacheSeconds: 5,
  });

  app.get(pictureFile, async (context) => {
    const refusal = await limitAddress(gateway, 'GET picture', context.env.address, pictureLimit);
    if (refusal) return errorResponse(refusal);
    const { campaignId: named, sha256 = '' } = context.req.param();
    const isOurs = named === String(campaignId) && /^[\da-f]{64}$/.test(sha256);
    const picture = isOurs ? await readPicture(sha256) : null;
    if (!picture) return errorResponse(refuse('NOT_FOUND'));
    const headers = {
      'Cache-Control': cacheControl.hashed,
      // As a download, so that no browser opens it as a page of this origin.
      'content-type': 'application/octet-stream',
      'Content-Disposition': 'attachment',
      'content-length': String(picture.size),
    };
    return new Response(picture, { headers });
  });
}
