import type { AnswerOf } from '../../contract/endpoint.ts';
import type { finishHandoff, startHandoff } from '../../contract/handoff.ts';
import { insertHandoff, spendHandoff } from '../db/queries/handoffs.ts';
import type { Gateway } from '../gateway.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { hashOf, isSecretToken, newSecretToken } from '../services/identity/secret-token.ts';

const codeSeconds = 60;

/** A code for somebody who signed in at that moment; only its hash is kept. */
export async function giveHandoff(
  { database, identity }: Gateway,
  person: { consumerId: number; signedInAt: Date; now: Date },
): Promise<AnswerOf<typeof startHandoff> | Refusal> {
  if (!identity.accounts) return refuse('NOT_ALLOWED_NOW');
  const code = newSecretToken();
  const expiresAt = new Date(person.now.getTime() + codeSeconds * 1000);
  await insertHandoff(database, { ...person, codeHash: hashOf(code), expiresAt });
  return { code };
}

/** The first to bring the code gets a token to sign in with; it still says when the password was typed. */
export async function takeHandoff(
  { database, campaign, identity }: Gateway,
  { code, now }: { code: string; now: Date },
): Promise<AnswerOf<typeof finishHandoff> | Refusal> {
  const person =
    identity.accounts && isSecretToken(code)
      ? await spendHandoff(database, campaign.campaign.id, hashOf(code), now)
      : null;
  if (!identity.accounts || !person) return refuse('UNAUTHENTICATED');
  const { identityId, signedInAt } = person;
  return { customToken: await identity.accounts.customToken(identityId, signedInAt) };
}
