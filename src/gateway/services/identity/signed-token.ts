import { KeyObject, verify } from 'node:crypto';
import { type CryptoKey, decodeJwt, decodeProtectedHeader, errors, type JWTPayload } from 'jose';

/** Rejects with a `JOSEError` when there is none. */
export type TokenKeys = (header: { alg: string; kid?: string }) => Promise<CryptoKey>;

interface TokenTerms {
  issuer: string;
  audience: string;
  now: Date;
}

const nodeKeys = new WeakMap<CryptoKey, KeyObject>();

/** RS256 (RFC 7515, RFC 7519) on the main thread, 50 µs: libuv's may be busy with passwords. */
export async function readSignedToken(
  token: string,
  keys: TokenKeys,
  terms: TokenTerms,
): Promise<JWTPayload | null> {
  const header = headerOf(token);
  if (!header) return null;
  try {
    const key = nodeKey(await keys(header));
    return isSignedBy(key, token) ? claimsOf(token, terms) : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function headerOf(token: string): { alg: string; kid?: string } | null {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null;
  try {
    const { alg, kid, crit } = decodeProtectedHeader(token);
    // What a token calls critical has to be understood, and we know no such extension.
    if (alg !== 'RS256' || crit !== undefined) return null;
    return { alg, ...(kid !== undefined && { kid }) };
  } catch {
    return null;
  }
}

function isSignedBy(key: KeyObject, token: string): boolean {
  const end = token.lastIndexOf('.');
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  return verify('sha256', Buffer.from(token.slice(0, end)), key, signature);
}

function nodeKey(key: CryptoKey): KeyObject {
  const known = nodeKeys.get(key) ?? KeyObject.from(key);
  nodeKeys.set(key, known);
  return known;
}

function claimsOf(token: string, { issuer, audience, now }: TokenTerms): JWTPayload | null {
  const claims = decodeJwt(token);
  const { iss, aud, exp, nbf = 0 } = claims;
  const seconds = Math.floor(now.getTime() / 1000);
  const isMeant = iss === issuer && aud === audience;
  const isTimely = Number(exp) > seconds && Number(nbf) <= seconds;
  return isMeant && isTimely ? claims : null;
}
