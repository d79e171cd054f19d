import { useStore } from '@nanostores/react';
import { atom, computed, type ReadableAtom } from 'nanostores';
import { useEffect, useRef, useState } from 'react';
import { lookUpAddress } from '../../client/address-lookup.ts';
import type { Campaign } from '../../contract/campaign.ts';
import { environment, isBeforeOpening, type SiteProps } from '../../environment.ts';
import { mascotImage, overThisPage, signUpPollDialog } from '../../paths.ts';
import { consumerTypes } from '../../rules/campaign/parameters.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import {
  createForm,
  type FormConfig,
  type FormStore,
  type Labels,
  type Values,
} from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { isSignedIn } from '../session/session.store.ts';
import { StoredPhotoNotice } from '../session/stored-photo.tsx';
import { OptIns, StatedOptIns } from './common-fields.tsx';
import { signUpFormConfig } from './sign-up-config.ts';
import { accessLabels, addressLabels, consumerLabels, optInLabels } from './sign-up-fields.ts';
import {
  AccessSection,
  ConsumerSections,
  consumerTitles,
  sectionTitles,
  signUpPose,
} from './sign-up-form.tsx';

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
  return <Wizard site={site} onClose={onClose} />;
}

export function canSignUp(): boolean {
  const { enabled } = environment().site.hotsite.registration;
  return !isBeforeOpening() && enabled && !isSignedIn();
}

function Wizard({ site, onClose }: WizardDialogProps) {
  const [wizard] = useState(() => pageWizard(site));
  const { steps } = wizard;
  const stepIndex = useStore(wizard.$stepIndex);
  const isWrong = Object.keys(useStore(wizard.form.$visibleErrors)).length > 0;
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
      <StoredPhotoNotice />
      <WizardSteps steps={steps} stepIndex={stepIndex} />
      {isLast && stepIndex > 0 && <p>Falta pouco para você participar!</p>}
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

interface WizardStep {
  id: 'access' | 'consumer' | 'address';
  name: string;
  labels: Labels;
}

/** Leaves out steps without fields, such as the address if the campaign does not ask for it. */
export function wizardSteps(campaign: Campaign): WizardStep[] {
  const { access, address } = sectionTitles;
  const [type, another] = consumerTypes(campaign);
  const consumer = type && !another ? consumerTitles[type] : 'Dados';
  const steps: WizardStep[] = [
    { id: 'access', name: access, labels: { ...accessLabels, ...optInLabels(campaign) } },
    { id: 'consumer', name: consumer, labels: consumerLabels(campaign) },
    { id: 'address', name: address, labels: addressLabels(campaign) },
  ];
  return steps.filter(({ labels }) => Object.keys(labels).length > 0);
}

function wizardFormConfig(site: SiteProps, steps: readonly WizardStep[]): FormConfig {
  return signUpFormConfig(site, {
    id: 'realize-seu-cadastro',
    labels: Object.fromEntries(steps.flatMap(({ labels }) => Object.entries(labels))),
    onSignedIn: async () => [overThisPage(signUpPollDialog), 'replace'],
  });
}

export function createWizard(site: SiteProps) {
  const steps = wizardSteps(site.campaign);
  const form = createForm(wizardFormConfig(site, steps));
  const fields = steps.map(({ labels }) => Object.keys(labels));
  return { form, steps, ...createFormSteps(form, fields) };
}

let wizardOfPage: ReturnType<typeof createWizard> | undefined;

/** The wizard of this page: closing its dialog loses nothing, not even the password. */
export function pageWizard(site: SiteProps) {
  if (wizardOfPage?.form.$step.get().step === 'sent') wizardOfPage = undefined;
  wizardOfPage ??= createWizard(site);
  return wizardOfPage;
}

export interface FormSteps {
  /** A form for each step, with its fields; submitting one leads to the next. */
  readonly parts: readonly FormStore[];
  readonly $stepIndex: ReadableAtom<number>;
  back(): void;
}

/** The last step sends the whole form; a refused field leads back to its step. */
export function createFormSteps(form: FormStore, steps: readonly (readonly string[])[]): FormSteps {
  const $stepIndex = atom(0);

  async function leaveStep(stepIndex: number) {
    if (stepIndex < steps.length - 1) return $stepIndex.set(stepIndex + 1);
    await form.submit();
    const refusedIndex = parts.findIndex(
      ({ $visibleErrors }) => Object.keys($visibleErrors.get()).length > 0,
    );
    if (refusedIndex !== -1) $stepIndex.set(refusedIndex);
  }

  const parts = steps.map((names, stepIndex) => partOf(form, names, () => leaveStep(stepIndex)));
  return { parts, $stepIndex, back: () => $stepIndex.set(Math.max(0, $stepIndex.get() - 1)) };
}

function partOf(
  form: FormStore,
  names: readonly string[],
  onStepDone: () => Promise<void>,
): FormStore {
  const filterOwn = (texts: Values) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => names.includes(name)));
  const $errors = computed(form.$errors, filterOwn);
  const $visibleErrors = computed(form.$visibleErrors, filterOwn);
  return {
    ...form,
    labels: filterOwn(form.labels),
    $errors,
    $visibleErrors,
    $failedSubmits: computed(
      [form.$failedSubmits, $visibleErrors],
      (failedSubmits, visibleErrors) => (Object.keys(visibleErrors).length > 0 ? failedSubmits : 0),
    ),
    async submit() {
      const wrongNames = Object.keys($errors.get());
      if (wrongNames.length > 0) form.stop(wrongNames);
      else await onStepDone();
    },
  };
}
