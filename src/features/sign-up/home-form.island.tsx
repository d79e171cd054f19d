import { useEffect, useState } from 'react';
import { lookUpAddress } from '../../client/lazy-address-lookup.ts';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { signUpPath } from '../../paths.ts';
import { consumerTypes, isOn } from '../../rules/campaign/parameters.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { createForm } from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { AdditionalFields } from '../../ui/inputs.tsx';
import { AnonymousPhotoNotice } from '../receipts/photo-first/anonymous-photo.tsx';
import { AccessFields, OptIns, PersonFields, StatedOptIns } from './common-fields.tsx';
import { homeFormConfig, resetOnReturn } from './sign-up-config.ts';
import { requiredAddedFields } from './sign-up-fields.ts';

export function HomeSignUp({ site }: { site: SiteProps }) {
  startSite(site);
  if (consumerTypes(site.campaign).includes('PERSON')) return <HomeForm site={site} />;
  // The home page’s form has no fields for companies: the user continues on the page that has them.
  return (
    <a className="button button-wide" href={signUpPath(site.hotsite.registration)}>
      <span className="as-sentence">CADASTRAR</span>
    </a>
  );
}

export function HomeForm({ site }: { site: SiteProps }) {
  const { campaign, hotsite } = site;
  const [form] = useState(() => createForm(homeFormConfig(site)));
  useEffect(() => resetOnReturn(form), [form]);
  return (
    <Form form={form} className="form form-panel form-paired form-brief">
      <h3 className="form-section">CADASTRO</h3>
      <AnonymousPhotoNotice />
      <ErrorSummary form={form} />
      <PersonFields form={form} campaign={campaign} />
      <AdditionalFields form={form} fields={requiredAddedFields(campaign)} />
      {isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED') && (
        <AddressFields form={form} lookUp={lookUpAddress} />
      )}
      <AccessFields form={form} />
      <OptIns form={form} campaign={campaign} />
      <StatedOptIns campaign={campaign} />
      <SubmitButton form={form}>
        <span className="as-sentence">CADASTRAR</span>
      </SubmitButton>
      <FormAlert form={form} />
      {consumerTypes(campaign).includes('CORPORATE') && (
        <p className="form-links">
          <a href={signUpPath(hotsite.registration)}>Cadastrar uma empresa</a>
        </p>
      )}
    </Form>
  );
}
