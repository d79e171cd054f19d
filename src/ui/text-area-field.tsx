import { Field, type FieldProps, useField } from './field.tsx';

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
