import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { headStatement } from '../../rules/held-heads.ts';
import type { LedgerHead } from '../../rules/ledger.ts';
import { readLedgerEntry } from '../../rules/ledger-entries.ts';
import { formatNote, formatNoteKey, parseNoteKey } from '../../rules/signed-note.ts';
import type { Database, Queries } from '../db/database.ts';
import { findSecret, getOrCreateSecret } from '../db/queries/secrets.ts';
import { findMilestones } from './queries.ts';

/** As a signed note. */
export type SignHead = (head: LedgerHead) => string;

const seedBytes = 32;
/** An Ed25519 private key in PKCS #8 (RFC 8410), before its 32 bytes. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param origin of the site; a part of the key's name */
export async function createLogKey(
  queries: Queries,
  campaignId: number,
  origin: string,
): Promise<string> {
  const make = () => randomBytes(seedBytes).toString('hex');
  const seed = await getOrCreateSecret(queries, secretName(campaignId), make);
  const name = `${new URL(origin).host}/promocao/${campaignId}`;
  return formatNoteKey({ name, publicKey: publicBytes(privateKey(seed)) });
}

const signers = new WeakMap<Database, Promise<SignHead | null>>();

/** Null for a ledger from before heads were signed. Asked of the database once per process. */
export function headSigner(database: Database, campaignId: number): Promise<SignHead | null> {
  const known = signers.get(database);
  if (known) return known;
  const signer = findSigner(database, campaignId);
  signers.set(database, signer);
  signer.catch(() => signers.delete(database));
  return signer;
}

async function findSigner(queries: Queries, campaignId: number): Promise<SignHead | null> {
  const [opening] = await findMilestones(queries, campaignId);
  const commitments = opening ? readLedgerEntry(opening.entry) : null;
  const key = commitments?.type === 'COMMITMENTS' && parseNoteKey(commitments.log ?? '');
  if (!key) return null;
  const secret = privateKey(await findSecret(queries, secretName(campaignId)));
  return (head) => {
    const text = headStatement(key.name, head);
    return formatNote(text, key, sign(null, Buffer.from(text), secret));
  };
}

function secretName(campaignId: number): string {
  return `ledger/${campaignId}`;
}

function privateKey(seedHex: string): KeyObject {
  const key = Buffer.concat([pkcs8, Buffer.from(seedHex, 'hex')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function publicBytes(key: KeyObject): Uint8Array<ArrayBuffer> {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return new Uint8Array(Buffer.from(x, 'base64url'));
}
