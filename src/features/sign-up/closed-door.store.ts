import { readCredentials } from '../../client/credentials.ts';
import { environment, isClosed } from '../../environment.ts';
import { isInactive } from '../../rules/campaign-phase.ts';

/** No sign-up for this visitor: signed in already, or nobody may register (HOME-07, PHASE-06). */
export function isSignUpShut(): boolean {
  const { site, phase, debug } = environment();
  const locked = isInactive(phase()) && !debug();
  return locked || !site.hotsite.registration.enabled || readCredentials() !== null;
}

/** Where whoever is not to see the page is led (CAD-01, PHASE-12); null for everybody else. */
export function pathInstead(): string | null {
  if (isSignUpShut()) return '/';
  if (isClosed()) return '/#encerrada';
  return environment().site.hotsite.registration.newPageEnabled ? null : '/#cadastro';
}
