import { isCampaignOver } from '../../client/campaign-over.ts';
import { draftOf } from '../../client/draft.ts';
import { problemLines } from '../../client/problem-lines.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { landingLabels } from './sign-up-labels.ts';
import { type SignUpValues, signUpFaults } from './sign-up-values.ts';

/** The landing form: one step, for persons (specification, section 2). */
export function landingRecipe({ campaign }: SiteProps) {
  const labels = landingLabels(campaign);
  return {
    id: 'cadastro',
    labels,
    secret: ['password'],
    draft: draftOf('cadastro'),
    check: (values: SignUpValues) => signUpFaults(campaign, 'PERSON', values, environment().now()),
    async send(values: SignUpValues) {
      const { register } = await import('./register.store.ts');
      return register('PERSON', values);
    },
    explain(problem: unknown) {
      if (!isCampaignOver(problem)) return problemLines(problem, labels);
      environment().navigate('#encerrada');
      return [];
    },
  };
}

export async function lookUpAddress(postcode: string) {
  const { lookUpPostcode } = await import('../../client/postal-code.ts');
  return lookUpPostcode(postcode);
}

/** At the first touch of the form: what sending will need, and the bot check (CHECK-01). */
export function warmUp(): void {
  const { botToken, track, report } = environment();
  import('./register.store.ts').catch(report);
  void botToken('preload');
  void track('sign_up_start');
}
