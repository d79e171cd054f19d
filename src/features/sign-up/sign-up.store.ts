import { draftOf } from '../../client/drafts.ts';
import { environment, type SiteProps } from '../../environment.ts';
import type { Redirect } from './register.store.ts';
import { landingLabels } from './sign-up-labels.ts';

export { lookUpAddress } from '../../client/address-lookup.ts';

/** What the sign-up forms are before anybody touches one; drafts may be shared by name. */
export function signUpOutline(id: string, labels: Readonly<Record<string, string>>, draft = id) {
  return { id, labels, secret: ['password'], draft: draftOf(draft) };
}

/** A sign-up that leads whoever has signed up on. */
export function signUpFormConfig(
  site: SiteProps,
  outline: ReturnType<typeof signUpOutline>,
  to: Redirect,
) {
  return {
    ...outline,
    async conduct() {
      const { signUpConduct } = await import('./sign-up-conduct.store.ts');
      return signUpConduct(site, outline.labels, async () => to);
    },
  };
}

/** The landing form: one step, for persons (specification, section 2); no poll follows (LAND-08). */
export function landingFormConfig(site: SiteProps) {
  return signUpFormConfig(site, signUpOutline('cadastro', landingLabels(site.campaign)), [
    '/nova-nota',
  ]);
}

/** At the first touch of the form: the bot check (CHECK-01), and who counts such touches. */
export function preloadBotCheck(): void {
  const { botToken, track } = environment();
  void botToken('preload');
  void track('sign_up_start');
}
