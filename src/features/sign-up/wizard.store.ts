import type { Campaign } from '../../contract/campaign.ts';
import type { SiteProps } from '../../environment.ts';
import { signUpFormConfig, signUpOutline } from './sign-up.store.ts';
import { accessLabels, addressLabels, consumerLabels, optInLabels } from './sign-up-labels.ts';

/** A step of the wizard: its name, and what its fields are called, in their order. */
interface WizardStep {
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

/** All steps as one form; a poll may follow. */
export function wizardFormConfig(site: SiteProps) {
  const steps = wizardSteps(site.campaign);
  const labels = Object.fromEntries(steps.flatMap((step) => Object.entries(step.labels)));
  const outline = signUpOutline('realize-seu-cadastro', labels, 'consumidor');
  return signUpFormConfig(site, outline, ['#pesquisa', 'replace']);
}
