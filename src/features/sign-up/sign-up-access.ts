import { readCredentials } from '../../client/credentials.ts';
import { environment, isBeforeOpening, isClosed } from '../../environment.ts';
import { campaignOverDialog, homePath, signUpDialog } from '../../paths.ts';

export function canSignUp(): boolean {
  const { enabled } = environment().site.hotsite.registration;
  return !isBeforeOpening() && enabled && !isSignedIn();
}

/** Where to redirect visitors who cannot use the sign-up page; null if they can. */
export function redirectFor(): string | null {
  if (isBeforeOpening() || isSignedIn()) return homePath;
  if (isClosed()) return campaignOverDialog;
  const { enabled, newPageEnabled } = environment().site.hotsite.registration;
  return enabled && newPageEnabled ? null : signUpDialog;
}

export function isSignedIn(): boolean {
  return readCredentials() !== null;
}
