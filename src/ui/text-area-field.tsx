import { Field, type FieldProps, useField } from './field.tsx';
import type { Mask } from './masks.ts';

interface TextAreaFieldProps extends FieldProps {
  mask?: Mask;
  rows?: number;
  maxLength?: number;
  autoComplete?: string;
  optional?: boolean;
  mark?: string;
}

export function TextAreaField({
  form,
  name,
  label,
  hint,
  errorId,
  mark,
  mask,
  optional,
  ...area
}: TextAreaFieldProps) {
  const { control, ...field } = useField<HTMLTextAreaElement>(
    { form, name, label, hint, errorId },
    mask,
  );
  return (
    <Field {...field} errorId={errorId} mark={mark} optional={optional}>
      <textarea rows={4} required={!optional} {...area} {...control} />
    </Field>
  );
}
