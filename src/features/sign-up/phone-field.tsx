import type { Form } from '../../ui/form.ts';
import { phoneMask } from '../../ui/masks.ts';
import { TextField } from '../../ui/text-field.tsx';

/** The same of a person and of whoever represents a company. */
export function PhoneField({ form }: { form: Form }) {
  return (
    <TextField form={form} name="phone" type="tel" mask={phoneMask} autoComplete="tel-national" />
  );
}
