import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import { type ConsumerType, consumerTypes } from '../../rules/parameters.ts';
import { AdditionalFields } from '../../ui/additional-inputs.tsx';
import type { Form } from '../../ui/form.ts';
import { HelpTip } from '../../ui/help.tsx';
import { cnpjMask, cpfMask } from '../../ui/masks.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AccessFields, PersonFields, PhoneField } from './person-fields.tsx';
import { type FieldGroup, fieldGroups, stateFields, ungroupedFields } from './sign-up-fields.ts';
import { consumerTypeOf } from './sign-up-values.ts';

interface SectionProps {
  form: Form;
  heading: 'h2' | 'h3';
}

interface ConsumerProps extends SectionProps {
  campaign: Campaign;
}

export function AccessSection({ form, heading: Heading }: SectionProps) {
  return (
    <>
      <Heading className="form-section">Dados de Acesso</Heading>
      <AccessFields form={form} />
    </>
  );
}

export function ConsumerSections({ form, heading: Heading, campaign }: ConsumerProps) {
  const [$type] = useState(() =>
    computed(form.$values, (values) => consumerTypeOf(campaign, values)),
  );
  const type = useStore($type);
  return (
    <>
      {consumerTypes(campaign).length > 1 && <ConsumerTypeChoice form={form} chosen={type} />}
      {type === 'CORPORATE' ? (
        <CompanySections form={form} heading={Heading} campaign={campaign} />
      ) : (
        <>
          <Heading className="form-section">Informações Pessoais</Heading>
          <PersonFields form={form} campaign={campaign} />
        </>
      )}
      <AdditionalFields form={form} fields={ungroupedFields(campaign)} />
      {fieldGroups(campaign).map((group) => (
        <FieldGroupCard key={group.group.id} form={form} {...group} />
      ))}
    </>
  );
}

const types: readonly { type: ConsumerType; label: string }[] = [
  { type: 'PERSON', label: 'Pessoa Física' },
  { type: 'CORPORATE', label: 'Pessoa Jurídica' },
];

function ConsumerTypeChoice({ form, chosen }: { form: Form; chosen: ConsumerType }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand above the toggle.
    <div className="segmented" role="group" aria-label={form.labels['type']}>
      {types.map(({ type, label }) => (
        <button
          key={type}
          type="button"
          aria-pressed={type === chosen}
          onClick={() => form.change('type', type)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function CompanySections({ form, heading: Heading, campaign }: ConsumerProps) {
  return (
    <>
      <Heading className="form-section">Dados da Empresa</Heading>
      <TextField form={form} name="companyDocument" mask={cnpjMask} autoComplete="off" />
      <TextField form={form} name="companyName" autoComplete="organization" />
      <AdditionalFields form={form} fields={stateFields(campaign)} />
      <div className="form-group">
        <Heading className="form-section">Dados do Representante</Heading>
        <p className="form-note">Estes dados são de quem representa a empresa na promoção.</p>
        <TextField form={form} name="representativeName" autoComplete="name" />
        <TextField form={form} name="representativeDocument" mask={cpfMask} autoComplete="off" />
        <PhoneField form={form} />
      </div>
    </>
  );
}

function FieldGroupCard({ form, group, fields }: FieldGroup & { form: Form }) {
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
