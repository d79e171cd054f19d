import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Campaign } from '../../contract/campaign.ts';
import { environment, isBeforeOpening, isClosed, type SiteProps } from '../../environment.ts';
import {
  campaignOverDialog,
  homePath,
  overThisPage,
  signUpDialog,
  signUpPollDialog,
} from '../../paths.ts';
import { consumerTypes } from '../../rules/campaign/parameters.ts';
import {
  createForm,
  type FormConfig,
  type FormStore,
  type Labels,
  type Values,
} from '../../ui/form.ts';
import { isSignedIn, onSignOut } from '../session/session.store.ts';
import { consumerLabels, consumerTitles, sectionTitles } from './long-form.store.ts';
import { resetOnReturn, signUpFormConfig } from './sign-up-config.ts';
import { accessLabels, addressLabels, optInLabels } from './sign-up-fields.ts';

export function canSignUp(): boolean {
  const { enabled } = environment().site.hotsite.registration;
  return !isBeforeOpening() && enabled && !isSignedIn();
}

export interface WizardStep {
  id: 'access' | 'consumer' | 'address';
  name: string;
  labels: Labels;
}

/** Leaves out steps without fields, such as the address if the campaign does not ask for it. */
export function wizardSteps(campaign: Campaign): WizardStep[] {
  const [type, another] = consumerTypes(campaign);
  const consumer = type && !another ? consumerTitles[type] : 'Dados';
  const steps: WizardStep[] = [
    { id: 'access', name: 'Acesso', labels: { ...accessLabels, ...optInLabels(campaign) } },
    { id: 'consumer', name: consumer, labels: consumerLabels(campaign) },
    { id: 'address', name: sectionTitles.address, labels: addressLabels(campaign) },
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

let wizardOfPage: ReturnType<typeof wizardResetOnReturn> | undefined;

/** The wizard of this page: closing its dialog loses nothing, not even the password. */
export function pageWizard(site: SiteProps) {
  onSignOut(forgetWizard);
  if (wizardOfPage?.form.$step.get().step === 'sent') forgetWizard();
  wizardOfPage ??= wizardResetOnReturn(site);
  return wizardOfPage;
}

function wizardResetOnReturn(site: SiteProps) {
  const wizard = createWizard(site);
  return { ...wizard, stop: resetOnReturn({ ...wizard.form, reset: wizard.reset }) };
}

/** Its listeners would delete the draft of the next one. */
function forgetWizard(): void {
  wizardOfPage?.stop();
  wizardOfPage = undefined;
}

export interface FormSteps {
  /** A form for each step, with its fields; submitting one leads to the next. */
  readonly parts: readonly FormStore[];
  readonly $stepIndex: ReadableAtom<number>;
  back(): void;
  reset(): void;
}

/** A press this soon after a step came is the second of a double press on the button before it. */
export const doublePressMs = 500;

/** The last step sends the whole form; a refused field leads back to its step. */
export function createFormSteps(form: FormStore, steps: readonly (readonly string[])[]): FormSteps {
  const $stepIndex = atom(0);
  let advancedAt = Number.NEGATIVE_INFINITY;
  const isDoublePress = () => performance.now() - advancedAt < doublePressMs;

  function advanceTo(stepIndex: number) {
    advancedAt = performance.now();
    $stepIndex.set(stepIndex);
  }

  async function leaveStep(stepIndex: number) {
    if (stepIndex < steps.length - 1) return advanceTo(stepIndex + 1);
    await form.submit();
    const refusedIndex = parts.findIndex(
      ({ $visibleErrors }) => Object.keys($visibleErrors.get()).length > 0,
    );
    if (refusedIndex !== -1) $stepIndex.set(refusedIndex);
  }

  const parts = steps.map((names, stepIndex) => {
    const part = partOf(form, names, () => leaveStep(stepIndex));
    return { ...part, submit: async () => (isDoublePress() ? undefined : part.submit()) };
  });
  return {
    parts,
    $stepIndex,
    back: () => $stepIndex.set(Math.max(0, $stepIndex.get() - 1)),
    reset() {
      form.reset();
      $stepIndex.set(0);
    },
  };
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
    $blockedSubmits: computed(
      [form.$blockedSubmits, $visibleErrors],
      (blockedSubmits, visibleErrors) =>
        Object.keys(visibleErrors).length > 0 ? blockedSubmits : 0,
    ),
    async submit() {
      const wrongNames = Object.keys($errors.get());
      if (wrongNames.length > 0) form.block(wrongNames);
      else await onStepDone();
    },
  };
}

/** Sends away visitors who cannot use the sign-up page; corrects a clock that is ahead before. */
export async function redirectVisitor(): Promise<void> {
  const { navigate, report } = environment();
  try {
    if (isClosed()) await (await import('../../client/session-calls.ts')).correctClock();
  } catch (failure) {
    report(failure);
  }
  const path = redirectFor();
  if (path) navigate(path, 'replace');
}

function redirectFor(): string | null {
  if (isClosed()) return campaignOverDialog;
  if (isBeforeOpening() || isSignedIn()) return homePath;
  const { enabled, newPageEnabled } = environment().site.hotsite.registration;
  return enabled && newPageEnabled ? null : signUpDialog;
}
