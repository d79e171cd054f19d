import { createConsumer } from '../../client/consumer.ts';
import { draftOf } from '../../client/draft.ts';
import type { Outcome } from '../../client/outcome.ts';
import { repeatable } from '../../client/repeatable.ts';
import type { ConsumerType } from '../../contract/consumer.ts';
import { environment } from '../../environment.ts';
import { signIn } from '../session/session.store.ts';
import { type SignUpValues, signUpBody } from './sign-up-values.ts';

const referralKey = 'promo.mgm';

const creating = repeatable(async (input: { type: ConsumerType; values: SignUpValues }) =>
  signUpBody(environment().site.campaign, input.type, input.values, {
    recaptchaToken: await environment().botToken('signup'),
    referral: environment().storage.get(referralKey),
  }),
);

/**
 * Creates the consumer, signs in with the same e-mail and password, and leads to the new receipt
 * (specification, section 4, Sign-up flow). Throws Failure when nobody knows whether the consumer
 * was created; the same values may then be sent again.
 */
export async function register(type: ConsumerType, values: SignUpValues): Promise<Outcome<null>> {
  const { storage, track, navigate } = environment();
  const created = await creating({ type, values }, createConsumer);
  if (!created.ok) return created;
  storage.remove(referralKey);
  const { email = '', password = '', phone = '' } = values;
  const signedIn = await isSignedIn(email, password);
  await track('lead', { email, phone });
  navigate(signedIn ? '/nova-nota' : signInPath(email));
  return { ok: true, answer: null };
}

async function isSignedIn(email: string, password: string): Promise<boolean> {
  try {
    return (await signIn(email, password)).ok;
  } catch (failure) {
    environment().report(failure);
    return false;
  }
}

/** WIZ-13: the sign-in form finds the e-mail in its draft. */
function signInPath(email: string): string {
  draftOf('entrar').set(JSON.stringify({ email }));
  return environment().site.hotsite.login.newPageEnabled ? '/entrar' : '/#entrar';
}
