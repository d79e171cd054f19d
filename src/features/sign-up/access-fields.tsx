import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { SectionProps } from './section-props.ts';

/** With what the person will sign in. */
export function AccessFields({ form, heading: Heading }: SectionProps) {
  return (
    <>
      <Heading className="form-section">Dados de Acesso</Heading>
      <TextField form={form} name="email" type="email" autoComplete="email" />
      <PasswordField form={form} name="password" autoComplete="new-password" />
    </>
  );
}
