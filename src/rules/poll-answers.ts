import { type PollAnswer, type PollAnswers, type PollQuestion, scores } from './polls.ts';
import { type FieldViolation, fieldViolations, type Violation } from './violation.ts';

/**
 * The answers as they are sent; unanswered questions are left out.
 * @param chosen texts of a form, by question id.
 */
export function pollAnswers(
  { items }: { items: readonly PollQuestion[] },
  chosen: Readonly<Record<string, string>>,
): Record<string, PollAnswer> {
  return Object.fromEntries(
    items.flatMap(({ id, type }) => {
      const text = chosen[String(id)];
      return text ? [[String(id), answerOf(type, text)]] : [];
    }),
  );
}

function answerOf(type: PollQuestion['type'], text: string): PollAnswer {
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

export function checkPollAnswer(
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
