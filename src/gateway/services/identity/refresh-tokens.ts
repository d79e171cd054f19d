import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '../../../rules/dates.ts';
import type { Queries } from '../../db/database.ts';
import { getOrCreateSecret } from '../../db/queries/secrets.ts';

/*
 * Refresh tokens renew a session until the user signs out, changes the password, or an old refresh
 * token is used again; it ends at most `sessionDays` (sessions.ts) after its start.
 */

/** Within this time, a refresh token that is used again counts as a second tab's or a retry. */
const graceMs = minuteMs;

/** For the token before the newest, whose answer may have been lost with the connection. */
const lostAnswerMs = 15 * minuteMs;

/** Renewals of a session per minute; browsers renew far less often. */
const maxRenewals = 100;

const keyBytes = 32;

export const refreshKeyName = 'identity-refresh-key';

export interface RefreshToken {
  sessionId: string;
  generation: number;
}

interface Renewals {
  generation: number;
  /** When the latest tokens were used, in milliseconds since 1970. */
  renewals: readonly number[];
}

/** Tokens carry session and generation, signed, so an old one is recognised without a table. */
export interface RefreshTokens {
  write(token: RefreshToken): string;
  read(text: string): RefreshToken | null;
}

export async function openRefreshTokens(database: Queries): Promise<RefreshTokens> {
  const key = await getOrCreateSecret(database, refreshKeyName, () =>
    randomBytes(keyBytes).toString('base64url'),
  );
  const macOf = (name: string) => createHmac('sha256', key).update(name).digest();
  return {
    write({ sessionId, generation }) {
      const name = `${sessionId}.${generation}`;
      return `${name}.${macOf(name).toString('base64url')}`;
    },
    read(text) {
      const [, name = '', sessionId = '', generation = '', mac] =
        /^(([\da-f-]{36})\.(\d{1,9}))\.([\w-]{43})$/.exec(text) ?? [];
      if (mac === undefined) return null;
      const isOurs = timingSafeEqual(macOf(name), Buffer.from(mac, 'base64url'));
      return isOurs ? { sessionId, generation: Number(generation) } : null;
    },
  };
}

/**
 * The newest token makes the next; for a minute an older one gets it too (two tabs, lost answers).
 * @returns null when it was used longer ago: a thief may have a copy, and the session must end.
 */
export function renew(
  { generation, renewals }: Renewals,
  used: number,
  now: Date,
): Renewals | null {
  const time = now.getTime();
  const recent = renewals.filter((moment) => time - moment <= graceMs);
  // A token may be newer than the database, if that was restored from a backup.
  if (used >= generation) {
    return { generation: used + 1, renewals: [...recent, time].slice(-maxRenewals) };
  }
  if (generation - used <= recent.length) return { generation, renewals: recent };
  const last = renewals.at(-1) ?? 0;
  const isLost = generation - used === 1 && time - last <= lostAnswerMs;
  return isLost ? { generation, renewals: [last] } : null;
}

export function newSecretToken(): string {
  return randomBytes(keyBytes).toString('base64url');
}

export function isSecretToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The hash that is stored: useless to a thief, and without salt because tokens are random. */
export function hashOfToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
