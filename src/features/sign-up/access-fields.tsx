import type { Form } from '../../ui/form.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface AccessFieldsProps {
  form: Form;
  heading: 'h2' | 'h3';
}

/** CAD-11: with what the person will sign in. */
export function AccessFields({ form, heading: Heading }: AccessFieldsProps) {
  return (
    <>
      <Heading className="form-section">Dados de Acesso</Heading>
      <TextField form={form} name="email" type="email" autoComplete="email" />
      <PasswordField form={form} name="password" autoComplete="new-password" />
    </>
  );
}
