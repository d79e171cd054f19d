import { readCredentials } from '../../client/credentials.ts';
import { environment, isClosed, isNotOpenYet } from '../../environment.ts';
import { campaignOverDialog, homePath, signUpDialog } from '../../paths.ts';

export function canSignUp(): boolean {
  const { enabled } = environment().site.hotsite.registration;
  return !isNotOpenYet() && enabled && !isSignedIn();
}

/** Where to redirect visitors who cannot use the sign-up page; null if they can. */
export function redirectFor(): string | null {
  if (isNotOpenYet() || isSignedIn()) return homePath;
  if (isClosed()) return campaignOverDialog;
  const { enabled, newPageEnabled } = environment().site.hotsite.registration;
  return enabled && newPageEnabled ? null : signUpDialog;
}

export function isSignedIn(): boolean {
  return readCredentials() !== null;
}
