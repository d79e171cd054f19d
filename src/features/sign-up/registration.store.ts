import { atom } from 'nanostores';
import { problemLines } from '../../client/problem-lines.ts';
import type { Poll, PollAnswers } from '../../contract/polls.ts';
import { environment, isClosed, type SiteProps } from '../../environment.ts';
import { violationSentences } from '../../rules/messages.ts';
import { pollAnswers, pollViolations, questionsOf } from '../../rules/polls.ts';
import type { Destination } from './register.store.ts';
import { isSignUpShut, signUpRecipe } from './sign-up.store.ts';
import { accessLabels, addressLabels, consumerLabels, optInLabels } from './sign-up-labels.ts';
import type { SignUpValues } from './sign-up-values.ts';

/** CAD-16: why the poll's answers were not kept; the person signed up all the same. */
export const $unanswered = atom<readonly string[]>([]);

const newReceipt: Destination = ['/nova-nota', 'replace'];

/** The page `/cadastro`: one form, its poll included (CAD-11 to CAD-15). */
export function registrationRecipe(site: SiteProps, poll: Poll | null) {
  const { campaign } = site;
  const questions = poll ? questionsOf(poll) : [];
  const recipe = signUpRecipe(site, {
    id: 'cadastro',
    labels: {
      ...consumerLabels(campaign),
      ...addressLabels(campaign),
      ...accessLabels,
      ...pollLabels(questions),
      ...optInLabels(campaign),
    },
    draft: 'consumidor',
    async welcome(values) {
      const answers = answersOf(questions, values);
      $unanswered.set(poll && !isEmpty(answers) ? await sendAnswers(poll, answers) : []);
      return $unanswered.get().length === 0 ? newReceipt : null;
    },
  });
  return {
    ...recipe,
    check: (values: SignUpValues) => ({
      ...recipe.check(values),
      ...pollFaults(questions, values),
    }),
  };
}

/** Once the alert about the answers was read. */
export function goOn(): void {
  environment().navigate(...newReceipt);
}

/** Where whoever is not to see the page is led (CAD-01, PHASE-12); null for everybody else. */
export function pathInstead(): string | null {
  if (isSignUpShut()) return '/';
  if (isClosed()) return '/#encerrada';
  return environment().site.hotsite.registration.newPageEnabled ? null : '/#cadastro';
}

/** Name of a question's field; numbers alone would come before all other names. */
export function questionField(id: Poll['items'][number]['id']): string {
  return `poll.${id}`;
}

function pollLabels(questions: Poll['items']): Record<string, string> {
  return Object.fromEntries(questions.map(({ id, question }) => [questionField(id), question]));
}

function answersOf(questions: Poll['items'], values: SignUpValues): PollAnswers {
  const chosen = questions.map(({ id }) => [id, values[questionField(id)] ?? '']);
  return pollAnswers({ items: questions }, Object.fromEntries(chosen));
}

/** CAD-12: all of it or nothing. */
function pollFaults(questions: Poll['items'], values: SignUpValues): Record<string, string> {
  const answers = answersOf(questions, values);
  const violations = isEmpty(answers) ? [] : pollViolations(questions, answers);
  return violationSentences(
    violations.map(({ field, violation }) => ({ field: questionField(field), violation })),
  );
}

/** @returns the lines of the alert when the answers were not taken. */
async function sendAnswers(poll: Poll, answers: PollAnswers): Promise<readonly string[]> {
  let problem: unknown;
  try {
    const { answerPoll } = await import('../../client/polls.ts');
    const outcome = await answerPoll(poll.id, answers);
    if (outcome.ok) return [];
    problem = outcome.refusal;
  } catch (failure) {
    problem = failure;
  }
  environment().report(problem);
  return problemLines(problem);
}

function isEmpty(answers: PollAnswers): boolean {
  return Object.keys(answers).length === 0;
}
