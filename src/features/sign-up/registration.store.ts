import type { Poll } from '../../contract/polls.ts';
import type { SiteProps } from '../../environment.ts';
import { signUpOutline } from './sign-up.store.ts';
import { accessLabels, addressLabels, consumerLabels, optInLabels } from './sign-up-labels.ts';
import { pollLabels } from './sign-up-poll.store.ts';

/** The page `/cadastro`: one form, its poll included. */
export function registrationFormConfig(site: SiteProps, poll: Poll | null) {
  const { campaign } = site;
  const labels = {
    ...consumerLabels(campaign),
    ...addressLabels(campaign),
    ...accessLabels,
    ...pollLabels(poll),
    ...optInLabels(campaign),
  };
  return {
    ...signUpOutline('cadastro', labels, 'consumidor'),
    async conduct() {
      const { registrationConduct } = await import('./registration-conduct.store.ts');
      return registrationConduct(site, labels, poll);
    },
  };
}
