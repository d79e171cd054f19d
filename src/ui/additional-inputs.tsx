import {
  type CampaignField,
  friendPhoneField,
  stateField,
} from '../rules/people/additional-fields.ts';
import type { FormStore } from './form.ts';
import { SelectField, TextField } from './inputs.tsx';
import { phoneMask } from './masks.ts';

type InputField = Omit<CampaignField, 'target'>;

export function AdditionalFields({
  form,
  fields,
}: {
  form: FormStore;
  fields: readonly InputField[];
}) {
  return fields.map((field) => <OneField key={field.key} form={form} field={field} />);
}

function OneField({ form, field }: { form: FormStore; field: InputField }) {
  const { key: name, required, options } = field;
  const shared = { form, name, optional: !required };
  if (options.length > 0) {
    const choices = options.map((option) => ({ value: option, label: option }));
    const autoComplete = name === stateField ? 'address-level1' : undefined;
    return <SelectField {...shared} options={choices} autoComplete={autoComplete} />;
  }
  // A friend's email: browsers would fill in the user's own.
  if (name === 'MGM_EMAIL') return <TextField {...shared} type="email" autoComplete="off" />;
  if (name === friendPhoneField) {
    return <TextField {...shared} type="tel" mask={phoneMask} autoComplete="off" />;
  }
  return <TextField {...shared} />;
}
