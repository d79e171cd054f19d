import { call } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { getMe } from '../../contract/consumer.ts';
import { onSignOut, startSession } from '../session/session.store.ts';

const profile = resource(() => call(getMe));

export const { $state: $profile, load: loadProfile } = profile;

export function startProfile(): void {
  startSession({ guarded: true });
  onSignOut(profile.forget);
  void loadProfile();
}
