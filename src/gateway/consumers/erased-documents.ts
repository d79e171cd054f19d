import { createHmac, randomBytes } from 'node:crypto';
import type { Queries } from '../db/database.ts';
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

/** Whether somebody with this document sent receipts to the campaign and was erased. */
export async function isErasedDocument(
  queries: Queries,
  { campaignId, documentMac }: { campaignId: number; documentMac: string },
): Promise<boolean> {
  const rows = await queries.query(
    'select 1 from erasures where campaign_id = $1 and document_mac = $2',
    [campaignId, documentMac],
  );
  return rows.length === 1;
}
