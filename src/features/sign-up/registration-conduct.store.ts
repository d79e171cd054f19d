import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/result.ts';
import type { Poll, PollAnswers } from '../../contract/polls.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { violationSentences } from '../../rules/messages.ts';
import { pollAnswers, pollViolations } from '../../rules/poll-answers.ts';
import { signUpConduct } from './sign-up-conduct.store.ts';
import { $unanswered, newReceipt, questionField } from './sign-up-poll.store.ts';
import type { SignUpValues } from './sign-up-values.ts';

/** A sign-up with its poll: what is answered is sent once the person is signed in. */
export function registrationConduct(
  site: SiteProps,
  labels: Readonly<Record<string, string>>,
  poll: Poll | null,
) {
  const questions = poll?.items ?? [];
  const conduct = signUpConduct(site, labels, async (values) => {
    const answers = answersOf(questions, values);
    $unanswered.set(poll && !isEmpty(answers) ? await sendAnswers(poll, answers) : []);
    return $unanswered.get().length === 0 ? newReceipt : null;
  });
  return {
    ...conduct,
    validate: (values: SignUpValues) => ({
      ...conduct.validate(values),
      ...pollFaults(questions, values),
    }),
  };
}

function answersOf(questions: Poll['items'], values: SignUpValues): PollAnswers {
  const chosen = questions.map(({ id }) => [id, values[questionField(id)] ?? '']);
  return pollAnswers({ items: questions }, Object.fromEntries(chosen));
}

/** The poll may be left out, but not be answered in part. */
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
    const { answerPoll } = await import('../../contract/polls.ts');
    const outcome = await call(answerPoll, { parameters: { pollId: poll.id }, body: answers });
    if (outcome.ok) return [];
    problem = outcome.error;
  } catch (failure) {
    problem = failure;
  }
  environment().report(problem);
  return errorMessages(problem);
}

function isEmpty(answers: PollAnswers): boolean {
  return Object.keys(answers).length === 0;
}
