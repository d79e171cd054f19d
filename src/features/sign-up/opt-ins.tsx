import type { ReactNode } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import { environment } from '../../environment.ts';
import { regulationPath } from '../../paths.ts';
import { isPrivacy, statedOptIns, tickableOptIns } from '../../rules/opt-ins.ts';
import { parameter } from '../../rules/parameters.ts';
import { FieldErrorText, type FieldProps, useField } from '../../ui/field.tsx';
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

interface CheckboxFieldProps extends Pick<FieldProps, 'form' | 'name'> {
  optional?: boolean;
  children: ReactNode;
  /** Shown outside of the label, so that a press on it ticks nothing. */
  below?: ReactNode;
}

function CheckboxField({ form, name, optional, children, below }: CheckboxFieldProps) {
  const { control, id, error } = useField<HTMLInputElement>({ form, name });
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <FieldErrorText id={id} error={error} />
      <label className="checkbox">
        <input type="checkbox" required={!optional} {...control} />
        <span>{children}</span>
      </label>
      {below}
    </div>
  );
}
