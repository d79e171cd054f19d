import { readCredentials } from '../../client/credentials.ts';
import { environment, isClosed, isNotOpenYet } from '../../environment.ts';

/** No sign-up for this visitor: signed in already, or registrations are not open. */
export function isSignUpShut(): boolean {
  const { enabled } = environment().site.hotsite.registration;
  return isNotOpenYet() || !enabled || isSignedIn();
}

/**
 * Where the sign-up page leads a visitor who cannot use it; null for everybody else. While
 * registrations are switched off the wizard's address says so.
 */
export function redirectFor(): string | null {
  if (isNotOpenYet() || isSignedIn()) return '/';
  if (isClosed()) return '/#encerrada';
  const { enabled, newPageEnabled } = environment().site.hotsite.registration;
  return enabled && newPageEnabled ? null : '/#cadastro';
}

export function isSignedIn(): boolean {
  return readCredentials() !== null;
}
