import type { Form } from '../../ui/form.ts';
import { phoneMask } from '../../ui/masks.ts';
import { TextField } from '../../ui/text-field.tsx';

/** The same for a person and for the representative of a company. */
export function PhoneField({ form }: { form: Form }) {
  return (
    <TextField form={form} name="phone" type="tel" mask={phoneMask} autoComplete="tel-national" />
  );
}
