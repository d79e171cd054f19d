import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages, hasNoAnswer } from '../../client/result.ts';
import { draftOf } from '../../client/storage.ts';
import { getMeEndpoint, requestNewPasswordEndpoint } from '../../contract/consumer.ts';
import { environment } from '../../environment.ts';
import { violationMessages } from '../../rules/messages/field-messages.ts';
import { noConnection, unknownFailure } from '../../rules/messages/messages.ts';
import { checkEmail, checkPassword } from '../../rules/people/person-fields.ts';
import { fieldViolations } from '../../rules/violation.ts';
import { signInFormId } from '../../storage-keys.ts';
import type { Values } from '../../ui/form.ts';
import { isSignedIn } from '../session/session.store.ts';

export function resetFormConfig() {
  const labels = { email: 'Email' };
  return {
    id: 'nova-senha',
    labels,
    // Shared with the sign-in, which needs the address even when this form was sent.
    draft: { ...draftOf(signInFormId), remove() {} },
    preload: () => void environment().botToken('preload'),
    validate: ({ email = '' }: Values) =>
      violationMessages(fieldViolations([['email', checkEmail(email)]])),
    submit: async ({ email = '' }: Values) =>
      call(requestNewPasswordEndpoint, {
        body: {
          campaignId: environment().site.campaign.id,
          email: email.trim(),
          recaptchaToken: await environment().botToken('reset_password'),
        },
      }),
    explain: (problem: unknown) => errorMessages(problem, labels),
  };
}

/**
 * State of the link in the email. `spent`: used, too old, or not ours; `requested`: another is on its
 * way; `saved`: it has just set the password; `unsure`: a try without an answer probably did.
 */
export type ResetLink =
  | { state: 'unread' | 'spent' | 'requested' | 'saved' | 'unsure' }
  | { state: 'open'; code: string };

export const $resetLink = atom<ResetLink>({ state: 'unread' });

export function readLink(search: string): void {
  const code = new URLSearchParams(search).get('codigo');
  $resetLink.set(code ? { state: 'open', code } : { state: 'spent' });
}

export function newLinkFormConfig() {
  const reset = resetFormConfig();
  return {
    ...reset,
    async submit(values: Values) {
      const result = await reset.submit(values);
      if (result.ok) $resetLink.set({ state: 'requested' });
      return result;
    },
  };
}

export function newPasswordFormConfig(code: string) {
  const labels = { password: 'Nova senha' };
  let unansweredPassword: string | null = null;
  return {
    id: 'senha',
    labels,
    secret: ['password'],
    validate: ({ password = '' }: Values) =>
      violationMessages(fieldViolations([['password', checkPassword(password)]])),
    async submit({ password = '' }: Values) {
      const identity = await environment().identity();
      const isRetry = password === unansweredPassword;
      unansweredPassword = password;
      const result = await identity.confirmReset(code, password);
      unansweredPassword = null;
      const state = result.ok ? 'saved' : stateAfter(result.error.code, isRetry);
      if (state === 'saved' || state === 'unsure') await checkSession();
      if (state) $resetLink.set({ state });
      return result;
    },
    explain(problem: unknown) {
      if ($resetLink.get().state !== 'open') return [];
      const isLost = hasNoAnswer(problem);
      return isLost ? [noConnection, unknownFailure] : errorMessages(problem, labels);
    },
  };
}

const checkTimeoutMs = 3_000;

/** `/entrar` sends signed-in users home, so a call first lets the gateway end the old session. */
async function checkSession(): Promise<void> {
  if (!isSignedIn()) return;
  await call(getMeEndpoint, { timeoutMs: checkTimeoutMs }).catch(environment().report);
}

function stateAfter(refusal: string, isRetry: boolean): 'spent' | 'unsure' | null {
  if (refusal === 'auth/invalid-action-code') return isRetry ? 'unsure' : 'spent';
  return refusal === 'auth/expired-action-code' ? 'spent' : null;
}
