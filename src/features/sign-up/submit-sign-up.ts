import { attribution } from '../../client/attribution.ts';
import { call, idempotent } from '../../client/call.ts';
import { isCampaignOver, reportedMessages } from '../../client/result.ts';
import { checkSessionLasts } from '../../client/session-calls.ts';
import { draftOf } from '../../client/storage.ts';
import type { Campaign } from '../../contract/campaign.ts';
import {
  type AdditionalFieldValue,
  createConsumerEndpoint,
  type SignUpBody,
} from '../../contract/consumer.ts';
import type { Result } from '../../contract/errors.ts';
import { answerPollEndpoint, type Poll, type PollAnswersBody } from '../../contract/polls.ts';
import { type Environment, environment } from '../../environment.ts';
import {
  campaignOverDialog,
  newAccountParameter,
  newReceiptPath,
  overThisPage,
  signInPath,
} from '../../paths.ts';
import type { Attribution } from '../../rules/campaign/attribution.ts';
import { isOn } from '../../rules/campaign/parameters.ts';
import {
  friendPhoneField,
  optInCodes,
  referralCodeField,
} from '../../rules/people/campaign-fields.ts';
import { normalisePhone } from '../../rules/people/person-fields.ts';
import { referralKey, signInFormId } from '../../storage-keys.ts';
import type { Labels, Values } from '../../ui/form.ts';
import { deleteWantedPath, rememberWantedPath, signIn } from '../session/session.store.ts';
import { addedSignUpFields, consumerTypeOf, formField, signUpInputOf } from './sign-up-fields.ts';

type Redirect = Parameters<Environment['navigate']>;

/** Called once the user is signed in; never throws. @returns where to go next; null to stay */
export type OnSignedIn = (values: Values) => Promise<Redirect | null>;

const createOnce = idempotent(async (values: Values) =>
  signUpBody(environment().site.campaign, values, {
    recaptchaToken: await environment().botToken('signup'),
    referral: environment().storage.get(referralKey),
    attribution: attribution(),
  }),
);

/** Called at the first touch of a form. @returns an error if a sign-in could not last here */
export function startSignUp(): Result<null> {
  const { botToken, track } = environment();
  void botToken('preload');
  void track('sign_up_start');
  return checkSessionLasts();
}

/** After a NetworkError the consumer may exist; the same values may be sent again. */
export async function signUp(values: Values, onSignedIn: OnSignedIn): Promise<Result<null>> {
  const lasting = checkSessionLasts();
  if (!lasting.ok) return lasting;
  const { site, storage, track, navigate, identity } = environment();
  // Without an identity service the new account would be of no use.
  await identity();
  const created = await createOnce(values, (body, idempotencyKey) =>
    call(createConsumerEndpoint, { body, idempotencyKey }),
  );
  if (!created.ok) {
    const type = consumerTypeOf(site.campaign, values);
    const fields = created.error.fields.map(({ field, message }) => ({
      field: formField(type, field),
      message,
    }));
    return { ok: false, error: { ...created.error, fields } };
  }
  storage.remove(referralKey);
  const { email = '', password = '', phone = '' } = values;
  const to = (await trySignIn(email, password))
    ? await onSignedIn(values)
    : redirectToSignInForm(email);
  await track('lead', { email, phone });
  if (to) navigate(...to);
  return { ok: true, value: null };
}

export function explainSignUp(problem: unknown, labels: Labels): readonly string[] {
  if (!isCampaignOver(problem)) return reportedMessages(problem, labels);
  environment().navigate(overThisPage(campaignOverDialog));
  return [];
}

export async function sendPollAnswers(
  { id }: Poll,
  answers: PollAnswersBody,
): Promise<readonly string[]> {
  let problem: unknown;
  try {
    const result = await call(answerPollEndpoint, { parameters: { pollId: id }, body: answers });
    if (result.ok) return [];
    problem = result.error;
  } catch (failure) {
    problem = failure;
  }
  return reportedMessages(problem);
}

export function signUpBody(
  campaign: Campaign,
  values: Values,
  {
    recaptchaToken,
    referral,
    attribution: from = null,
  }: { recaptchaToken: string; referral: string | null; attribution?: Attribution | null },
): SignUpBody {
  const { optIns, address, ...person } = signUpInputOf(campaign, values);
  const mgmCode = values[referralCodeField]?.trim() || referral;
  return {
    ...person,
    campaignId: campaign.id,
    recaptchaToken,
    optIns: optInCodes(optIns),
    additionalFields: additionalFieldValues(campaign, values, mgmCode),
    ...(isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED') && { address }),
    ...(mgmCode && { mgmCode }),
    ...(from && { attribution: from }),
  };
}

/** Sends only what was filled in, and the referral code. */
function additionalFieldValues(campaign: Campaign, values: Values, mgmCode: string | null) {
  const fields = addedSignUpFields(campaign);
  const filled: Values = { ...values, [referralCodeField]: mgmCode ?? '' };
  const answers: AdditionalFieldValue[] = fields.map(({ id, key }) => {
    const value = (filled[key] ?? '').trim();
    return {
      campaignAdditionalFieldId: id,
      value: key === friendPhoneField ? normalisePhone(value) : value,
    };
  });
  if (mgmCode && !fields.some(({ key }) => key === referralCodeField)) {
    answers.push({ campaignAdditionalFieldId: -1, key: referralCodeField, value: mgmCode });
  }
  return answers.filter(({ value }) => value !== '');
}

async function trySignIn(email: string, password: string): Promise<boolean> {
  try {
    const { ok } = await signIn(email, password);
    // The user continues to the new receipt, not to the page that sent them here.
    if (ok) deleteWantedPath();
    return ok;
  } catch (failure) {
    environment().report(failure);
    return false;
  }
}

/** The sign-in form learns of the account by its draft; from an embedder's page, by the query. */
function redirectToSignInForm(email: string): Redirect {
  rememberWantedPath(newReceiptPath);
  draftOf(signInFormId).set(JSON.stringify({ email, isNew: 'yes' }));
  const path = signInPath(environment().site.hotsite.login);
  const query = environment().guestSettings ? `?${newAccountParameter}` : '';
  // Before the fragment, or at the end without one.
  return [path.replace(/#|$/, `${query}$&`)];
}
