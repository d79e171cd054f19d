import type { Campaign } from '../../contract/campaign.ts';
import type { SiteProps } from '../../environment.ts';
import { overThisPage, signUpPollDialog } from '../../paths.ts';
import { consumerTypes } from '../../rules/campaign/parameters.ts';
import { createForm, type FormConfig, type Labels } from '../../ui/form.ts';
import { createFormSteps } from '../../ui/form-steps.ts';
import { onSignOut } from '../session/session.store.ts';
import { consumerLabels, consumerTitles, sectionTitles } from './long-form.store.ts';
import { resetOnReturn, signUpFormConfig } from './sign-up-config.ts';
import { accessLabels, addressLabels, optInLabels } from './sign-up-fields.ts';

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
