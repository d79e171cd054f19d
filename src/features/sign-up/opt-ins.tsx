import type { Campaign } from '../../contract/campaign.ts';
import { environment } from '../../environment.ts';
import { regulationPath } from '../../paths.ts';
import { isPrivacy, statedOptIns, tickableOptIns } from '../../rules/opt-ins.ts';
import { parameter } from '../../rules/parameters.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import type { Form } from '../../ui/form.ts';

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

/** They open in another tab, so that nothing typed is lost; beside the label, pressing one ticks nothing. */
function AcceptedTexts({ campaign }: { campaign: Campaign }) {
  const privacy = parameter(campaign, 'PRIVACY_POLICY_URL');
  return (
    <ul className="accepted-texts">
      <TextLink path={regulationPath}>Ler o regulamento</TextLink>
      {privacy && <TextLink path={privacy}>Ler a política de privacidade</TextLink>}
    </ul>
  );
}

function TextLink({ path, children }: { path: string; children: string }) {
  return (
    <li>
      <a href={environment().pageUrl(path)} target="_blank" rel="noopener">
        {children}
      </a>
    </li>
  );
}
