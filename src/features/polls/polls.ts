import { call, idempotent } from '../../client/call.ts';
import { reportedMessages } from '../../client/result.ts';
import {
  answerPollEndpoint,
  checkPollEndpoint,
  listPollsEndpoint,
  type Poll,
  type PollMoment,
} from '../../contract/polls.ts';
import { environment } from '../../environment.ts';
import { pollAnswers, pollViolations, questionsOf } from '../../rules/campaign/polls.ts';
import { violationMessages } from '../../rules/messages/field-messages.ts';
import type { Errors, Values } from '../../ui/form.ts';

export async function pollOfMoment(moment: PollMoment): Promise<Poll | null> {
  const polls = await call(listPollsEndpoint);
  return (polls.ok && polls.value.find((item) => item.moment === moment)) || null;
}

/** Null also when the gateway fails: a poll must not stop the flow. */
export async function findOpenPoll(
  found: Poll | null | Promise<Poll | null>,
): Promise<Poll | null> {
  try {
    const poll = await found;
    if (!poll) return null;
    const check = await call(checkPollEndpoint, { parameters: { pollId: poll.id } });
    return check.ok && check.value.available ? poll : null;
  } catch (failure) {
    environment().report(failure);
    return null;
  }
}

export function pollFormConfig(poll: Poll) {
  const questions = questionsOf(poll);
  const labels = Object.fromEntries(questions.map(({ id, question }) => [String(id), question]));
  const sendOnce = idempotent((values: Values) => pollAnswers(poll, values));
  return {
    id: `pesquisa-${poll.id}`,
    labels,
    validate: (values: Values) => pollErrors(poll, values),
    submit: (values: Values) =>
      sendOnce(values, (body, key) =>
        call(answerPollEndpoint, { parameters: { pollId: poll.id }, body, idempotencyKey: key }),
      ),
    explain: (problem: unknown) => reportedMessages(problem, { ...labels, pollId: 'Pesquisa' }),
  };
}

export function pollErrors(poll: Poll, values: Values): Errors {
  const violations = pollViolations(poll.items, pollAnswers(poll, values));
  return violationMessages(violations);
}
