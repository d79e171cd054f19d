import type { Campaign } from '../../contract/campaign.ts';
import { AdditionalFields } from '../../ui/additional-inputs.tsx';
import type { Form } from '../../ui/form.ts';
import { cpfMask, dateMask, phoneHint, phoneMask } from '../../ui/masks.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { stateFields } from './sign-up-fields.ts';

interface FieldsProps {
  form: Form;
  campaign: Campaign;
}

/** The same for the page, the dialog, the widgets and the home page's form. */
export function PersonFields({ form, campaign }: FieldsProps) {
  return (
    <>
      <TextField form={form} name="name" autoComplete="name" />
      <TextField form={form} name="document" mask={cpfMask} autoComplete="off" />
      <AdditionalFields form={form} fields={stateFields(campaign)} />
      <TextField
        form={form}
        name="birthDate"
        mask={dateMask}
        placeholder="dd/mm/aaaa"
        autoComplete="bday"
      />
      <PhoneField form={form} />
    </>
  );
}

export function PhoneField({ form }: Pick<FieldsProps, 'form'>) {
  return (
    <TextField
      form={form}
      name="phone"
      type="tel"
      hint={phoneHint}
      mask={phoneMask}
      autoComplete="tel-national"
    />
  );
}

export function AccessFields({ form }: Pick<FieldsProps, 'form'>) {
  return (
    <>
      <TextField form={form} name="email" type="email" autoComplete="email" />
      <PasswordField form={form} name="password" autoComplete="new-password" />
    </>
  );
}
