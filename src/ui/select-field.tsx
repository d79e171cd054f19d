import { Field, type FieldProps, useField } from './field.tsx';

interface SelectFieldProps extends Pick<FieldProps, 'form' | 'name'> {
  options: readonly { value: string; label: string }[];
  empty?: string;
  autoComplete?: string | undefined;
  optional?: boolean;
}

export function SelectField({
  form,
  name,
  options,
  empty = 'Escolha',
  optional,
  autoComplete,
}: SelectFieldProps) {
  const { control, ...field } = useField<HTMLSelectElement>({ form, name });
  return (
    <Field {...field} optional={optional}>
      <select required={!optional} autoComplete={autoComplete} {...control}>
        <option value="">{empty}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
