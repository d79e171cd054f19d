import { createHmac, randomBytes } from 'node:crypto';
import type { Queries } from '../db/database.ts';
import { isErasedDocument } from '../db/queries/erasures.ts';
import { getOrCreateSecret } from '../db/queries/secrets.ts';

/**
 * How the document of somebody who was erased is recognised: with a key, since a plain hash of
 * eleven digits is read back by trying them all.
 */
export async function documentMac(queries: Queries, document: string): Promise<string> {
  const key = await getOrCreateSecret(queries, 'erased-documents', () =>
    randomBytes(32).toString('base64url'),
  );
  return createHmac('sha256', key).update(document).digest('base64url');
}

/**
 * Who was erased after sending receipts does not take part again: limits per person hold for the
 * whole campaign.
 */
export async function wasErased(
  queries: Queries,
  { campaignId, document }: { campaignId: number; document: string },
): Promise<boolean> {
  return isErasedDocument(queries, {
    campaignId,
    documentMac: await documentMac(queries, document),
  });
}
