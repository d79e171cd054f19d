import { createHmac, randomBytes } from 'node:crypto';
import type { Queries } from '../db/database.ts';
import { getOrCreateSecret } from '../db/queries/secrets.ts';

export function erasedDocumentsKey(queries: Queries): Promise<string> {
  return getOrCreateSecret(queries, 'erased-documents', () =>
    randomBytes(32).toString('base64url'),
  );
}

/** Keyed, since a plain hash of eleven digits can be reversed by trying them all. */
export async function documentMac(queries: Queries, document: string): Promise<string> {
  return createHmac('sha256', await erasedDocumentsKey(queries))
    .update(document)
    .digest('base64url');
}

/** Limits per person hold for the whole campaign, so an erased consumer does not come back. */
export async function wasErased(
  queries: Queries,
  { campaignId, document }: { campaignId: number; document: string },
): Promise<boolean> {
  const rows = await queries.query(
    'select from erasures where campaign_id = $1 and document_mac = $2',
    [campaignId, await documentMac(queries, document)],
  );
  return rows.length === 1;
}
