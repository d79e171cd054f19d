import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { lookUpAddress } from '../../client/lazy-address-lookup.ts';
import type { Campaign } from '../../contract/campaign.ts';
import type { SiteProps } from '../../environment.ts';
import { mascotImage } from '../../paths.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { FormStore } from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { useStyleSheet } from '../../ui/use-style-sheet.ts';
import { AnonymousPhotoNotice } from '../receipts/photo-first/anonymous-photo.tsx';
import { isSignedIn } from '../session/session.store.ts';
import { canSignUp } from './access.ts';
import { OptIns, StatedOptIns } from './common-fields.tsx';
import { sectionTitles } from './long-form.store.ts';
import {
  AccessSection,
  ConsumerSections,
  NoSignUp,
  noSignUpTitle,
  signUpPose,
} from './sign-up-form.tsx';
import { pageWizard, type WizardStep } from './wizard.ts';
import styleSheet from './wizard-steps.css?url';

interface WizardDialogProps {
  site: SiteProps;
  onClose: () => void;
}

export function WizardDialog({ site, onClose }: WizardDialogProps) {
  const [isAllowed] = useState(canSignUp);
  const styles = useStyleSheet(styleSheet);
  useEffect(() => {
    if (!isAllowed) onClose();
  }, [isAllowed, onClose]);
  // Without its own styles the dialog can still be used.
  if (!isAllowed || styles === 'loading') return null;
  return <Wizard site={site} onClose={onClose} />;
}

/** Opens instead of the sign-up while registrations are switched off, for signed-out visitors. */
export function NoSignUpDialog({ site, onClose }: WizardDialogProps) {
  const [wasSignedIn] = useState(isSignedIn);
  useEffect(() => {
    if (wasSignedIn) onClose();
  }, [wasSignedIn, onClose]);
  if (wasSignedIn) return null;
  return (
    <Dialog title={noSignUpTitle} className="dialog-centred" onClose={onClose}>
      <img className="dialog-figure" {...mascotImage('dorme')} alt="" />
      <NoSignUp site={site} />
    </Dialog>
  );
}

function Wizard({ site, onClose }: WizardDialogProps) {
  const [wizard] = useState(() => pageWizard(site));
  const { steps } = wizard;
  const stepIndex = useStore(wizard.$stepIndex);
  const isWrong = Object.keys(useStore(wizard.form.$visibleErrors)).length > 0;
  const isReady = Object.keys(useStore(wizard.form.$errors)).length === 0;
  const form = wizard.parts[stepIndex];
  const step = steps[stepIndex];
  if (!form || !step) return null;
  const isLast = stepIndex === steps.length - 1;
  return (
    <Dialog
      title="Realize seu cadastro"
      figure={mascotImage(signUpPose({ isWrong, isDone: isLast }))}
      onClose={onClose}
    >
      <AnonymousPhotoNotice />
      <WizardSteps steps={steps} stepIndex={stepIndex} />
      {isLast && stepIndex > 0 && (
        <p>{isReady ? 'Agora é só salvar!' : 'Falta pouco para você participar!'}</p>
      )}
      <Form form={form} className="form form-paired form-brief">
        <ErrorSummary form={form} />
        <Step key={step.id} id={step.id} form={form} campaign={site.campaign} />
        {isLast && <StatedOptIns campaign={site.campaign} />}
        <div className="wizard-actions">
          {stepIndex > 0 && (
            <button type="button" className="button button-secondary" onClick={wizard.back}>
              <span>voltar</span>
            </button>
          )}
          <SubmitButton key={step.id} form={form} className="button">
            {isLast ? 'salvar' : 'continuar'}
          </SubmitButton>
        </div>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}

interface StepProps {
  id: WizardStep['id'];
  form: FormStore;
  campaign: Campaign;
}

function Step({ id, form, campaign }: StepProps) {
  switch (id) {
    case 'access':
      return (
        <>
          <AccessSection form={form} heading="h3" />
          <OptIns form={form} campaign={campaign} />
        </>
      );
    case 'consumer':
      return <ConsumerSections form={form} heading="h3" campaign={campaign} />;
    case 'address':
      return (
        <>
          <h3 className="form-section">{sectionTitles.address}</h3>
          <AddressFields form={form} lookUp={lookUpAddress} />
        </>
      );
    default:
      return id satisfies never;
  }
}

interface WizardStepsProps {
  steps: readonly WizardStep[];
  stepIndex: number;
}

/** Takes the focus at each new step, so that the step is read aloud. */
function WizardSteps({ steps, stepIndex }: WizardStepsProps) {
  const current = useRef<HTMLLIElement>(null);
  const shownIndex = useRef(stepIndex);
  useEffect(() => {
    if (shownIndex.current !== stepIndex) current.current?.focus();
    shownIndex.current = stepIndex;
  }, [stepIndex]);
  return (
    <ol className="wizard-steps">
      {steps.map(({ id, name }, position) => (
        <li
          key={id}
          className={position < stepIndex ? 'wizard-step-done' : undefined}
          {...(position === stepIndex && { ref: current, tabIndex: -1, 'aria-current': 'step' })}
        >
          <span className="visually-hidden">
            Passo {position + 1} de {steps.length}:{' '}
          </span>
          <b>{name}</b>
        </li>
      ))}
    </ol>
  );
}
