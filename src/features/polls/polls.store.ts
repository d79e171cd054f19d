import { answerPoll, checkPoll, fetchPolls } from '../../client/polls.ts';
import { problemLines } from '../../client/problem-lines.ts';
import { repeatable } from '../../client/repeatable.ts';
import type { Poll, PollAnswers, PollMoment } from '../../contract/polls.ts';
import { environment } from '../../environment.ts';
import { violationMessage } from '../../rules/messages.ts';
import { pollViolations } from '../../rules/polls.ts';

type Question = Poll['items'][number];
type Values = Readonly<Record<string, string>>;

/**
 * The poll of a moment that the person may still answer (POLL-08, POLL-09).
 * @returns null without one, and when nobody can tell: a poll stops no flow (REC-24).
 */
export async function findOpenPoll(moment: PollMoment): Promise<Poll | null> {
  try {
    const polls = await fetchPolls();
    const poll = polls.ok ? polls.answer.find((each) => each.moment === moment) : undefined;
    if (!poll) return null;
    const check = await checkPoll(poll.id);
    return check.ok && check.answer.available ? poll : null;
  } catch (failure) {
    environment().report(failure);
    return null;
  }
}

/** POLL-01. */
export function questionsOf({ items }: Poll): Question[] {
  return [...items].sort((one, other) => one.order - other.order);
}

/** A poll as a form: each question is a field, named by its id; `ui/form.ts` runs it. */
export function pollRecipe(poll: Poll) {
  const questions = questionsOf(poll);
  const labels = Object.fromEntries(questions.map(({ id, question }) => [String(id), question]));
  const sending = repeatable((values: Values) => pollAnswers(poll, values));
  return {
    id: `pesquisa-${poll.id}`,
    labels,
    check: (values: Values) => pollFaults(poll, values),
    send: (values: Values) => sending(values, (body, key) => answerPoll(poll.id, body, key)),
    explain(problem: unknown) {
      environment().report(problem);
      return problemLines(problem, labels);
    },
  };
}

export function pollFaults(poll: Poll, values: Values): Record<string, string> {
  return Object.fromEntries(
    pollViolations(poll.items, pollAnswers(poll, values)).map(({ field, violation }) => [
      field,
      violationMessage(violation),
    ]),
  );
}

/** What leaves for the gateway; a question that is not answered is left out. */
export function pollAnswers({ items }: Poll, values: Values): PollAnswers {
  return Object.fromEntries(
    items.flatMap(({ id, type }) => {
      const value = values[String(id)];
      return value ? [[String(id), answerOf(type, value)]] : [];
    }),
  );
}

function answerOf(type: Question['type'], value: string): PollAnswers[string] {
  if (type === 'YES_NO') return value === 'true';
  return type === 'SCORE' ? Number(value) : value;
}
