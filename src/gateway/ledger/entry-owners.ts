import { createHmac } from 'node:crypto';
import { type Opening, ownerOf, personIn } from '../../rules/log/hidden-owners.ts';
import type { Queries } from '../db/database.ts';
import { findCachedSecret } from '../db/queries/secrets.ts';
import { logKeyName } from './log-signer.ts';

interface OwnedEntry {
  campaignId: number;
  engineId: number;
  receiptId: number;
}

export async function findOpening(
  queries: Queries,
  { campaignId, engineId, receiptId }: OwnedEntry,
  pseudonym: string,
): Promise<Opening> {
  const person = personIn(engineId, pseudonym);
  return { person, nonce: await findNonce(queries, campaignId, `${engineId}/${receiptId}`) };
}

export async function findEntryOwner(
  queries: Queries,
  entry: OwnedEntry,
  pseudonym: string,
): Promise<string> {
  return ownerOf(await findOpening(queries, entry, pseudonym));
}

/**
 * The nonce that hides `thing` in the log, 32 hexadecimal digits. No row holds nonces: they are
 * derived from the log's wrapped key, so that a copy of the tables opens nothing.
 */
export async function findNonce(
  queries: Queries,
  campaignId: number,
  thing: string,
): Promise<string> {
  const key = Buffer.from(await findCachedSecret(queries, logKeyName(campaignId)), 'hex');
  return createHmac('sha256', key).update(`nonce/1:${thing}`).digest('hex').slice(0, 32);
}
