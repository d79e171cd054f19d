import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { SiteProps } from '../../environment.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Form as FormStore } from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { StoredPhotoNotice } from '../session/stored-photo.tsx';
import { OptIns, StatedOptIns } from './common-fields.tsx';
import { canSignUp } from './sign-up-access.ts';
import { lookUpAddress } from './sign-up-config.ts';
import { AccessSection, ConsumerSections } from './sign-up-form.tsx';
import { pageWizard, type WizardStep } from './wizard.ts';

interface WizardDialogProps {
  site: SiteProps;
  onClose: () => void;
}

export function WizardDialog({ site, onClose }: WizardDialogProps) {
  const [isAllowed] = useState(canSignUp);
  useEffect(() => {
    if (!isAllowed) onClose();
  }, [isAllowed, onClose]);
  if (!isAllowed) return null;
  return (
    <Dialog title="Realize seu cadastro" onClose={onClose}>
      <StoredPhotoNotice />
      <Wizard site={site} />
    </Dialog>
  );
}

function Wizard({ site }: { site: SiteProps }) {
  const [{ names, parts, $place, back }] = useState(() => pageWizard(site));
  const place = useStore($place);
  const form = parts[place];
  const name = names[place];
  if (!form || !name) return null;
  const isLast = place === names.length - 1;
  return (
    <>
      <WizardSteps names={names} place={place} />
      <Form form={form} className="form form-paired">
        <ErrorSummary form={form} />
        <Step key={name} name={name} form={form} campaign={site.campaign} />
        {isLast && <StatedOptIns campaign={site.campaign} />}
        <div className="wizard-actions">
          {place > 0 && (
            <button type="button" className="button button-secondary" onClick={back}>
              <span>voltar</span>
            </button>
          )}
          <SubmitButton form={form} className="button">
            {isLast ? 'salvar' : 'continuar'}
          </SubmitButton>
        </div>
        <FormAlert form={form} />
      </Form>
    </>
  );
}

interface StepProps {
  name: WizardStep['name'];
  form: FormStore;
  campaign: Campaign;
}

function Step({ name, form, campaign }: StepProps) {
  switch (name) {
    case 'Acesso':
      return (
        <>
          <AccessSection form={form} heading="h3" />
          <OptIns form={form} campaign={campaign} />
        </>
      );
    case 'Dados':
      return <ConsumerSections form={form} heading="h3" campaign={campaign} />;
    case 'Endereço':
      return (
        <>
          <h3 className="form-section">Endereço</h3>
          <AddressFields form={form} lookUp={lookUpAddress} />
        </>
      );
    default:
      return name satisfies never;
  }
}

interface WizardStepsProps {
  names: readonly string[];
  place: number;
}

/** Takes the focus at each new step, so that the step is read aloud. */
function WizardSteps({ names, place }: WizardStepsProps) {
  const current = useRef<HTMLLIElement>(null);
  const seen = useRef(place);
  useEffect(() => {
    if (seen.current !== place) current.current?.focus();
    seen.current = place;
  }, [place]);
  return (
    <ol className="wizard-steps">
      {names.map((name, position) => (
        <li
          key={name}
          className={position < place ? 'wizard-step-done' : undefined}
          {...(position === place && { ref: current, tabIndex: -1, 'aria-current': 'step' })}
        >
          <span className="visually-hidden">
            Passo {position + 1} de {names.length}:{' '}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
