import type { ReactNode } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import { environment } from '../../environment.ts';
import { regulationPath } from '../../paths.ts';
import { parameter } from '../../rules/campaign/parameters.ts';
import {
  isPrivacy,
  statedOptIns,
  stateField,
  tickableOptIns,
} from '../../rules/people/campaign-fields.ts';
import { type BoundFieldProps, FieldErrorText, useField } from '../../ui/field.tsx';
import type { FormStore } from '../../ui/form.ts';
import { AdditionalFields, PasswordField, passwordHint, TextField } from '../../ui/inputs.tsx';
import { cpfMask, dateMask, phoneHint, phoneMask } from '../../ui/masks.ts';
import { addedStateFields } from './sign-up-fields.ts';

interface FieldsProps {
  form: FormStore;
  campaign: Campaign;
}

/** In the order of the form's labels, which `sign-up-fields.ts` lists. */
export function PersonFields({ form, campaign }: FieldsProps) {
  return Object.keys(form.labels).map((name) => (
    <PersonField key={name} form={form} campaign={campaign} name={name} />
  ));
}

function PersonField({ form, campaign, name }: FieldsProps & { name: string }) {
  switch (name) {
    case 'name':
      return <TextField form={form} name={name} autoComplete="name" />;
    case 'document':
      return <TextField form={form} name={name} mask={cpfMask} autoComplete="off" />;
    case stateField:
      return <AdditionalFields form={form} fields={addedStateFields(campaign)} />;
    case 'birthDate':
      return (
        <TextField
          form={form}
          name={name}
          mask={dateMask}
          placeholder="dd/mm/aaaa"
          autoComplete="bday"
        />
      );
    case 'phone':
      return <PhoneField form={form} />;
    default:
      return null;
  }
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
      <TextField form={form} type="email" autoComplete="email" name="email" />
      <PasswordField form={form} name="password" hint={passwordHint} autoComplete="new-password" />
    </>
  );
}

export function OptIns({ form, campaign }: FieldsProps) {
  return tickableOptIns(campaign.registerOptins).map((optIn) => (
    <CheckboxField
      key={optIn.code}
      form={form}
      name={`optIns.${optIn.code}`}
      required={optIn.required}
      below={isPrivacy(optIn) && <AcceptedTexts campaign={campaign} />}
    >
      {optIn.name}
    </CheckboxField>
  ));
}

/** Consents without a checkbox, shown at the last step. */
export function StatedOptIns({ campaign }: Pick<FieldsProps, 'campaign'>) {
  return statedOptIns(campaign.registerOptins).map((optIn) => (
    <div className="form-note" key={optIn.code}>
      <p>{optIn.name}</p>
      {isPrivacy(optIn) && <AcceptedTexts campaign={campaign} />}
    </div>
  ));
}

/** Links open in another tab, to lose nothing typed; outside the label, they tick nothing. */
function AcceptedTexts({ campaign }: { campaign: Campaign }) {
  const privacy = parameter(campaign, 'PRIVACY_POLICY_URL');
  return (
    <ul className="accepted-texts">
      {textLink(regulationPath, 'Ler o regulamento')}
      {privacy && textLink(privacy, 'Ler a política de privacidade')}
    </ul>
  );
}

function textLink(path: string, name: string): ReactNode {
  return (
    <li>
      <a href={environment().pageUrl(path)} target="_blank" rel="noopener">
        {name}
      </a>
    </li>
  );
}

interface CheckboxFieldProps extends Pick<BoundFieldProps, 'form' | 'name'> {
  required: boolean;
  children: ReactNode;
  /** Shown outside of the label, so that a press on it ticks nothing. */
  below?: ReactNode;
}

function CheckboxField({ form, name, required, children, below }: CheckboxFieldProps) {
  const { control, id, error } = useField<HTMLInputElement>({ form, name });
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <FieldErrorText id={id} error={error} />
      <label className="checkbox">
        <input type="checkbox" required={required} {...control} />
        <span>{children}</span>
      </label>
      {below}
    </div>
  );
}
