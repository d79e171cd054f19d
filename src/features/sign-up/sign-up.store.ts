import { draftOf } from '../../client/storage.ts';
import { environment, type SiteProps } from '../../environment.ts';
import type { Redirect } from './register.store.ts';
import { landingLabels } from './sign-up-labels.ts';

export { lookUpAddress } from '../../client/address-lookup.ts';

/** What the sign-up forms are before anybody touches one; drafts may be shared by name. */
export function signUpOutline(id: string, labels: Readonly<Record<string, string>>, draft = id) {
  return { id, labels, secret: ['password'], draft: draftOf(draft) };
}

/** A sign-up form that redirects the user afterwards. */
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

/** The landing form: one step, for persons; no poll follows. */
export function landingFormConfig(site: SiteProps) {
  return signUpFormConfig(site, signUpOutline('cadastro', landingLabels(site.campaign)), [
    '/nova-nota',
  ]);
}

/** At the first touch of the form: loads the bot check, and lets the trackers count the touch. */
export function preloadBotCheck(): void {
  const { botToken, track } = environment();
  void botToken('preload');
  void track('sign_up_start');
}
