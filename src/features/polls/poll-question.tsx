import type { Poll } from '../../contract/polls.ts';
import { scores } from '../../rules/polls.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import type { Form } from '../../ui/form.ts';

type Question = Poll['items'][number];

/** One question of a poll (POLL-02 to POLL-04); the field's name is the question's id. */
export function PollQuestion({ form, question }: { form: Form; question: Question }) {
  return (
    <ChoiceField
      form={form}
      name={String(question.id)}
      label={question.question}
      options={choicesOf(question)}
      className={question.type === 'SCORE' ? 'choices-score' : ''}
    />
  );
}

function choicesOf({ type, options }: Question): { value: string; label: string }[] {
  if (type === 'SCORE') return scores.map((score) => ({ value: `${score}`, label: `${score}` }));
  if (type === 'SINGLE_CHOICE') return options.map(({ value }) => ({ value, label: value }));
  return [
    { value: 'true', label: 'Sim' },
    { value: 'false', label: 'Não' },
  ];
}
