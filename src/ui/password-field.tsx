import { useState } from 'react';
import { Field, type FieldProps, useField } from './field.tsx';

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'new-password' | 'current-password';
}

/** Can be pasted into, filled by password managers, and shown (ASVS 6.2.6 to 6.2.9). */
export function PasswordField({ autoComplete, ...props }: PasswordFieldProps) {
  const { control, ...field } = useField<HTMLInputElement>(props);
  const [isVisible, setVisible] = useState(false);
  return (
    <Field {...field}>
      <span className="password-field">
        <input
          type={isVisible ? 'text' : 'password'}
          required
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck="false"
          {...control}
        />
        <button type="button" onClick={() => setVisible(!isVisible)}>
          {isVisible ? 'Ocultar' : 'Mostrar'}
          <span className="visually-hidden">{` ${field.label.toLowerCase()}`}</span>
        </button>
      </span>
    </Field>
  );
}
