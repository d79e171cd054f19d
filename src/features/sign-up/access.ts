import { environment, isBeforeOpening, isClosed } from '../../environment.ts';
import { campaignOverDialog, homePath, signUpDialog } from '../../paths.ts';
import { isSignedIn } from '../session/session.store.ts';

export function canSignUp(): boolean {
  const { enabled } = environment().site.hotsite.registration;
  return !isBeforeOpening() && enabled && !isSignedIn();
}

/** Sends away visitors who cannot use the sign-up page; corrects a clock that is ahead before. */
export async function redirectVisitor(): Promise<void> {
  const { navigate, report } = environment();
  try {
    if (isClosed()) await (await import('../../client/session-calls.ts')).correctClock();
  } catch (failure) {
    report(failure);
  }
  const path = redirectFor();
  if (path) navigate(path, 'replace');
}

function redirectFor(): string | null {
  if (isClosed()) return campaignOverDialog;
  if (isBeforeOpening() || isSignedIn()) return homePath;
  const { enabled, newPageEnabled } = environment().site.hotsite.registration;
  return enabled && newPageEnabled ? null : signUpDialog;
}
