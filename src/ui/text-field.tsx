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
