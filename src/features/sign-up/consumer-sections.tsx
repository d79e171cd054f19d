import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import { type ConsumerType, consumerTypes } from '../../rules/parameters.ts';
import { AdditionalFields } from '../../ui/additional-fields.tsx';
import type { Form } from '../../ui/form.ts';
import { cpfMask, dateMask } from '../../ui/masks.ts';
import { TextField } from '../../ui/text-field.tsx';
import { CompanySections } from './company-sections.tsx';
import { consumerTypeOf } from './consumer-type.ts';
import { ConsumerTypeChoice } from './consumer-type-choice.tsx';
import { FieldGroupCard } from './field-group-card.tsx';
import { PhoneField } from './phone-field.tsx';
import type { SectionProps } from './section-props.ts';
import { fieldGroups, ungroupedFields } from './sign-up-fields.ts';

/** Who signs up: person or company, and what the campaign asks besides. */
export function ConsumerSections({
  form,
  heading,
  campaign,
}: SectionProps & { campaign: Campaign }) {
  const type = useConsumerType(form, campaign);
  return (
    <>
      {consumerTypes(campaign).length > 1 && <ConsumerTypeChoice form={form} chosen={type} />}
      {type === 'CORPORATE' ? (
        <CompanySections form={form} heading={heading} />
      ) : (
        <PersonSection form={form} heading={heading} />
      )}
      <AdditionalFields form={form} fields={ungroupedFields(campaign)} />
      {fieldGroups(campaign).map((group) => (
        <FieldGroupCard key={group.group.id} form={form} {...group} />
      ))}
    </>
  );
}

function PersonSection({ form, heading: Heading }: SectionProps) {
  return (
    <>
      <Heading className="form-section">Informações Pessoais</Heading>
      <TextField form={form} name="document" mask={cpfMask} autoComplete="off" />
      <TextField form={form} name="name" autoComplete="name" />
      <PhoneField form={form} />
      <TextField
        form={form}
        name="birthDate"
        mask={dateMask}
        placeholder="dd/mm/aaaa"
        autoComplete="bday"
      />
    </>
  );
}

function useConsumerType(form: Form, campaign: Campaign): ConsumerType {
  const [$type] = useState(() =>
    computed(form.$values, (values) => consumerTypeOf(campaign, values)),
  );
  return useStore($type);
}
