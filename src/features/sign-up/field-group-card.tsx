import { AdditionalFields } from '../../ui/additional-fields.tsx';
import type { Form } from '../../ui/form.ts';
import { HelpTip } from '../../ui/help.tsx';
import type { FieldGroup } from './sign-up-fields.ts';

/** CAD-10: a card with the group's name and, behind a question mark, what it is for. */
export function FieldGroupCard({ form, group, fields }: FieldGroup & { form: Form }) {
  const { name, description } = group;
  return (
    <fieldset className="form-group">
      <legend>{name}</legend>
      {description && <HelpTip label={name}>{description}</HelpTip>}
      <AdditionalFields form={form} fields={fields} />
    </fieldset>
  );
}
