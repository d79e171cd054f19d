import { atom } from 'nanostores';
import type { Poll, PollAnswersBody } from '../../contract/polls.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { newReceiptPath } from '../../paths.ts';
import { violationMessage } from '../../rules/field-messages.ts';
import { pollAnswers, pollViolations, questionsOf } from '../../rules/polls.ts';
import type { FormConfig } from '../../ui/form.ts';
import { signUpFormConfig } from './sign-up-config.ts';
import {
  accessLabels,
  addressLabels,
  consumerLabels,
  optInLabels,
  type SignUpValues,
} from './sign-up-fields.ts';

/** Why the poll's answers were not taken; the user is signed up all the same. */
export const $unanswered = atom<readonly string[]>([]);

export function goOn(): void {
  environment().navigate(newReceiptPath, 'replace');
}

/** The whole sign-up as one form, its poll included: it is sent once the user is signed in. */
export function signUpPageConfig(site: SiteProps, poll: Poll | null): FormConfig {
  const { campaign } = site;
  const form = signUpFormConfig(site, {
    id: 'cadastro',
    labels: {
      ...consumerLabels(campaign),
      ...addressLabels(campaign),
      ...accessLabels,
      ...pollLabels(poll),
      ...optInLabels(campaign),
    },
    async onSignedIn(values) {
      $unanswered.set(poll ? await answerPoll(poll, values) : []);
      return $unanswered.get().length === 0 ? [newReceiptPath, 'replace'] : null;
    },
  });
  return {
    ...form,
    validate: (values) => ({ ...form.validate(values), ...(poll && pollErrors(poll, values)) }),
  };
}

/** Prefixed, because JavaScript puts numeric names before all others. */
export function questionField(id: Poll['items'][number]['id']): string {
  return `poll.${id}`;
}

function pollLabels(poll: Poll | null): Record<string, string> {
  const questions = poll ? questionsOf(poll) : [];
  return Object.fromEntries(questions.map(({ id, question }) => [questionField(id), question]));
}

function answersOf(poll: Poll, values: SignUpValues): PollAnswersBody {
  const chosen = poll.items.map(({ id }) => [id, values[questionField(id)] ?? '']);
  return pollAnswers(poll, Object.fromEntries(chosen));
}

/** The poll may be skipped, but not answered in part. */
function pollErrors(poll: Poll, values: SignUpValues): Record<string, string> {
  const answers = answersOf(poll, values);
  const violations = isEmpty(answers) ? [] : pollViolations(poll.items, answers);
  return Object.fromEntries(
    violations.map(({ field, violation }) => [questionField(field), violationMessage(violation)]),
  );
}

async function answerPoll(poll: Poll, values: SignUpValues): Promise<readonly string[]> {
  const answers = answersOf(poll, values);
  if (isEmpty(answers)) return [];
  const { sendPollAnswers } = await import('./create-consumer.ts');
  return sendPollAnswers(poll, answers);
}

function isEmpty(answers: PollAnswersBody): boolean {
  return Object.keys(answers).length === 0;
}
