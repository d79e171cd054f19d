import { Campaign } from '../../src/contract/campaign.ts';
import type { SignUp } from '../../src/contract/consumer.ts';
import { validSignUp } from './sign-up.ts';

/** Sends the sign-up of a new person to a served site, without a browser. */
export async function sendSignUp(
  url: string,
  overrides: Partial<SignUp> = {},
): Promise<{ person: SignUp; response: Response }> {
  const answer: unknown = await (await fetch(`${url}/api/campaign/19`)).json();
  const person = validSignUp({ campaign: Campaign.create(answer) }, overrides);
  const response = await fetch(`${url}/api/consumer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(person),
  });
  return { person, response };
}

/** Registers a new person there. */
export async function register(url: string, overrides: Partial<SignUp> = {}): Promise<SignUp> {
  const { person, response } = await sendSignUp(url, overrides);
  if (!response.ok) throw new Error(`Sign-up was refused: ${await response.text()}`);
  return person;
}
