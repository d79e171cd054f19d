import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Campaign } from '../../contract/campaign.ts';
import type { SiteProps } from '../../environment.ts';
import { overThisPage, signUpPollDialog } from '../../paths.ts';
import { createForm, type Form, type FormConfig } from '../../ui/form.ts';
import { signUpFormConfig } from './sign-up-config.ts';
import { accessLabels, addressLabels, consumerLabels, optInLabels } from './sign-up-fields.ts';

/** A step of the wizard: its name, and what its fields are called, in their order. */
export interface WizardStep {
  name: 'Acesso' | 'Dados' | 'Endereço';
  labels: Readonly<Record<string, string>>;
}

/** A step without fields is left out, as the address of a campaign that asks none. */
export function wizardSteps(campaign: Campaign): WizardStep[] {
  const steps: WizardStep[] = [
    { name: 'Acesso', labels: { ...accessLabels, ...optInLabels(campaign) } },
    { name: 'Dados', labels: consumerLabels(campaign) },
    { name: 'Endereço', labels: addressLabels(campaign) },
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
  return { form, names: steps.map(({ name }) => name), ...createFormSteps(form, fields) };
}

let begun: ReturnType<typeof createWizard> | undefined;

/** The wizard of this page: closing its dialog loses nothing, not even the password. */
export function pageWizard(site: SiteProps) {
  if (begun?.form.$step.get().step === 'sent') begun = undefined;
  begun ??= createWizard(site);
  return begun;
}

export interface FormSteps {
  /** A form for each step, with its fields; submitting one leads to the next. */
  readonly parts: readonly Form[];
  readonly $place: ReadableAtom<number>;
  back(): void;
}

/** The last step sends the whole form; a refused field leads back to its step. */
export function createFormSteps(form: Form, steps: readonly (readonly string[])[]): FormSteps {
  const $place = atom(0);

  async function goOn(place: number) {
    if (place < steps.length - 1) return $place.set(place + 1);
    await form.submit();
    const refused = parts.findIndex(
      ({ $visibleErrors }) => Object.keys($visibleErrors.get()).length > 0,
    );
    if (refused !== -1) $place.set(refused);
  }

  const parts = steps.map((names, place) => partOf(form, names, () => goOn(place)));
  return { parts, $place, back: () => $place.set(Math.max(0, $place.get() - 1)) };
}

function partOf(form: Form, names: readonly string[], goOn: () => Promise<void>): Form {
  const own = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => names.includes(name)));
  const $errors = computed(form.$errors, own);
  const $visibleErrors = computed(form.$visibleErrors, own);
  return {
    ...form,
    labels: own(form.labels),
    $errors,
    $visibleErrors,
    $failedSubmits: computed([form.$failedSubmits, $visibleErrors], (stops, shown) =>
      Object.keys(shown).length > 0 ? stops : 0,
    ),
    async submit() {
      const wrong = Object.keys($errors.get());
      if (wrong.length > 0) form.stop(wrong);
      else await goOn();
    },
  };
}
