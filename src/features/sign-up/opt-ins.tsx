import type { Campaign } from '../../contract/campaign.ts';
import { isPrivacy, statedOptIns, tickableOptIns } from '../../rules/opt-ins.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import type { Form } from '../../ui/form.ts';
import { AcceptedTexts } from './accepted-texts.tsx';

interface OptInsProps {
  form: Form;
  campaign: Campaign;
}

export function OptIns({ form, campaign }: OptInsProps) {
  return tickableOptIns(campaign.registerOptins).map((optIn) => (
    <CheckboxField
      key={optIn.code}
      form={form}
      name={`optIns.${optIn.code}`}
      optional={!optIn.required}
      below={isPrivacy(optIn) && <AcceptedTexts campaign={campaign} />}
    >
      {optIn.name}
    </CheckboxField>
  ));
}

/** Texts that hold without a checkbox, at the last step. */
export function StatedOptIns({ campaign }: Pick<OptInsProps, 'campaign'>) {
  return statedOptIns(campaign.registerOptins).map((optIn) => (
    <div className="form-note" key={optIn.code}>
      <p>{optIn.name}</p>
      {isPrivacy(optIn) && <AcceptedTexts campaign={campaign} />}
    </div>
  ));
}
