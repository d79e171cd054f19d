export const scores = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

export type PollAnswer = number | boolean | string;

export interface PollQuestion {
  id: number | string;
  type: 'SINGLE_CHOICE' | 'YES_NO' | 'SCORE';
  options: readonly { value: string }[];
}

/** Question id → answer. */
export type PollAnswers = Readonly<Record<string, PollAnswer>>;

export function questionsOf<Question extends { order: number }>({
  items,
}: {
  items: readonly Question[];
}): Question[] {
  return items.toSorted((one, other) => one.order - other.order);
}
