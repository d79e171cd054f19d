import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import { type ConsumerType, consumerTypes } from '../../rules/consumer-types.ts';
import { AdditionalFields } from '../../ui/additional-fields.tsx';
import type { Form } from '../../ui/form.ts';
import { cnpjMask, cpfMask, dateMask, phoneMask } from '../../ui/masks.ts';
import { TextField } from '../../ui/text-field.tsx';
import { ConsumerTypeChoice } from './consumer-type-choice.tsx';
import { consumerTypeOf } from './consumer-values.ts';
import { FieldGroupCard } from './field-group-card.tsx';
import { fieldGroups, ungroupedFields } from './sign-up-fields.ts';

interface SectionProps {
  form: Form;
  /** Level of the sections' headings. */
  heading: 'h2' | 'h3';
}

/** Who signs up: person or company, and what the campaign asks besides (CAD-03 to CAD-10). */
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

function CompanySections({ form, heading: Heading }: SectionProps) {
  return (
    <>
      <Heading className="form-section">Dados da Empresa</Heading>
      <TextField form={form} name="companyDocument" mask={cnpjMask} autoComplete="off" />
      <TextField form={form} name="companyName" autoComplete="organization" />
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

function PhoneField({ form }: { form: Form }) {
  return (
    <TextField form={form} name="phone" type="tel" mask={phoneMask} autoComplete="tel-national" />
  );
}

function useConsumerType(form: Form, campaign: Campaign): ConsumerType {
  const [$type] = useState(() =>
    computed(form.$values, (values) => consumerTypeOf(campaign, values)),
  );
  return useStore($type);
}
