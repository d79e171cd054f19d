import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

export function newSecretToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

export function isSecretToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The hash that is stored: useless to a thief, and without salt because tokens are random. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
