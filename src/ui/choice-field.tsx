import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type PollQuestion, scores } from '../rules/campaign/polls.ts';
import { bindControl } from './bind-control.ts';
import { type BoundFieldProps, FieldErrorText, FieldHint, fieldId } from './field.tsx';

interface ChoiceFieldProps extends BoundFieldProps {
  options: readonly { value: string; label: ReactNode }[];
  optional?: boolean | undefined;
  className?: string;
}

export function ChoiceField({
  form,
  name,
  label,
  hint,
  options,
  optional,
  className = '',
}: ChoiceFieldProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const error = useStore(form.$visibleErrors)[name];
  const id = fieldId(form, name);
  useEffect(() => {
    const radios = group.current?.querySelectorAll('input') ?? [];
    const unbinds = Array.from(radios, (radio) => bindControl(form, name, radio));
    return () => {
      for (const unbind of unbinds) unbind();
    };
  }, [form, name]);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <fieldset
      ref={group}
      className={error ? 'field field-invalid' : 'field'}
      aria-describedby={described || undefined}
    >
      <legend>{label ?? form.labels[name]}</legend>
      <FieldHint id={id} hint={hint} />
      <FieldErrorText id={id} error={error} />
      <div className={`choices ${className}`.trim()}>
        {options.map((option, position) => (
          <label className="choice" key={option.value}>
            <input
              type="radio"
              id={position === 0 ? id : undefined}
              name={name}
              value={option.value}
              required={!optional}
              aria-invalid={Boolean(error)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface QuestionFieldProps extends Pick<BoundFieldProps, 'form' | 'name'> {
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
