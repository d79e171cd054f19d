import { cnpjMask, cpfMask } from '../../ui/masks.ts';
import { TextField } from '../../ui/text-field.tsx';
import { PhoneField } from './phone-field.tsx';
import type { SectionProps } from './section-props.ts';

/** A company, and who represents it. */
export function CompanySections({ form, heading: Heading }: SectionProps) {
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
