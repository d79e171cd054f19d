import { array, boolean, optional, string, type } from 'superstruct';
import { Unavailable } from '../../unavailable.ts';
import { type Claims, TOKEN_SECONDS } from './id-tokens.ts';

const rememberedForMs = 60_000;

const mostTokens = 10_000;

const LookedUp = type({
  users: optional(array(type({ validSince: optional(string()), disabled: optional(boolean()) }))),
});

/** Codes that concern the token's account; any other one is trouble of the service. */
const endings = new Set(['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND', 'INVALID_ID_TOKEN']);

interface AccountService {
  lookUp(idToken: string): Promise<unknown>;
  now: () => Date;
  report(problem: unknown): void;
}

/** Asks once a minute per token. In an outage the last answer holds; without one the token does. */
export function accountChecks({ lookUp, now, report }: AccountService) {
  const remembered = new Map<string, { askedAt: number; isGood: Promise<boolean> }>();

  async function ask(token: string, claims: Claims, before: Promise<boolean>): Promise<boolean> {
    try {
      return isGood(claims, await lookUp(token));
    } catch (problem) {
      report(problem);
      return before;
    }
  }

  return (token: string, claims: Claims): Promise<boolean> => {
    const time = now().getTime();
    const last = remembered.get(token);
    if (last && time - last.askedAt < rememberedForMs) return last.isGood;
    const isGood = ask(token, claims, last?.isGood ?? Promise.resolve(true));
    // Set again at the map's end, so that its first token is the one asked about longest ago.
    remembered.delete(token);
    remembered.set(token, { askedAt: time, isGood });
    for (const [oldest, { askedAt }] of remembered) {
      if (remembered.size <= mostTokens && time - askedAt < TOKEN_SECONDS * 1000) break;
      remembered.delete(oldest);
    }
    return isGood;
  };
}

function isGood({ signedInAt }: Claims, answer: unknown): boolean {
  if (typeof answer === 'string') {
    if (endings.has(answer)) return false;
    throw new Unavailable('identity service', new Error(answer));
  }
  const [wrong, found] = LookedUp.validate(answer);
  if (wrong) throw new Unavailable('identity service', wrong);
  const [user] = found.users ?? [];
  return user !== undefined && !user.disabled && signedInAt >= Number(user.validSince ?? 0);
}
