import type { ReactNode } from 'react';
import { FieldErrorText } from './field.tsx';
import { type FieldProps, useField } from './use-field.ts';

interface CheckboxFieldProps extends Pick<FieldProps, 'form' | 'name'> {
  optional?: boolean;
  children: ReactNode;
  /** Shown outside of the label, so that a press on it ticks nothing. */
  below?: ReactNode;
}

export function CheckboxField({ form, name, optional, children, below }: CheckboxFieldProps) {
  const { control, id, error } = useField<HTMLInputElement>({ form, name });
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <FieldErrorText id={id} error={error} />
      <label className="checkbox">
        <input type="checkbox" required={!optional} {...control} />
        <span>{children}</span>
      </label>
      {below}
    </div>
  );
}
