import { findUserByEmail, type IdentityUser } from '../../db/queries/identity.ts';
import type { AccountParts } from './account-parts.ts';
import type { Visitor } from './attempts.ts';
import type { IdentityRefusal } from './identity.ts';

interface Given {
  email: string;
  password: string;
  /** Where the call came from. */
  address: string;
}

/**
 * Compares a password, if it is not one too many; behind an address that guesses, this may take some
 * seconds. Statements wait for their turn too: a crowd keeps neither the processor nor the database
 * from others.
 * @returns the user whose password it is
 * @throws Busy when too many wait
 */
export async function tryPassword(
  parts: AccountParts,
  given: Given,
): Promise<IdentityUser | IdentityRefusal> {
  const { attempts, passwords, slowLane } = parts;
  const visitor = await attempts.recognise(given.email, given.address);
  const answer = await passwords.inTurn(visitor.place, async () => {
    const delay = await visitor.delay();
    return delay === 0 ? compare(parts, visitor, given) : delay;
  });
  if (answer === null) return 'TOO_MANY_ATTEMPTS_TRY_LATER';
  if (typeof answer !== 'number') return answer;
  // The turn is somebody else's meanwhile.
  await slowLane.wait(answer);
  return passwords.inTurn(visitor.place, () => compare(parts, visitor, given));
}

async function compare(
  { database, tenantId, passwords }: AccountParts,
  visitor: Visitor,
  { email, password }: Given,
): Promise<IdentityUser | IdentityRefusal> {
  const attempt = await visitor.begin();
  if (!attempt) return 'TOO_MANY_ATTEMPTS_TRY_LATER';
  const user = await findUserByEmail(database, tenantId, email);
  const isRight = await passwords.matches(password, user?.passwordHash ?? null);
  if (!user || !isRight) return 'INVALID_LOGIN_CREDENTIALS';
  await attempt.succeeded();
  return user;
}
