import { executeOcr } from '../../contract/ocr.ts';
import { executeOcr as readFile } from '../engine/execute-ocr.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';

/** A reading costs seconds of a processor; nobody has more than a few receipts at hand. */
const limit = {
  account: { calls: 20, seconds: 60 },
  address: { calls: 300, seconds: 60 },
};

/** Reads a receipt's picture or PDF on the server, for pages that could not read it themselves. */
export function ocrRoutes(app: App, gateway: Gateway): void {
  route(
    app,
    gateway,
    executeOcr,
    ({ body: { imageBase64 }, request: { signal } }) => readFile(gateway, { imageBase64, signal }),
    { limit, carries: 'file' },
  );
}
