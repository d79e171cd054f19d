import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/result.ts';
import { draftOf } from '../../client/storage.ts';
import { resetPassword } from '../../contract/consumer.ts';
import { environment } from '../../environment.ts';
import { checkEmail } from '../../rules/people/name-and-email.ts';
import { checkPassword } from '../../rules/people/password.ts';
import { violationMessage } from '../../rules/sentences/field-messages.ts';
import type { Violation } from '../../rules/violation.ts';
import type { Values } from '../../ui/form.ts';

export function resetFormConfig() {
  const labels = { email: 'Email' };
  return {
    id: 'nova-senha',
    labels,
    // The address typed at the sign-in is there already, and stays there once this form is sent.
    draft: { ...draftOf('entrar'), remove() {} },
    preload: () => void environment().botToken('preload'),
    validate: (values: Values) => faultOf('email', checkEmail(values['email'] ?? '')),
    submit: async ({ email = '' }: Values) =>
      call(resetPassword, {
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
 * State of the link in the email; `spent` means used, too old, or not one of ours, `requested` that
 * another one is on its way, and `saved` that it has just set the password.
 */
type ResetLink =
  | { state: 'unread' | 'spent' | 'requested' | 'saved' }
  | { state: 'open'; code: string };

export const $link = atom<ResetLink>({ state: 'unread' });

export function readLink(search: string): void {
  const code = new URLSearchParams(search).get('codigo');
  $link.set(code ? { state: 'open', code } : { state: 'spent' });
}

/** For another link, after one that was used. */
export function newLinkFormConfig() {
  const reset = resetFormConfig();
  return {
    ...reset,
    async submit(values: Values) {
      const result = await reset.submit(values);
      if (result.ok) $link.set({ state: 'requested' });
      return result;
    },
  };
}

export function newPasswordFormConfig(code: string) {
  const labels = { password: 'Nova senha' };
  return {
    id: 'senha',
    labels,
    secret: ['password'],
    validate: (values: Values) => faultOf('password', checkPassword(values['password'] ?? '')),
    async submit({ password = '' }: Values) {
      const result = await (await environment().identity()).confirmReset(code, password);
      if (result.ok) $link.set({ state: 'saved' });
      else if (isSpent(result.error.code)) $link.set({ state: 'spent' });
      return result;
    },
    explain: (problem: unknown) =>
      $link.get().state === 'spent' ? [] : errorMessages(problem, labels),
  };
}

function isSpent(code: string): boolean {
  return code === 'auth/invalid-action-code' || code === 'auth/expired-action-code';
}

function faultOf(name: string, violation: Violation | null): Record<string, string> {
  return violation ? { [name]: violationMessage(violation) } : {};
}
