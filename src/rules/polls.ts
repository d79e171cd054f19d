/** Section 9: the scale of a SCORE question. */
export const scores = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

export type PollAnswer = number | boolean | string;

/** As much of a question as decides on an answer. */
export interface PollQuestion {
  id: number | string;
  type: 'SINGLE_CHOICE' | 'YES_NO' | 'SCORE';
  options: readonly { value: string }[];
}

/** Question id → answer. */
export type PollAnswers = Readonly<Record<string, PollAnswer>>;

/** POLL-01: the questions in their order. */
export function questionsOf<Question extends { order: number }>({
  items,
}: {
  items: readonly Question[];
}): Question[] {
  return items.toSorted((one, other) => one.order - other.order);
}

/**
 * What leaves for the gateway; a question that is not answered is left out.
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
