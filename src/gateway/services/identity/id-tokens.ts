import { generateKeyPairSync, KeyObject, randomUUID, verify } from 'node:crypto';
import {
  type CryptoKey,
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { literal, number, optional, string, type } from 'superstruct';
import type { Database } from '../../db/database.ts';
import { getOrCreateSecret } from '../../db/queries/secrets.ts';

/** How long an ID token is valid. The session lives on: see `refresh-tokens.ts`. */
export const idTokenSeconds = 3600;

const customTokenSeconds = 60;

export const signingKeyName = 'identity-signing-key';

/** Source: Firebase, "Create custom tokens". */
const customAudience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';

interface Realm {
  projectId: string;
  tenantId: string;
}

export interface Claims {
  userId: string;
  issuedAt: number;
  signedInAt: number;
  /** The claim `sid`, which only tokens of our own accounts have. */
  sessionId: string | null;
}

type ReadToken = (token: string) => Promise<Claims | null>;

/** Source: Firebase, "Verify ID tokens using a third-party JWT library"; with the tenant added. */
export function tokenReader(
  keys: TokenKeys,
  realm: Realm,
  now: () => Date,
  audience = realm.projectId,
): ReadToken {
  const Payload = type({
    sub: string(),
    iat: number(),
    auth_time: number(),
    sid: optional(string()),
    firebase: type({ tenant: literal(realm.tenantId) }),
  });
  return async (token) => {
    const terms = { issuer: issuerOf(realm), audience, now: now() };
    const [wrong, claims] = Payload.validate(await readSignedToken(token, keys, terms));
    if (wrong) return null;
    return {
      userId: claims.sub,
      issuedAt: claims.iat,
      signedInAt: claims.auth_time,
      sessionId: claims.sid ?? null,
    };
  };
}

export interface TokenIssuer {
  /** As `/.well-known/jwks.json` answers them (RFC 7517). */
  jwks: { keys: JWK[] };
  read: ReadToken;
  issue(
    user: { id: string; email: string },
    session: { id: string; signedInAt: Date },
  ): Promise<string>;
  issueCustom(userId: string, signedInAt: Date): Promise<string>;
  readCustom: ReadToken;
}

export async function openIssuer(
  database: Database,
  realm: Realm,
  now: () => Date,
): Promise<TokenIssuer> {
  const saved = await getOrCreateSecret(database, signingKeyName, newPrivateKey);
  const jwk: JWK = JSON.parse(saved);
  const privateKey = await importJWK(jwk, 'RS256');
  const { kty = '', n = '', e = '', kid = '' } = jwk;
  const jwks = { keys: [{ kty, n, e, kid, alg: 'RS256', use: 'sig' }] };
  const keys = createLocalJWKSet(jwks);

  function sign(
    claims: object,
    { userId, signedInAt, audience, seconds }: Signing,
  ): Promise<string> {
    const issuedAt = Math.floor(now().getTime() / 1000);
    // `jti` makes every token differ: the SDK stores a refresh token only beside a new ID token.
    return new SignJWT({ ...claims, auth_time: Math.floor(signedInAt.getTime() / 1000) })
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setIssuer(issuerOf(realm))
      .setAudience(audience)
      .setSubject(userId)
      .setIssuedAt(issuedAt)
      .setJti(randomUUID())
      .setExpirationTime(issuedAt + seconds)
      .sign(privateKey);
  }

  return {
    jwks,
    read: tokenReader(keys, realm, now),
    issue({ id, email }, session) {
      const identities = { email: [email] };
      const firebase = { identities, sign_in_provider: 'password', tenant: realm.tenantId };
      return sign(
        { email, email_verified: false, user_id: id, sid: session.id, firebase },
        {
          userId: id,
          signedInAt: session.signedInAt,
          audience: realm.projectId,
          seconds: idTokenSeconds,
        },
      );
    },
    issueCustom: (userId, signedInAt) =>
      sign(
        { firebase: { tenant: realm.tenantId } },
        { userId, signedInAt, audience: customAudience, seconds: customTokenSeconds },
      ),
    readCustom: tokenReader(keys, realm, now, customAudience),
  };
}

interface Signing {
  userId: string;
  signedInAt: Date;
  audience: string;
  seconds: number;
}

function issuerOf({ projectId }: Realm): string {
  return `https://securetoken.google.com/${projectId}`;
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: randomUUID() });
}

/** Rejects with a `JOSEError` when there is no such key. */
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
    // We support no extension, so we refuse a token that marks one as critical (RFC 7515, 4.1.11).
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
  const keyObject = nodeKeys.get(key) ?? KeyObject.from(key);
  nodeKeys.set(key, keyObject);
  return keyObject;
}

function claimsOf(token: string, { issuer, audience, now }: TokenTerms): JWTPayload | null {
  const claims = decodeJwt(token);
  const { iss, aud, exp, nbf = 0 } = claims;
  const seconds = Math.floor(now.getTime() / 1000);
  const isMeant = iss === issuer && aud === audience;
  const isTimely = Number(exp) > seconds && Number(nbf) <= seconds;
  return isMeant && isTimely ? claims : null;
}
