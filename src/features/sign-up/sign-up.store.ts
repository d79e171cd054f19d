import { draftOf } from '../../client/draft.ts';
import type { PostalAnswer } from '../../client/postal-code.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { landingLabels } from './sign-up-labels.ts';

/** What the sign-up forms are before anybody touches one; drafts may be shared by name. */
export function signUpOutline(id: string, labels: Readonly<Record<string, string>>, draft = id) {
  return { id, labels, secret: ['password'], draft: draftOf(draft) };
}

/** The landing form: one step, for persons (specification, section 2); no poll follows (LAND-08). */
export function landingRecipe(site: SiteProps) {
  const labels = landingLabels(site.campaign);
  return {
    ...signUpOutline('cadastro', labels),
    async conduct() {
      const { signUpConduct } = await import('./sign-up-conduct.store.ts');
      return signUpConduct(site, labels, async () => ['/nova-nota']);
    },
  };
}

export async function lookUpAddress(postcode: string): Promise<PostalAnswer> {
  try {
    const { lookUpPostcode } = await import('../../client/postal-code.ts');
    return await lookUpPostcode(postcode);
  } catch (failure) {
    environment().report(failure);
    return { state: 'unavailable' };
  }
}

/** At the first touch of the form: the bot check (CHECK-01), and who counts such touches. */
export function warmUp(): void {
  const { botToken, track } = environment();
  void botToken('preload');
  void track('sign_up_start');
}
