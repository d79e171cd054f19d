import type { AdditionalField } from '../../contract/campaign.ts';
import type { Form } from '../../ui/form.ts';
import { phoneMask } from '../../ui/masks.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Fields that the campaign adds (ENT-05): a select where there are options, text elsewhere. */
export function AdditionalFields({
  form,
  fields,
}: {
  form: Form;
  fields: readonly AdditionalField[];
}) {
  return fields.map((field) => <OneField key={field.id} form={form} field={field} />);
}

function OneField({ form, field }: { form: Form; field: AdditionalField }) {
  const { key: name, required, options } = field;
  const shared = { form, name, optional: !required };
  if (options.length > 0) {
    const choices = options.map((option) => ({ value: option, label: option }));
    const autoComplete = name === 'ADDRESS_STATE' ? 'address-level1' : undefined;
    return <SelectField {...shared} options={choices} autoComplete={autoComplete} />;
  }
  if (name === 'MGM_EMAIL') return <TextField {...shared} type="email" />;
  if (name === 'MGM_PHONE') return <TextField {...shared} type="tel" mask={phoneMask} />;
  return <TextField {...shared} />;
}
