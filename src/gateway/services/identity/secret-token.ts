import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

/** A token that cannot be guessed, as text that fits an address. */
export function newSecretToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

export function isSecretToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** How such a token is kept: it needs no salt, and who reads the database cannot use it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
