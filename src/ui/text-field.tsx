import type { InputHTMLAttributes } from 'react';
import { Field, type FieldProps, useField } from './field.tsx';
import type { Mask } from './masks.ts';

export interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel';
  mask?: Mask;
  autoComplete?: string;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  maxLength?: number;
  placeholder?: string;
  optional?: boolean;
  readOnly?: boolean;
  mark?: string;
}

export function TextField({
  form,
  name,
  label,
  hint,
  errorId,
  mark,
  mask,
  optional,
  ...input
}: TextFieldProps) {
  const { control, ...field } = useField<HTMLInputElement>(
    { form, name, label, hint, errorId },
    mask,
  );
  return (
    <Field {...field} errorId={errorId} mark={mark} optional={optional}>
      <input type="text" required={!optional} inputMode={mask?.inputMode} {...input} {...control} />
    </Field>
  );
}

interface TextAreaFieldProps extends FieldProps {
  rows?: number;
  maxLength?: number;
  optional?: boolean;
}

export function TextAreaField({ form, name, label, hint, optional, ...area }: TextAreaFieldProps) {
  const { control, ...field } = useField<HTMLTextAreaElement>({ form, name, label, hint });
  return (
    <Field {...field} optional={optional}>
      <textarea rows={4} required={!optional} {...area} {...control} />
    </Field>
  );
}
