import type { OptIn } from '../../contract/campaign.ts';
import { statedOptIns, tickableOptIns } from '../../rules/opt-ins.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import type { Form } from '../../ui/form.ts';

interface OptInsProps {
  form: Form;
  optIns: readonly OptIn[];
}

/** LAND-04: checkboxes in their order. */
export function OptIns({ form, optIns }: OptInsProps) {
  return tickableOptIns(optIns).map(({ code, name, required }) => (
    <CheckboxField key={code} form={form} name={`optIns.${code}`} optional={!required}>
      {name}
    </CheckboxField>
  ));
}

/** LAND-05: texts that hold without a checkbox, at the last step. */
export function StatedOptIns({ optIns }: Pick<OptInsProps, 'optIns'>) {
  return statedOptIns(optIns).map(({ code, name }) => (
    <p className="form-note" key={code}>
      {name}
    </p>
  ));
}
