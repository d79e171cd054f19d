import { type PollQuestion, scores } from '../rules/polls.ts';
import { ChoiceField } from './choice-field.tsx';
import type { FieldProps } from './field.tsx';

interface QuestionFieldProps extends Pick<FieldProps, 'form' | 'name'> {
  question: PollQuestion & { question: string };
  optional?: boolean;
}

export function QuestionField({ form, name, question, optional }: QuestionFieldProps) {
  return (
    <ChoiceField
      form={form}
      name={name}
      label={question.question}
      options={choicesOf(question)}
      optional={optional}
      className={question.type === 'SCORE' ? 'choices-score' : ''}
    />
  );
}

function choicesOf({ type, options }: PollQuestion): { value: string; label: string }[] {
  if (type === 'SCORE') return scores.map((score) => ({ value: `${score}`, label: `${score}` }));
  if (type === 'SINGLE_CHOICE') return options.map(({ value }) => ({ value, label: value }));
  return [
    { value: 'true', label: 'Sim' },
    { value: 'false', label: 'Não' },
  ];
}
