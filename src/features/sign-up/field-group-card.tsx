import { AdditionalFields } from '../../ui/additional-fields.tsx';
import type { Form } from '../../ui/form.ts';
import { HelpTip } from '../../ui/help-tip.tsx';
import type { FieldGroup } from './sign-up-fields.ts';

/** CAD-10: a card with the group's name and, behind a question mark, what it is for. */
export function FieldGroupCard({ form, group, fields }: FieldGroup & { form: Form }) {
  const { name, description } = group;
  const help = `${form.id}-grupo-${group.id}`;
  return (
    <fieldset className="form-group" aria-describedby={description ? help : undefined}>
      <legend>{name}</legend>
      {description && <HelpTip id={help} label={`Ajuda: ${name}`} text={description} />}
      <AdditionalFields form={form} fields={fields} />
    </fieldset>
  );
}
