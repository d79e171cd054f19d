import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/result.ts';
import { getMeEndpoint } from '../../contract/consumer.ts';
import type { ApiError, Result } from '../../contract/errors.ts';
import { environment } from '../../environment.ts';
import { violationMessage } from '../../rules/messages/field-messages.ts';
import { isWrongPassword, signInMessage } from '../../rules/messages/messages.ts';
import type { Errors, Values } from '../../ui/form.ts';
import { onSignOut, signIn } from '../session/session.store.ts';

type Answer = 'confirmed' | 'closed';

type Question = { state: 'closed' } | { state: 'open'; answer: (answer: Answer) => void };

const closed: Question = { state: 'closed' };

export const $passwordQuestion = atom<Question>(closed);

/** Asks for the password if the gateway wants it. If the user closes the question, the caller gets the refusal. */
export async function withRecentSignIn<Value>(
  act: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const result = await act();
  if (result.ok || !needsPassword(result.error)) return result;
  return (await askForPassword()) === 'confirmed' ? act() : result;
}

export function needsPassword(problem: unknown): boolean {
  return problem instanceof Object && 'code' in problem && problem.code === 'SIGN_IN_AGAIN';
}

export function closePasswordQuestion(): void {
  const question = $passwordQuestion.get();
  if (question.state === 'open') question.answer('closed');
}

function askForPassword(): Promise<Answer> {
  closePasswordQuestion();
  onSignOut(closePasswordQuestion);
  return new Promise((resolve) => {
    const answer = (value: Answer) => {
      $passwordQuestion.set(closed);
      resolve(value);
    };
    $passwordQuestion.set({ state: 'open', answer });
  });
}

export const $accountEmail = atom('');

/** Of the user whose password is asked for. @returns a function that forgets it */
export function followAccountEmail(): () => void {
  let isAsked = true;
  const load = async () => {
    const me = await call(getMeEndpoint);
    if (me.ok && isAsked) $accountEmail.set(me.value.email);
  };
  load().catch(environment().report);
  return () => {
    isAsked = false;
    $accountEmail.set('');
  };
}

export function passwordQuestionFormConfig() {
  return {
    ...passwordFormConfig('confirmar-senha'),
    async submit({ password = '' }: Values) {
      const signedIn = await signInAgain(password);
      const question = $passwordQuestion.get();
      if (signedIn.ok && question.state === 'open') question.answer('confirmed');
      return signedIn;
    },
  };
}

export function passwordFormConfig(id: string) {
  const labels = { password: 'Senha' };
  return {
    id,
    labels,
    secret: ['password'],
    validate: (values: Values): Errors =>
      values['password'] ? {} : { password: violationMessage('REQUIRED') },
    explain: (problem: unknown) => errorMessages(problem, labels),
  };
}

export async function signInAgain(password: string): Promise<Result<null>> {
  const me = await call(getMeEndpoint);
  if (!me.ok) return me;
  const signedIn = await signIn(me.value.email, password);
  return signedIn.ok ? signedIn : { ok: false, error: passwordRefusal(signedIn.error) };
}

/** A wrong password is an error of its field; after too many tries, the right one may be sent again. */
function passwordRefusal(refusal: ApiError): ApiError {
  const message = signInMessage(refusal.code) ?? '';
  const isWrong = isWrongPassword(refusal.code);
  return { ...refusal, message, fields: isWrong ? [{ field: 'password', message }] : [] };
}
