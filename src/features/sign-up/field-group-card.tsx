import { AdditionalFields } from '../../ui/additional-fields.tsx';
import type { Form } from '../../ui/form.ts';
import { HelpTip } from '../../ui/help.tsx';
import type { FieldGroup } from './sign-up-fields.ts';

/** A card with the group's name and, behind a question mark, what it is for. */
export function FieldGroupCard({ form, group, fields }: FieldGroup & { form: Form }) {
  const { name, description } = group;
  const id = `grupo-${name.replaceAll(/\s+/g, '-')}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: WebKit lays a fieldset's legend over its edge, whatever the styles say.
    <div role="group" aria-labelledby={id} className="form-group">
      <p className="form-group-name" id={id}>
        {name}
      </p>
      {description && <HelpTip label={name}>{description}</HelpTip>}
      <AdditionalFields form={form} fields={fields} />
    </div>
  );
}
