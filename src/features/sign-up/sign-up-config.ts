import { draftOf } from '../../client/storage.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { newReceiptPath } from '../../paths.ts';
import { signUpFormId } from '../../storage-keys.ts';
import type { FormConfig, FormStore } from '../../ui/form.ts';
import { homeLabels, signUpErrors } from './sign-up-fields.ts';
import type { OnSignedIn } from './submit-sign-up.ts';

/** What every sign-up form checks and does; what sends it is loaded when the form is touched. */
export function signUpFormConfig(
  { campaign }: SiteProps,
  { id, labels, onSignedIn }: Pick<FormConfig, 'id' | 'labels'> & { onSignedIn: OnSignedIn },
): FormConfig {
  const load = () => import('./submit-sign-up.ts');
  return {
    id,
    labels,
    secret: ['password'],
    draft: draftOf(signUpFormId),
    preload: async () => (await load()).startSignUp(),
    validate: (values) => signUpErrors(campaign, values, environment().now()),
    submit: async (values) => (await load()).signUp(values, onSignedIn),
    explain: async (problem) => (await load()).explainSignUp(problem, labels),
  };
}

/** A page from the back/forward cache is as it was left; a form that was sent must not be. */
export function resetOnReturn({
  $step,
  reset,
  restore,
}: Pick<FormStore, '$step' | 'reset' | 'restore'>): () => void {
  const listening = new AbortController();
  const onLeave = () => $step.get().step === 'sent' && reset();
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    // A sign-out on another page deletes the draft, but not what a page in the cache holds.
    if (draftOf(signUpFormId).get() === null) reset();
    // WebKit empties fields such as the CPF after this event; the form still has their texts.
    setTimeout(restore);
  };
  window.addEventListener('pagehide', onLeave, listening);
  window.addEventListener('pageshow', onReturn, listening);
  return () => listening.abort();
}

/** The short form of the home page, for persons; no poll follows. */
export function homeFormConfig(site: SiteProps): FormConfig {
  return signUpFormConfig(site, {
    id: signUpFormId,
    labels: homeLabels(site.campaign),
    onSignedIn: async () => [newReceiptPath],
  });
}
