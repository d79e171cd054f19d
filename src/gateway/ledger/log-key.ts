import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { addMs, minuteMs } from '../../rules/dates.ts';
import { promiseText } from '../../rules/log/evidence.ts';
import { type Opening, ownerOf, personIn } from '../../rules/log/hidden-owners.ts';
import { leafHash } from '../../rules/log/merkle.ts';
import { formatNote, formatNoteKey, parseNoteKey } from '../../rules/log/signed-note.ts';
import type { Database, Queries } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import { findCachedSecret, findSecret, getOrCreateSecret } from '../db/queries/secrets.ts';
import { getOrMake } from '../share-work.ts';
import { findLogKey, findPublishedSize } from './queries.ts';

/** The secret behind all that follows: it signs log and promises; what hides people is derived from it. */
function logKeyName(campaignId: number): string {
  return `ledger/${campaignId}`;
}

interface LogSigner {
  origin: string;
  sign(text: string): string;
}

const seedBytes = 32;
/** The bytes of PKCS #8 (RFC 8410) that precede the 32 of an Ed25519 private key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export async function createLogKey(
  queries: Queries,
  campaignId: number,
  siteUrl: string,
): Promise<string> {
  const make = () => randomBytes(seedBytes).toString('hex');
  const seed = await getOrCreateSecret(queries, logKeyName(campaignId), make);
  const name = `${new URL(siteUrl).host}/promocao/${campaignId}`;
  return formatNoteKey({ name, publicKey: publicBytes(privateKey(seed)) });
}

const signers = new WeakMap<Database, Promise<LogSigner>>();

export function logSigner(database: Database, campaignId: number): Promise<LogSigner> {
  return getOrMake(signers, database, () => findSigner(database, campaignId));
}

async function findSigner(queries: Queries, campaignId: number): Promise<LogSigner> {
  const text = await findLogKey(queries, campaignId);
  const key = text && parseNoteKey(text);
  if (!key) throw new Error(`The ledger of campaign ${campaignId} has no key`);
  const secret = privateKey(await findSecret(queries, logKeyName(campaignId)));
  return {
    origin: key.name,
    sign: (text) => formatNote(text, key, sign(null, Buffer.from(text), secret)),
  };
}

/** Entries are published each second; this leaves time for a failing storage to recover. */
const promisedMs = 10 * minuteMs;

/** Call it before the entries are written, since the signed promise names the size so far. */
export async function promiseSigner(database: Database, campaignId: number): Promise<SignPromise> {
  const { origin, sign } = await logSigner(database, campaignId);
  const from = await findPublishedSize(database, campaignId);
  return (texts, now) => {
    const until = addMs(now, promisedMs).toISOString();
    return sign(promiseText({ name: origin, from, until, leaves: texts.map(leafHash) }));
  };
}

export type SignPromise = (texts: readonly string[], now: Date) => string;

interface OwnedEntry extends EngineKey {
  receiptId: number;
}

export async function deriveOpening(
  queries: Queries,
  { campaignId, engineId, receiptId }: OwnedEntry,
  pseudonym: string,
): Promise<Opening> {
  const person = personIn(engineId, pseudonym);
  return { person, nonce: await deriveNonce(queries, campaignId, `${engineId}/${receiptId}`) };
}

export async function deriveHiddenOwner(
  queries: Queries,
  entry: OwnedEntry,
  pseudonym: string,
): Promise<string> {
  return ownerOf(await deriveOpening(queries, entry, pseudonym));
}

/**
 * The nonce that hides `thing` in the log, 32 hexadecimal digits. No row holds nonces: they are
 * derived from the log's wrapped key, so that a copy of the tables opens nothing.
 */
export async function deriveNonce(
  queries: Queries,
  campaignId: number,
  thing: string,
): Promise<string> {
  const key = Buffer.from(await findCachedSecret(queries, logKeyName(campaignId)), 'hex');
  return createHmac('sha256', key).update(`nonce/1:${thing}`).digest('hex').slice(0, 32);
}

function privateKey(seedHex: string): KeyObject {
  const key = Buffer.concat([pkcs8, Buffer.from(seedHex, 'hex')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function publicBytes(key: KeyObject): Uint8Array<ArrayBuffer> {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return new Uint8Array(Buffer.from(x, 'base64url'));
}
