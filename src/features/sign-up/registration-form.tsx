import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Poll } from '../../contract/polls.ts';
import type { SiteProps } from '../../environment.ts';
import { isOn } from '../../rules/parameters.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { createForm } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { AccessFields } from './access-fields.tsx';
import { ConsumerSections } from './consumer-sections.tsx';
import { OptIns, StatedOptIns } from './opt-ins.tsx';
import { PollSection } from './poll-section.tsx';
import { registrationFormConfig } from './registration.store.ts';
import { lookUpAddress, preloadBotCheck } from './sign-up.store.ts';
import { $unanswered, goOn } from './sign-up-poll.store.ts';

interface RegistrationFormProps {
  site: SiteProps;
  poll: Poll | null;
}

/** Everything on one page: consumer, address, access, poll and opt-ins. */
export function RegistrationForm({ site, poll }: RegistrationFormProps) {
  const [form] = useState(() => createForm(registrationFormConfig(site, poll)));
  const unanswered = useStore($unanswered);
  const { campaign } = site;
  return (
    <Form form={form} onFirstTouch={preloadBotCheck}>
      <ErrorSummary form={form} />
      <ConsumerSections form={form} heading="h2" campaign={campaign} />
      {isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED') && (
        <>
          <h2 className="form-section">Endereço</h2>
          <AddressFields form={form} lookUp={lookUpAddress} />
        </>
      )}
      <AccessFields form={form} heading="h2" />
      {poll && <PollSection form={form} poll={poll} />}
      <OptIns form={form} campaign={campaign} />
      <StatedOptIns campaign={campaign} />
      <SubmitButton form={form}>continuar</SubmitButton>
      <FormAlert form={form} />
      <AlertDialog lines={unanswered} onClose={goOn} />
    </Form>
  );
}
