import type { InputHTMLAttributes } from 'react';
import { Field, type FieldProps, useField } from './field.tsx';
import type { Mask } from './masks.ts';

interface TypedFieldProps extends FieldProps {
  mask?: Mask;
  autoComplete?: string;
  optional?: boolean;
  mark?: string | undefined;
}

export interface TextFieldProps extends TypedFieldProps {
  type?: 'text' | 'email' | 'tel';
  maxLength?: number;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  placeholder?: string;
  readOnly?: boolean;
  /** Where fields with one label stand beside each other: the label, and what it is about. */
  'aria-label'?: string;
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
      <input
        type="text"
        placeholder=" "
        required={!optional}
        inputMode={mask?.inputMode}
        {...input}
        {...control}
      />
    </Field>
  );
}

interface TextAreaFieldProps extends TypedFieldProps {
  rows?: number;
}

export function TextAreaField({ rows = 4, ...props }: TextAreaFieldProps) {
  const { control, ...field } = useField<HTMLTextAreaElement>(props, props.mask);
  const { autoComplete, errorId, mark, optional } = props;
  const attributes = { rows, autoComplete, required: !optional };
  return (
    <Field {...field} errorId={errorId} mark={mark} optional={optional}>
      <textarea {...attributes} {...control} />
    </Field>
  );
}
