import { call, idempotent } from '../../client/call.ts';
import { draftOf } from '../../client/storage.ts';
import { type ConsumerType, createConsumer } from '../../contract/consumer.ts';
import type { Result } from '../../contract/errors.ts';
import { type Environment, environment } from '../../environment.ts';
import { signInPath } from '../../paths.ts';
import { forgetWantedPath, signIn, wantPath } from '../session/session.store.ts';
import { type SignUpValues, signUpBody } from './sign-up-values.ts';

const referralKey = 'promo.mgm';

const creating = idempotent(async (input: { type: ConsumerType; values: SignUpValues }) =>
  signUpBody(environment().site.campaign, input.type, input.values, {
    recaptchaToken: await environment().botToken('signup'),
    referral: environment().storage.get(referralKey),
  }),
);

/** Where a person goes on to, as `navigate` takes it. */
export type Redirect = Parameters<Environment['navigate']>;

/**
 * Creates the consumer, signs in with the same email and password, and leads on. Throws
 * NetworkError when the gateway may or may not have created the consumer; the same values may then
 * be sent again.
 * @param welcome called once signed in; it never throws. Where the person goes, null to stay.
 */
export async function register(
  type: ConsumerType,
  values: SignUpValues,
  welcome: () => Promise<Redirect | null>,
): Promise<Result<null>> {
  const { storage, track, navigate } = environment();
  const created = await creating({ type, values }, (body, idempotencyKey) =>
    call(createConsumer, { body, idempotencyKey }),
  );
  if (!created.ok) return created;
  storage.remove(referralKey);
  const { email = '', password = '', phone = '' } = values;
  const to = (await isSignedIn(email, password)) ? await welcome() : signInForm(email);
  await track('lead', { email, phone });
  if (to) navigate(...to);
  return { ok: true, value: null };
}

async function isSignedIn(email: string, password: string): Promise<boolean> {
  try {
    const { ok } = await signIn(email, password);
    // After the sign-up the user goes on to the new receipt, not to the page that sent them here.
    if (ok) forgetWantedPath();
    return ok;
  } catch (failure) {
    environment().report(failure);
    return false;
  }
}

/** The sign-in form finds the email in its draft, and leads on as the sign-up would have. */
function signInForm(email: string): Redirect {
  wantPath('/nova-nota');
  draftOf('entrar').set(JSON.stringify({ email }));
  return [signInPath(environment().site.hotsite.login)];
}
