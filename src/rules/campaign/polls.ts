import { type FieldViolation, fieldViolations, type Violation } from '../violation.ts';

/** A user who waits so long for a poll goes on without it. */
export const pollTimeoutMs = 3_000;

export const scores = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

type PollAnswer = number | boolean | string;

export interface PollQuestion {
  id: number | string;
  type: 'SINGLE_CHOICE' | 'YES_NO' | 'SCORE';
  options: readonly { value: string }[];
}

export type PollAnswers = Readonly<Record<string, PollAnswer>>;

/** The poll that the long sign-up form asks beside its fields; null in a campaign without one. */
export function signUpPoll<Poll extends { moment: string }>(polls: readonly Poll[]): Poll | null {
  return polls.find(({ moment }) => moment === 'AFTER_CONSUMER_REGISTER') ?? null;
}

export function questionsOf<Question extends { order: number }>({
  items,
}: {
  items: readonly Question[];
}): Question[] {
  return [...items].sort((a, b) => a.order - b.order);
}

/** Answers by question id, without unanswered questions. */
export function pollAnswers(
  { items }: { items: readonly PollQuestion[] },
  chosen: Readonly<Record<string, string>>,
): Record<string, PollAnswer> {
  return Object.fromEntries(
    items.flatMap(({ id, type }) => {
      const text = chosen[String(id)];
      return text ? [[String(id), parseAnswer(type, text)]] : [];
    }),
  );
}

function parseAnswer(type: PollQuestion['type'], text: string): PollAnswer {
  if (type === 'YES_NO') return text === 'true';
  return type === 'SCORE' ? Number(text) : text;
}

export function pollViolations(
  questions: readonly PollQuestion[],
  answers: PollAnswers,
): FieldViolation[] {
  return fieldViolations(
    questions.map((question) => [
      String(question.id),
      checkPollAnswer(question, answers[String(question.id)]),
    ]),
  );
}

function checkPollAnswer(
  { type, options }: PollQuestion,
  answer: PollAnswer | undefined,
): Violation | null {
  if (answer === undefined || answer === '') return 'REQUIRED';
  return isOffered(type, options, answer) ? null : 'OPTION';
}

function isOffered(
  type: PollQuestion['type'],
  options: PollQuestion['options'],
  answer: PollAnswer,
): boolean {
  switch (type) {
    case 'SCORE':
      return scores.some((score) => score === answer);
    case 'YES_NO':
      return typeof answer === 'boolean';
    case 'SINGLE_CHOICE':
      return options.some(({ value }) => value === answer);
    default:
      return type satisfies never;
  }
}
