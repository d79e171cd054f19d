import { useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { signUpPath } from '../../paths.ts';
import { consumerTypes, isOn } from '../../rules/parameters.ts';
import { AdditionalFields } from '../../ui/additional-fields.tsx';
import { AddressFields } from '../../ui/address-fields.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { createForm } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { cpfMask, dateMask, phoneHint, phoneMask } from '../../ui/masks.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { StoredPhotoNotice } from '../session/stored-photo.tsx';
import { OptIns, StatedOptIns } from './opt-ins.tsx';
import { landingFields } from './sign-up-fields.ts';
import { landingFormConfig, lookUpAddress } from './sign-up-form.ts';

export function SignUpBlock({ site }: { site: SiteProps }) {
  startSite(site);
  if (consumerTypes(site.campaign).includes('PERSON')) return <LandingForm site={site} />;
  // The landing form has no fields for a company: the user goes on to the page that has them.
  return (
    <a className="button button-wide" href={signUpPath(site.hotsite.registration)}>
      <span className="caps">CADASTRAR</span>
    </a>
  );
}

function LandingForm({ site }: { site: SiteProps }) {
  const [form] = useState(() => createForm(landingFormConfig(site)));
  const { campaign } = site;
  return (
    <Form form={form} className="form form-panel">
      <h3 className="form-section">CADASTRO</h3>
      <StoredPhotoNotice />
      <ErrorSummary form={form} />
      <TextField form={form} name="name" autoComplete="name" />
      <TextField form={form} name="document" mask={cpfMask} autoComplete="off" />
      <AdditionalFields form={form} fields={landingFields(campaign)} />
      <TextField
        form={form}
        name="birthDate"
        mask={dateMask}
        placeholder="dd/mm/aaaa"
        autoComplete="bday"
      />
      <TextField
        form={form}
        name="phone"
        type="tel"
        hint={phoneHint}
        mask={phoneMask}
        autoComplete="tel-national"
      />
      <TextField form={form} name="email" type="email" autoComplete="email" />
      <PasswordField form={form} name="password" autoComplete="new-password" />
      {isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED') && (
        <AddressFields form={form} lookUp={lookUpAddress} />
      )}
      <OptIns form={form} campaign={campaign} />
      <StatedOptIns campaign={campaign} />
      <SubmitButton form={form}>
        <span className="caps">CADASTRAR</span>
      </SubmitButton>
      <FormAlert form={form} />
    </Form>
  );
}
