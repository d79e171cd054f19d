import type { Campaign } from '../../contract/campaign.ts';
import type { SiteProps } from '../../environment.ts';
import { overThisPage, signUpPollDialog } from '../../paths.ts';
import { createForm, type FormConfig } from '../../ui/form.ts';
import { createFormSteps } from '../../ui/form-steps.ts';
import { accessLabels, addressLabels, consumerLabels, optInLabels } from './sign-up-fields.ts';
import { signUpFormConfig } from './sign-up-form.ts';

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
