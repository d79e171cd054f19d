import type { SiteProps } from '../../environment.ts';
import { createForm } from '../../ui/form.ts';
import { createFormSteps } from '../../ui/form-steps.ts';
import { wizardFormConfig, wizardSteps } from './wizard.store.ts';

export function createWizard(site: SiteProps) {
  const steps = wizardSteps(site.campaign);
  const form = createForm(wizardFormConfig(site));
  const names = steps.map(({ labels }) => Object.keys(labels));
  return { form, names: steps.map(({ name }) => name), ...createFormSteps(form, names) };
}

let begun: ReturnType<typeof createWizard> | undefined;

/** The wizard of this page: closing its dialog loses nothing, not even the password. */
export function pageWizard(site: SiteProps) {
  if (begun?.form.$step.get().step === 'sent') begun = undefined;
  begun ??= createWizard(site);
  return begun;
}
