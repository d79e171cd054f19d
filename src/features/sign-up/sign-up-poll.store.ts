import { atom } from 'nanostores';
import type { Poll } from '../../contract/polls.ts';
import { environment } from '../../environment.ts';
import { questionsOf } from '../../rules/polls.ts';
import type { Redirect } from './register.store.ts';

/** Why the poll's answers were not kept; the person signed up all the same. */
export const $unanswered = atom<readonly string[]>([]);

/** Where the user goes on after the sign-up. */
export const newReceipt: Redirect = ['/nova-nota', 'replace'];

/** Once the alert about the answers was read. */
export function goOn(): void {
  environment().navigate(...newReceipt);
}

/** Name of a question's field; numbers alone would come before all other names. */
export function questionField(id: Poll['items'][number]['id']): string {
  return `poll.${id}`;
}

/** What the questions ask, by field. */
export function pollLabels(poll: Poll | null): Record<string, string> {
  const questions = poll ? questionsOf(poll) : [];
  return Object.fromEntries(questions.map(({ id, question }) => [questionField(id), question]));
}
